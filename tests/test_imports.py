"""Which packages an import of ours may load.

Only `widgets` may need a user interface, and nothing may need numpy, scipy or networkx before it
uses them: the graphs, the oracle, MARVEL and the player also run where these are not installed.
Each check imports every module in a fresh interpreter; new modules are found by themselves.
"""

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "marvel_widgets"
INTERFACE = ["ipywidgets", "ipycytoscape", "traitlets", "IPython", "pandas", "matplotlib"]
EXPERIMENTS = ["joblib"]
HEAVY = ["numpy", "scipy", "networkx"]

# A module that cannot be imported is reported with its reason, and the others are still tried.
IMPORT_ALL = """
import importlib, json, sys
path, modules, blocked = json.loads(sys.argv[1])
sys.path.insert(0, path)
sys.modules.update(dict.fromkeys(blocked))
failures = {}
for name in modules:
    try:
        importlib.import_module(name)
    except ImportError as error:
        failures[name] = str(error)
loaded = sorted(name for name, module in sys.modules.items() if "." not in name and module)
print(json.dumps([failures, loaded]))
"""


def modules_of(package):
    """Yield the names of all modules in a package directory, without importing any."""
    yield package.name
    for found in pkgutil.iter_modules([str(package)]):
        if found.ispkg:
            yield from (f"{package.name}.{name}" for name in modules_of(package / found.name))
        else:
            yield f"{package.name}.{found.name}"


def imported(package, modules, blocked=()):
    """Import the modules in a fresh interpreter; return the failures and the packages loaded."""
    arguments = json.dumps([str(package.parent), list(modules), list(blocked)])
    command = [sys.executable, "-c", IMPORT_ALL, arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    failures, loaded = json.loads(run.stdout)
    return failures, set(loaded)


def below_widgets(package):
    above = f"{package.name}.widgets"
    return [name for name in modules_of(package) if not f"{name}.".startswith(f"{above}.")]


def interface_failures(package):
    return imported(package, below_widgets(package), blocked=INTERFACE + EXPERIMENTS)[0]


def heavy_failures(package):
    # No environment has pandas but not numpy; ipycytoscape tries to import it.
    return imported(package, modules_of(package), blocked=[*HEAVY, "pandas"])[0]


def loaded_by(package, names):
    """Return which of `names` an import of everything below the widgets loads."""
    return imported(package, below_widgets(package))[1] & set(names)


def test_only_widgets_needs_a_user_interface_and_nothing_what_only_the_experiments_use():
    assert interface_failures(PACKAGE) == {}


def test_nothing_needs_numpy_scipy_or_networkx_to_be_imported():
    assert heavy_failures(PACKAGE) == {}


def test_nothing_below_widgets_loads_them_even_where_installed():
    assert loaded_by(PACKAGE, HEAVY + INTERFACE + EXPERIMENTS) == set()
