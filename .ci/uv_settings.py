"""Print as shell commands what uv needs in order to install from where pip does."""

import ast
import shlex
import subprocess
import sys

# Both search all indexes alike only when uv is told to.
ALWAYS = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
NAMES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}


def uv_settings(pip_config: str) -> dict[str, str]:
    """Return the environment variables for what ``pip config list`` says.

    >>> uv_settings("global.index-url='https://example.org/simple'")["UV_DEFAULT_INDEX"]
    'https://example.org/simple'
    """
    found = dict(ALWAYS)
    # as in pip, what is said for `install` goes before `global`, and the environment before both
    for section in ("global.", "install.", ":env:."):
        for line in pip_config.splitlines():
            key, _, value = line.partition("=")
            name = NAMES.get(key.removeprefix(section))
            if key.startswith(section) and name:
                separator = "," if name == "UV_FIND_LINKS" else " "
                found[name] = separator.join(ast.literal_eval(value).split())
    return found


if __name__ == "__main__":
    command = [sys.executable, "-m", "pip", "config", "list"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    for name, value in uv_settings(run.stdout).items():
        print(f"export {name}={shlex.quote(value)}")
