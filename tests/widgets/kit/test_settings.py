"""The arguments that all apps share, and the one way to a saved state, on every app."""

import inspect
from typing import get_args, get_type_hints

import pytest

from marvel_widgets import exercises, widgets
from marvel_widgets.widgets import AppSettings, MarvelPlayer, Race
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.app_token import to_app_token
from marvel_widgets.widgets.kit.settings import DEFAULTS, SharedSettings

# A token of each app as it was written before the apps shared one way to load it, and the first
# digits of the SHA-256 of what an app made from it showed then, its text and its picture.
OLD = {
    "DSeparationLab": (
        "mwa1.eNpljs8KgzAMh18l5NxKqyDSwp7Cg3_wkG3FCeKKLbJR-u7Lxg6DnX75EvIlCcl7NHiVwXnaKS7"
        "3Ta50RoEhUnRoEs47-dtPgamDHloYsoUO5Al6y8w5WO6-mbf9ShcX0IyjrutCiaop1CS-oGv1oUr_jcq"
        "mZJqywAdf6tj05Gw55-VwGwtxwIn9FPkVlfMLC3k0iQ",
        "eed79f81118f84da",
    ),
    "BoundaryLab": (
        "mwa1.eNpNjc0KgzAQhF8lzDmKPyCiUKjtW4iHmAQNVRNMWlrEd28ipXja_WZnZzYwY1Ch189FsPUTTaw"
        "HhXXMSVQbhpWZ8bTgSqILaWrShHmryf1g_2ImxqVF1bZpUcQJzcs46egP0iI5UVZmB-Xp39jtFG8fH5J"
        "mLXw3hLJcv-QaFOlGLUI4ButZsblHR8EnzR_BKrmySi_-5FRQ8n3_AvMbPV8",
        "4df35de04220907a",
    ),
    "RemovabilityLab": (
        "mwa1.eNpNjUsKwjAYhK8S_nUa8sBYU_AUXbQNXaQSNdBiaIIoIXc3VgVXM98MzCQw3oOC1S63u5nc7OK"
        "zms0EGEI00YJKcFmNv_4ZSB3qUYuG3KAOVUfUf3VoSv7RdsvLip_NyQZQWnPKyR6LmtARay4OZIeZpBs"
        "JJgn9VUy-gde80JgxPMpjW5bObg0RFM35BaQ-MTg",
        "81aca7c7d0dc9f01",
    ),
    "ProofWalk": (
        "mwa1.eNplT80KgzAMfpWSc5VWh4jCwPYlhNJDGJ0bk1lU3KD03Zc6D4MdwvcHSb4A6D004OdpumYvHB_"
        "AYVlxddAEGGb0tx8CoWeKdUzHlvUsOzN1oG7J_2J3-Dtq2uZHvLgFGmNkVeWCl3UuLDfFSZKQldhVKf-"
        "ioi5I2cjhTZf7tAlXesJAR1zRJE-D5TDcN_dMidoVUiORajgiMsYPVZs65w",
        "b5797a245a980f77",
    ),
    "LemmaBench": (
        "mwa1.eNpljs0KgzAQhF8l7DkRoyASoeDPW4iH1YYqxBg09hLy7t3aHgo97Xy77MwEQOdAgdHrimLUdpq"
        "Bw-HRa1ABHju6-UdAqFnDWtbFitVM3FhTEdPsKtq-mb6dwUkfoPpeFkWS8rxM0oF_QRbpRbn8O2VlRjR"
        "E_mlDadNm74tfNisk-T5xX3A0lzXUMFDPczy0B2VPY2J8AalSOWg",
        "1ccee1dcdb531b77",
    ),
    "Breaker": (
        "mwa1.eNoVizsOgCAMQO_SWQYTJ25TocFGBFKqMSHc3bq-zwBsDTzsQniSwAJdUQn8gJCRL1OhlsjKtbj"
        "VdJTaGkXjr0v8UDGWURJ1Bb_ZTijh-AOVm-b8ACKSIJs",
        "ef7518ff8133aad4",
    ),
    "BeMarvel": (
        "mwa1.eNodysEKwjAQhOFXCXNOQfS2gk_hQSk9RDKthVbDJg1I6bu77Wn4mW9FSAmCF5s5aOUEj1xCIWT"
        "FoCG97Xy45uaeV3c_1sT8jQYQpp2bOoqfaMVK_UEuO6rMkLYtutCjjnks8Oeu81D2S2aEnLbtDwFiJ-I",
        "79269451db04e174",
    ),
    "OrientationLab": (
        "mwa1.eNpljs8KgzAMh1-l5FylVShSYaDzLcRDdWEr-Ke0ZTtI331x20HYKfm-kPyyg3EONGze4hpNtNu"
        "azWYEDoEIQe9w98Y9Tg3sDWvZlXWpZg3LLqytial2NdmDadvNZsIAuu-lUrngZZWLgf9AKvGhUv6Niqo"
        "gGhKHp8UXhU2zCYEOnh4k67xdI96OoC3Yr5QcFlxG9KBFSm9Q8z5u",
        "c5a860c56a485dd9",
    ),
    "BoundAnatomy": (
        "mwa1.eNpNjk0KgzAQha8SZh0liSASoVB7DBEZNahQk5BYqIh3b4xduHrzzXvzswNaCxI689FDghpXs2x"
        "Awa-4KpA7jA7tdCvgSZIHqUoS9VWSKmoYsW_slQdZ1xnPU0azImUNrXl-As9ZpMsShQjUHGEIpGAUFvy"
        "2s24HNToVzgoKWs3j1BkXFvLLv5knxo_RbbGBvTM-RGHWyT93HD9PTEET",
        "9039aae242d13452",
    ),
    "AdversaryDuel": (
        "mwa1.eNoVjbEOgzAMRP_lZncANr4EKcpgNR6qJk2UGFqE-Pfao-_ePV_g1rCC0yF9cD8faZcMwlBWwXq"
        "h1CQOjLel8uPSst0BUpqeoIWmSN5KsjRgmwzbZlCI0Ypn5lexuYWpfmyofRezf7m5pHA__N1Cs8Fas0v"
        "iff8BOmcvFQ",
        "8342fe9954ac6768",
    ),
    "Race": (
        "mwa1.eNpNj9FqAyEURH9lmWcbNmnZBguBpp8RlmD1dlfiqqjbPCz-e68QaJ6cozNzrxtUjJBIShMEclG"
        "FIDdMScX5SeCzezl154_u3M4vtkbHkQx5ueyHYdeL1-OuH8UD9kP_RIfjgWmsAsXqG-SbgKNfclxrSNt"
        "sg-fC77B6o5Jtpfhp0C5XM1HhSM-6iQ136z0l9iwqtRJupVxye4oa8r3Wx3IGsqSVBJSbQrJlXtq6_zF"
        "2C_5fuF_znKy_MengnDWUrplnCSwLe8Za_wCTDFrI",
        "9bd556012dbbb4b7",
    ),
    "ExerciseBox": (
        "mwa1.eNodijkKgDAQRe_y6wiCXTrPIRYT_YWomZDEBcS7O1i-5YGkBA_ezNNS2AS94VCqVMI_iFoZVFd"
        "b2s5ClN08Mnc9JWz832NmrGYN5iwXfOsgsVzM8AN6jO_7AfqEIVM",
        "d9d8ed3d28dfb5c4",
    ),
    "FiniteSampleLab": (
        "mwa1.eNpVT11rwzAM_Cvhnp2StqMdHhS2_YW9lVKURmsM8ge2mzJK_vvstYztSdLpdHe6gUKAxqdxJnObyAbhV"
        "qiHQsqUGfqGc6Qw_mnw2rS75u2lef-phRqETpyg9_vlZrPo1PZ50R3UY1it7tN6-bs6zAqDIUlV1UFvOwWSMBK"
        "0u4goRLZ-Ijn-A50_3vFeSi4kSyKcctv7ixsoftXMzAP0uqqdfTR5tIVoKU4sZZsflyj2wSeTjS_mTwqT4WvBP"
        "67GNZHLN1VLuF5pDHwyqTLn-RuaT18X",
        "6b19a061ea8a35e1",
    ),
    "LiveBoard": (
        "mwa1.eNp9j00KgzAQha8SZh1DEqm1EXoKF_7gYqpBC7aGKEKR3L1RW7CbruZ9M8ybNwugMaCgv886u"
        "A1oG6AwTjhpUAu0Fk13ELBkJCcpKVxCMhJcSf6pReK7Oxdb9S6mx1qPoMpScsnONIwZr2gpwws7URH"
        "xjUIRMf4diWgFGUtPlaNQd8Oon_5s6u3aAXsvH2hn3QcGX-Oe1E7_c-U_-fyO1Vh3ulnfOpop4Zx7A"
        "7W-Su4",
        "691845a3bd1c8c5e",
    ),
    "MarvelPlayer": (
        "mw1.eNo1jLEKhDAQRH8lTB1LmxwIMZ8hFjkNuhDdkHjXSP7dVbCafTvMO7Fkn1YYWNV0qv8o9yQ0fFw4"
        "07FuUqZJHpwO4r3AnPjyb599pvCQhRlwTxxGLYeQfcm91GOsVSOGf4hinMNERXTSJC50m2HaegGAySlu",
        "52ee68e4f44e9534",
    ),
}
PUBLIC = [getattr(widgets, name) for name in widgets.__all__]
APPS = [app for app in PUBLIC if inspect.isclass(app) and issubclass(app, App)]


