"""What teachers use: copies with answers, signed results, reports, tests on paper, plans."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.classroom.reports import report as report
    from marvel_widgets.classroom.reports import summary as summary
    from marvel_widgets.classroom.samples import sample_submissions as sample_submissions
    from marvel_widgets.classroom.units.plans import plan as plan

__getattr__, __dir__, __all__ = lazy(__name__)
