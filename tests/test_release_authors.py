"""The file of authors that `.ci/release` reads: whatever is wrong is told in a sentence."""

import pytest
from releasing.errors import ReleaseError
from releasing.people import authors_of, is_orcid

ADA = '[[author]]\nname = "Lovelace, Ada"\naffiliation = "London"\norcid = "0000-0002-1825-0097"\n'
CHARLES = (
    '[[author]]\nname = "Babbage, Charles"\naffiliation = "Trinity College, \\"Cambridge\\""\n'
)
AUTHORS = {
    "is no TOML": "[[author",
    "a table [[author]] for each": "",
    'write "Family, Given"': ADA.replace("Lovelace, Ada", "Ada Lovelace"),
    "has no affiliation": ADA.replace("London", " "),
    "'0000-0002-1825-0098' of author 2": CHARLES + ADA.replace("0097", "0098"),
    "'0000-0000-0000-0000' of author 1": ADA.replace("0000-0002-1825-0097", "0000-0000-0000-0000"),
    "has 'orchid', which is none of": ADA.replace("orcid", "orchid"),
    "the affiliation of author 1 must be one line": ADA.replace('"London"', "7"),
    "the email 'ada' of author 1": f'{ADA}email = "ada"\n',
    "is named twice": ADA + ADA,
}


@pytest.mark.parametrize("told", AUTHORS)
def test_a_wrong_file_of_authors_is_told(tmp_path, told):
    authors = tmp_path / "authors.toml"
    authors.write_text(AUTHORS[told], encoding="utf-8")
    with pytest.raises(ReleaseError) as error:
        authors_of(authors)
    assert told in "\n".join(error.value.args)


def test_a_missing_file_of_authors_is_told(tmp_path):
    with pytest.raises(ReleaseError, match=r"nobody\.toml: No such file"):
        authors_of(tmp_path / "nobody.toml")


def test_the_check_digit_of_an_orcid():
    assert is_orcid("0000-0002-1694-233X")
    assert not is_orcid("0000-0002-1694-2330")
    assert not is_orcid("0000000216942330")
