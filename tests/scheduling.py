"""Which worker gets which file: one half of them drives browsers, the other half does the rest."""

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/browser/"


class BrowsersApart(LoadFileScheduling):
    """Whole files, in the order of collection, to workers that begin with one kind of them.

    A browser test waits for the page and for the kernel a third of its time, and a worker's first
    one starts a JupyterLab and a Chromium. With browsers in one worker of two, the other fills the
    pauses. Who has no file of its kind left takes one of the other.
    """

    def _assign_work_unit(self, node):
        browses = self.nodes.index(node) % 2 == 0
        own = (scope for scope in self.workqueue if scope.startswith(BROWSER) == browses)
        if scope := next(own, None):
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)
