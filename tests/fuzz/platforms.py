"""How learning platforms read the files that we write for them: GIFT as Moodle, QTI as Canvas.

Written after what the platforms do, and not after our writers: Moodle puts placeholders in the
place of escaped signs, cuts the rest at the signs that are left, and lets each text choose its
format.
"""

import io
import re
import zipfile
from typing import NamedTuple
from xml.etree import ElementTree as ET

NS = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}
PLACEHOLDERS = {mark: f"&&{ord(mark):03};" for mark in ":#={}~"} | {"\n": "&&010"}
FORMATS = {"html", "plain", "markdown", "moodle"}


class Asked(NamedTuple):
    """A question as Moodle has it: a number, or the percent of the mark for each choice."""

    name: str
    text: str
    number: int | None
    choices: dict[str, float]
    feedback: str


def read_gift(text):
    """Return the questions of a GIFT text."""
    found, block = [], []
    for line in [*re.split(r"[\r\n]", text), ""]:
        if line.strip():
            block.append(line)
        elif block:
            found += [read for read in [_question(block)] if read]
            block = []
    return found


def _question(block):
    lines = ["" if line.strip().startswith("//") else line for line in block]
    body = _held("\n".join(lines).strip())
    if not body or body.startswith("$CATEGORY:"):
        return None
    assert body.startswith("::"), body[:80]
    name, _, body = body[2:].partition("::")
    text, opened, rest = body.partition("{")
    answers, closed, behind = rest.partition("}")
    assert (opened, closed, behind) == ("{", "}", ""), behind[:80]
    answers, mark, feedback = answers.rpartition("####")
    assert mark, "no feedback"
    number, choices = None, {}
    if answers.startswith("#"):
        number = int(answers[1:])
    else:
        assert "=" not in answers, "one alone may be ticked"
        for choice in answers.strip().removeprefix("~").split("~"):
            said, percent = _weighed(choice.strip())
            assert said not in choices, "twice the same choice"
            choices[said] = percent
    return Asked(_set_free(name).strip(), _plain(text), number, choices, _plain(feedback))


def _weighed(choice):
    found = re.match(r"%(-*\d{1,2}\.?\d*)%", choice)
    assert found, f"no weight: {choice[:80]}"
    said, *comment = choice[found.end() :].split("#", 1)
    assert not comment, "a comment that nobody wrote"
    return _plain(said), float(found[1])


def _held(text):
    text = text.replace("\\\\", "&&092;")
    for mark, placeholder in PLACEHOLDERS.items():
        text = text.replace("\\" + ("n" if mark == "\n" else mark), placeholder)
    return text.replace("&&092;", "\\")


def _set_free(text):
    for mark, placeholder in PLACEHOLDERS.items():
        text = text.replace(placeholder, mark)
    return text


def _plain(text):
    """Return a text that is shown as it is; another format would run what is in it."""
    begins = re.match(r"\[(\w+)\]", text.strip())
    kind = begins[1] if begins and begins[1] in FORMATS else "moodle"
    assert kind == "plain", f"{kind} for {text[:80]}"
    return _set_free(text.strip()[begins.end() :]).strip()


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