def made(app, **settings):
    own = (exercises("03").removable,) if app.__name__ in ("ExerciseBox", "Vote") else ()
    return app(*own, **settings)


@pytest.fixture(params=APPS, ids=lambda app: app.__name__)
def app(request):
    return request.param


def test_the_docstring_lists_the_parts(app):
    assert [part for part in made(app).parts if f'"{part}"' not in app.__doc__] == []


@pytest.mark.parametrize("state", [{"graph": 3}, {"graph": {}, "x": ["A"]}])
def test_a_state_of_something_else_is_refused_in_a_sentence(app, state):
    if app is MarvelPlayer:
        pytest.skip("a token of its own kind; tests/widgets/player has its damages")
    with pytest.raises(ValueError, match=r"\w"):
        app(token=to_app_token(app.spec.kind, state))


def test_a_damaged_or_foreign_token_is_refused(app):
    token = made(app).token
    for wrong in (token[:-5], "nonsense", to_app_token("other", {})):
        with pytest.raises(ValueError, match="state token"):
            app(token=wrong)


def test_an_unknown_argument_is_named_with_the_known_ones(app):
    with pytest.raises(TypeError, match=f"{app.__name__} has no argument 'anwsers'.*answers, big"):
        made(app, anwsers=True)


def test_the_shared_arguments_are_the_documented_ones(app):
    known = AppSettings if app.spec.predicts else SharedSettings
    if app is not MarvelPlayer:  # which takes the options of an algorithm besides
        (settings,) = get_args(get_type_hints(app.__init__)["settings"])
        assert settings is known
    assert all(name in AppSettings.__doc__ for name in DEFAULTS)
    assert "`AppSettings`" in app.__doc__
    assert not {*inspect.signature(app).parameters} & {*DEFAULTS}


def test_the_race_asks_for_a_bet_if_nothing_is_said():
    assert Race().model.predict
    assert not Race(predict=False).model.predict
