"""Questions in QTI 1.2, as a package that Canvas imports."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from marvel_widgets.assessment.facts import said
from marvel_widgets.classroom.files import legible
from marvel_widgets.classroom.quiz import QuizQuestion

_QTI: Final = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_PACKAGE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
_FILE: Final = "marvel/questions.xml"
_WHEN: Final = (2000, 1, 1, 0, 0, 0)  # the same questions give the same package
_ANSWER: Final = "response1"


def to_qti(questions: Sequence[QuizQuestion], title: str) -> bytes:
    """Return questions as a zipped package: a manifest, and the questions."""
    assessment = ET.Element("questestinterop", xmlns=_QTI)
    asked = ET.SubElement(assessment, "assessment", ident="marvel-questions", title=legible(title))
    section = ET.SubElement(asked, "section", ident="root_section")
    for question in questions:
        _item(section, question)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as package:
        for name, root in (("imsmanifest.xml", _manifest()), (_FILE, assessment)):
            text = ET.tostring(root, encoding="utf-8", xml_declaration=True)
            package.writestr(zipfile.ZipInfo(name, _WHEN), text)
    return found.getvalue()


def is_ours(path: Path) -> bool:
    """Return whether a file is a package that `to_qti` wrote."""
    try:
        with zipfile.ZipFile(path) as package:
            return package.namelist() == ["imsmanifest.xml", _FILE]
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        return False


def _manifest() -> ET.Element:
    root = ET.Element("manifest", xmlns=_PACKAGE, identifier="marvel-widgets")
    metadata = ET.SubElement(root, "metadata")
    ET.SubElement(metadata, "schema").text = "IMS Content"
    ET.SubElement(metadata, "schemaversion").text = "1.1.3"
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    resource = ET.SubElement(
        resources, "resource", identifier="marvel-questions", type="imsqti_xmlv1p2", href=_FILE
    )
    ET.SubElement(resource, "file", href=_FILE)
    return root


def _item(section: ET.Element, question: QuizQuestion) -> None:
    item = ET.SubElement(section, "item", ident=question.ident, title=legible(question.title))
    asks_number = question.number is not None
    kind = "numerical_question" if asks_number else "multiple_answers_question"
    fields = ET.SubElement(ET.SubElement(item, "itemmetadata"), "qtimetadata")
    for label, entry in (("question_type", kind), ("points_possible", "1")):
        field = ET.SubElement(fields, "qtimetadatafield")
        ET.SubElement(field, "fieldlabel").text = label
        ET.SubElement(field, "fieldentry").text = entry
    presentation = ET.SubElement(item, "presentation")
    _text(presentation, "\n".join(question.lines))
    (_ask_number if asks_number else _ask_choices)(presentation, _scored(item), question)
    feedback = ET.SubElement(item, "itemfeedback", ident="general_fb")
    _text(ET.SubElement(feedback, "flow_mat"), said(question.reasons))


def _text(parent: ET.Element, text: str) -> None:
    material = ET.SubElement(parent, "material")
    ET.SubElement(material, "mattext", texttype="text/plain").text = legible(text)


def _scored(item: ET.Element) -> ET.Element:
    """Add how the item is scored; return the condition for the whole point, still empty."""
    processing = ET.SubElement(item, "resprocessing")
    outcomes = ET.SubElement(processing, "outcomes")
    ET.SubElement(
        outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal"
    )
    always = ET.SubElement(processing, "respcondition", attrib={"continue": "Yes"})
    ET.SubElement(ET.SubElement(always, "conditionvar"), "other")
    ET.SubElement(always, "displayfeedback", feedbacktype="Response", linkrefid="general_fb")
    right = ET.SubElement(processing, "respcondition", attrib={"continue": "No"})
    condition = ET.SubElement(right, "conditionvar")
    ET.SubElement(right, "setvar", action="Set", varname="SCORE").text = "100"
    return condition


def _ask_number(presentation: ET.Element, condition: ET.Element, question: QuizQuestion) -> None:
    response = ET.SubElement(presentation, "response_str", ident=_ANSWER, rcardinality="Single")
    field = ET.SubElement(response, "render_fib", fibtype="Decimal")
    ET.SubElement(field, "response_label", ident="answer1")
    either = ET.SubElement(condition, "or")
    ET.SubElement(either, "varequal", respident=_ANSWER).text = str(question.number)
    between = ET.SubElement(either, "and")
    for bound in ("vargte", "varlte"):
        ET.SubElement(between, bound, respident=_ANSWER).text = str(question.number)


def _ask_choices(presentation: ET.Element, condition: ET.Element, question: QuizQuestion) -> None:
    response = ET.SubElement(presentation, "response_lid", ident=_ANSWER, rcardinality="Multiple")
    listed = ET.SubElement(response, "render_choice")
    every = ET.SubElement(condition, "and")
    for number, (text, is_right) in enumerate(question.choices, start=1):
        ident = str(1000 + number)
        _text(ET.SubElement(listed, "response_label", ident=ident), text)
        parent = every if is_right else ET.SubElement(every, "not")
        ET.SubElement(parent, "varequal", respident=_ANSWER).text = ident
