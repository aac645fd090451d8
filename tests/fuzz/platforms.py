"""How learning platforms read the files that we write for them: QTI as Canvas, XML as Moodle."""

import base64
import html
import io
import re
import zipfile
from typing import NamedTuple
from xml.etree import ElementTree as ET

NS = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}


def read_qti(data):
    """Return the items of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        manifest = ET.fromstring(package.read("imsmanifest.xml"))
        (resource,) = [e for e in manifest.iter() if e.tag.endswith("}resource")]
        assert resource.get("type") == "imsqti_xmlv1p2"
        (file,) = list(resource)
        assert file.get("href") == resource.get("href")
        return ET.fromstring(package.read(resource.get("href"))).findall(".//q:item", NS)


def points(item, given):
    """Return the points of a set of responses."""
    return sum(
        int(rule.find("q:setvar", NS).text)
        for rule in item.findall(".//q:respcondition", NS)
        if rule.find("q:setvar", NS) is not None
        and _holds(rule.find("q:conditionvar", NS), given)
    )  # fmt: skip


def _holds(condition, given):
    tag = condition.tag.partition("}")[2]
    inside = [_holds(each, given) for each in condition]
    if tag == "varequal":
        return condition.text in given
    if tag in ("vargte", "varlte"):
        sign = 1 if tag == "vargte" else -1
        return any(sign * float(each) >= sign * float(condition.text) for each in given)
    return {"and": all, "conditionvar": all, "or": any, "not": lambda i: not i[0]}[tag](inside)


# After `qtype_multianswer_extract_question` of Moodle.
_SHARE = r"(=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?"
_ONE = _SHARE + r"(.+?(?<!\\)(?=[~#}]|$))(?:#(.*?(?<!\\)(?=[~}]|$)))?"
_KINDS = "NUMERICAL|MULTICHOICE|MULTIRESPONSE"
_GAP = re.compile(rf"\{{([0-9]*):({_KINDS}):({_ONE}(?:~{_ONE})*)\}}")
# What its importer takes for a part of the mark (`question_bank::fraction_options_full`).
SHARES = {
    100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571,
    12.5, 11.11111, 10, 5, 0,
}  # fmt: skip


class Gap(NamedTuple):
    """A question, or a gap of one: its kind, and the percent of the mark of each answer."""

    kind: str
    shares: dict[str, float]
    feedback: dict[str, str]


class MoodleQuestion(NamedTuple):
    """A question as Moodle has it."""

    name: str
    text: str
    gaps: list[Gap]
    files: dict[str, bytes]
    why: str
    hints: list[str]


def read_moodle(text):
    """Return the questions of a Moodle XML text, each with one gap, or with those of a cloze."""
    root = ET.fromstring(text.encode())
    assert root.tag == "quiz"
    asked = root.findall("question")
    return [_of_moodle(node) for node in asked if node.get("type") != "category"]


def _of_moodle(node):
    kind, asked = node.get("type"), node.findtext("questiontext/text")
    files = {
        file.get("name"): base64.b64decode(file.text, validate=True)
        for file in node.findall("*/file")
        if file.get("encoding") == "base64"
    }
    why = node.findtext("generalfeedback/text")
    shown = re.findall(r'src="@@PLUGINFILE@@/([^"]+)"', asked + why)
    assert sorted(shown) == sorted(files)
    if kind == "cloze":
        assert node.find("answer") is None
        gaps = [_gap(found) for found in _GAP.finditer(asked)]
        assert "{1:" not in _GAP.sub("", asked)
    else:
        single = node.findtext("single")
        assert single in ({"numerical": None}.get(kind, "true"), "false")
        named = {"numerical": "NUMERICAL"}.get(kind) or (
            "MULTICHOICE" if single == "true" else "MULTIRESPONSE"
        )
        answers = node.findall("answer")
        said = [html.unescape(answer.findtext("text")) for answer in answers]
        assert len(set(said)) == len(said)
        parts = (float(answer.get("fraction")) for answer in answers)
        shares = dict(zip(said, parts, strict=True))
        told = (html.unescape(answer.findtext("feedback/text")) for answer in answers)
        gaps = [Gap(named, shares, dict(zip(said, told, strict=True)))]
    for gap in gaps:
        assert all(abs(share) in SHARES for share in gap.shares.values()), gap
        if gap.kind != "MULTIRESPONSE":
            assert list(gap.shares.values()).count(100) == 1
    hints = [hint.findtext("text") for hint in node.findall("hint")]
    return MoodleQuestion(node.findtext("name/text"), asked, gaps, files, why, hints)


def _gap(found):
    shares, feedback = {}, {}
    for one in re.finditer(f"(?:^|~){_ONE}", found[3]):
        said, told = (html.unescape(each or "") for each in (one[3], one[4]))
        said, told = (each.replace("\\}", "}").replace("\\#", "#") for each in (said, told))
        said = said.removesuffix(":0") if found[2] == "NUMERICAL" else said
        assert said not in shares
        shares[said] = 100.0 if one[1] == "=" else float(one[2] or 0)
        feedback[said] = told
    return Gap(found[2], shares, feedback)


def moodles_mark(gap, chosen):
    """The percent of the mark that Moodle gives for what was ticked, chosen or typed."""
    return max(0.0, min(100.0, sum(gap.shares.get(each, 0.0) for each in chosen)))
