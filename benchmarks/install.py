"""What an installation weighs and takes: each extra in an empty environment of its own.

    python benchmarks/install.py [--checkout DIR] [--extras none widgets lab site]

The environments are made with this Python in a temporary folder and thrown away. pip fetches all
packages anew (`--no-cache-dir`): the seconds are those of a first install on this network.
`--checkout` names the checkout of another commit, to compare with.

Printed: seconds, MB without and with bytecode (pip is left out), files, the five heaviest packages.
"""

import argparse
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks._timing import table

HERE = Path(__file__).resolve().parents[1]


def installed(checkout, extra, folder, uv):
    """Install one extra, and return its row."""
    venv.create(folder, with_pip=True)
    before = {path for path in folder.rglob("*") if path.is_file()}
    wanted = str(checkout) if extra == "none" else f"{checkout}[{extra}]"
    python = str(folder / "bin" / "python")
    if uv:
        command = [uv, "pip", "install", "--quiet", "--no-cache", "--python", python]
    else:
        command = [python, "-m", "pip", "install", "-qq", "--no-cache-dir"]
    began = perf_counter()
    subprocess.run([*command, wanted], check=True)
    seconds = perf_counter() - began
    files = [path for path in folder.rglob("*") if path.is_file() and path not in before]
    sizes = {path: path.stat().st_size for path in files if not path.is_symlink()}
    code = {path: size for path, size in sizes.items() if path.suffix != ".pyc"}
    parts = Counter()
    for path, size in code.items():
        parts[_package(path, folder)] += size
    heavy = ", ".join(f"{name} {size / 1e6:.0f}" for name, size in parts.most_common(5))
    mb = f"{sum(code.values()) / 1e6:.0f}", f"{sum(sizes.values()) / 1e6:.0f}"
    return extra, f"{seconds:.0f}", *mb, f"{len(code):,}", heavy


def _package(path, folder):
    """Return whose file it is; a library beside its package (`numpy.libs`) is the package's."""
    inside = path.relative_to(folder).parts
    at = inside.index("site-packages") + 1 if "site-packages" in inside else 0
    return inside[at].removesuffix(".libs").partition("-")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkout", type=Path, default=HERE)
    parser.add_argument("--extras", nargs="+", default=["none", "widgets", "lab", "site"])
    parser.add_argument("--uv", default="", help="a uv to install with, which writes no bytecode")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for extra in options.extras:
            rows.append(
                installed(options.checkout.resolve(), extra, Path(name) / extra, options.uv)
            )
    told = ("extra", "seconds", "MB", "with bytecode", "files", "heaviest, MB")
    table(f"Installed from {options.checkout.name}, Python {sys.version.split()[0]}", told, rows)


if __name__ == "__main__":
    main()
