"""The kernel of ``marvel-widgets lab``: a module beside the notebook is found last of all.

It starts with ``python -P``, and looks nowhere in the folder of a notebook before its first cell
runs. From then on a learner's own module can be imported, but it takes the place of no other.
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any, Final

_NAME: Final = "python3"  # as notebooks call the kernel of whatever Python there is
_ARGUMENTS: Final = (
    "--InteractiveShellApp.ignore_cwd=True",
    f"--InteractiveShellApp.extra_extensions={__name__}",
)


def knows_one(plain: type[Any]) -> type[Any]:
    """Return a class of managers that start this kernel for each notebook, and no other.

    Other kernels may run a file of the folder as they start, as R does.
    """
    native: Any = import_module("ipykernel.kernelspec")

    class OneKernelManager(plain):  # type: ignore[misc]  # known only when the server runs
        """A manager that knows one kernel."""

        def find_kernel_specs(self) -> dict[str, str]:
            return {_NAME: str(native.RESOURCES)}

        def get_kernel_spec(self, kernel_name: str) -> Any:
            if kernel_name != _NAME:
                raise import_module("jupyter_client.kernelspec").NoSuchKernel(kernel_name)
            told = native.get_kernel_dict(extra_arguments=list(_ARGUMENTS))
            told["argv"].insert(1, "-P")
            return self.kernel_spec_class(resource_dir=str(native.RESOURCES), **told)

    return OneKernelManager


class BesideTheNotebook:
    """Finds modules in the present folder.

    In ``sys.path`` the folder would also bring packages whose entry points others load unasked.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return where a module is that was found nowhere else; parts of packages are not here."""
        return PathFinder.find_spec(name, [""], target) if path is None else None


def load_ipython_extension(shell: Any) -> None:
    """Let own modules be found from the first cell on; IPython calls this."""

    def begin(_: Any) -> None:
        shell.events.unregister("pre_run_cell", begin)
        sys.meta_path.append(BesideTheNotebook)

    shell.events.register("pre_run_cell", begin)
