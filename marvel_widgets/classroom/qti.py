"""Questions in QTI 1.2, as a package that Canvas imports."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from marvel_widgets.assessment.facts import said
from marvel_widgets.classroom.files import legible
from marvel_widgets.classroom.quiz import QuizQuestion

_FILE: Final = "marvel/questions.xml"
_WHEN: Final = (2000, 1, 1, 0, 0, 0)  # the same questions give the same package
_XML: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_MANIFEST: Final = f"""{_XML}<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 identifier="marvel-widgets"><metadata><schema>IMS Content</schema>
<schemaversion>1.1.3</schemaversion></metadata><organizations/><resources>
<resource identifier="marvel-questions" type="imsqti_xmlv1p2" href="{_FILE}"><file href="{_FILE}"/>
</resource></resources></manifest>"""


def to_qti(questions: Sequence[QuizQuestion], title: str) -> bytes:
    """Return questions as a zipped package: a manifest, and the questions."""
    text = f"""{_XML}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<assessment ident="marvel-questions" title={quoteattr(legible(title))}>
<section ident="root_section">
{"".join(map(_item, questions))}</section></assessment></questestinterop>"""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in (("imsmanifest.xml", _MANIFEST), (_FILE, text)):
            package.writestr(zipfile.ZipInfo(name, _WHEN), content)
    return found.getvalue()


def is_ours(path: Path) -> bool:
    """Return whether a file is a package that `to_qti` wrote."""
    try:
        with zipfile.ZipFile(path) as package:
            return package.namelist() == ["imsmanifest.xml", _FILE]
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        return False


def _item(question: QuizQuestion) -> str:
    number = question.number
    asks, right = _choices(question) if number is None else _number(number)
    kind = "multiple_answers_question" if number is None else "numerical_question"
    fields = "".join(
        f"<qtimetadatafield><fieldlabel>{label}</fieldlabel><fieldentry>{entry}</fieldentry>"
        "</qtimetadatafield>"
        for label, entry in (("question_type", kind), ("points_possible", "1"))
    )
    return f"""<item ident={quoteattr(question.ident)} title={quoteattr(legible(question.title))}>
<itemmetadata><qtimetadata>{fields}</qtimetadata></itemmetadata>
<presentation>{_text(chr(10).join(question.lines))}{asks}</presentation>
<resprocessing>
<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
<respcondition continue="Yes"><conditionvar><other/></conditionvar>
<displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>
<respcondition continue="No"><conditionvar>{right}</conditionvar>
<setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
<itemfeedback ident="general_fb"><flow_mat>{_text(said(question.reasons))}</flow_mat></itemfeedback>
</item>
"""


def _text(text: str) -> str:
    return f'<material><mattext texttype="text/plain">{escape(legible(text))}</mattext></material>'


def _number(number: int) -> tuple[str, str]:
    """Return the field for a number, and the condition for the point."""
    asks = (
        '<response_str ident="response1" rcardinality="Single"><render_fib fibtype="Decimal">'
        '<response_label ident="answer1"/></render_fib></response_str>'
    )
    equal, least, most = (
        f'<{sign} respident="response1">{number}</{sign}>'
        for sign in ("varequal", "vargte", "varlte")
    )
    return asks, f"<or>{equal}<and>{least}{most}</and></or>"


def _choices(question: QuizQuestion) -> tuple[str, str]:
    """Return the choices, and the condition for the point: the right ones and no other."""
    labels, every = "", ""
    for ident, (text, is_right) in enumerate(question.choices, start=1001):
        labels += f'<response_label ident="{ident}">{_text(text)}</response_label>'
        equal = f'<varequal respident="response1">{ident}</varequal>'
        every += equal if is_right else f"<not>{equal}</not>"
    asks = (
        '<response_lid ident="response1" rcardinality="Multiple">'
        f"<render_choice>{labels}</render_choice></response_lid>"
    )
    return asks, f"<and>{every}</and>"
