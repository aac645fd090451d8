"""Which worker gets which file: one half drives browsers and has the site, the other has the rest.

And what a worker has to tell.
"""

from xdist.scheduler import LoadFileScheduling

SITE = "tests/site/"
# The tests of the site have its pages in common, which a process makes once, in some 30 seconds.
BROWSER = ("tests/browser/", SITE)
NOTABLE = 0.1  # seconds of a set-up or a clearing away, which `--durations` lists


class BrowsersApart(LoadFileScheduling):
    """Whole files, in the order of collection, to workers that begin with one kind of them.

    A browser test waits for the page and for the kernel a third of its time, and a worker's first
    one starts a JupyterLab and a Chromium. With browsers in one worker of two, the other fills the
    pauses, and what takes seconds to make is made once. Who has no file of its kind left takes one
    of the other.
    """

    def _split_scope(self, nodeid):
        """Return what goes to one worker together: a file, or all files that look at the site.

        It is made once in each process that needs it, and this takes longer than most of them.
        """
        return SITE if nodeid.startswith(SITE) else super()._split_scope(nodeid)

    def _assign_work_unit(self, node):
        browses = self.nodes.index(node) % 2 == 0
        own = (scope for scope in self.workqueue if scope.startswith(BROWSER) == browses)
        if scope := next(own, None):
            self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)


def is_news(report):
    """Return whether the report on a part of a test says more than that it went as it should."""
    return report.when == "call" or not report.passed or report.duration > NOTABLE
