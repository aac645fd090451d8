"""The pictures on the pages of the site mean what the table of marks says."""

from tests import drawn_marks
from tests.site.made import the_site


def test_each_picture_on_a_page_draws_what_it_says():
    seen, faults = set(), []
    for path, text in the_site().files.items():
        if path.endswith(".html"):
            for svg in drawn_marks.svgs_in(text):
                faults += [(path, fault) for fault in drawn_marks.faults(svg)]
                seen |= drawn_marks.meanings(svg)
    assert faults == []
    assert len(seen) > 12
