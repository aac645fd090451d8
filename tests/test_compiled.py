"""What is compiled before the workers begin is what they look for."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

from _pytest.assertion import rewrite

from tests import compiled


def test_a_worker_finds_what_was_compiled(pytestconfig, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "tests"
    folder.mkdir()
    test, helper, broken = folder / "test_a.py", folder / "helper.py", folder / "test_b.py"
    for file, code in ((test, "assert 1"), (helper, "a = 1"), (broken, "assert (")):
        file.write_text(code)
    asked = SimpleNamespace(
        args=["tests"],
        invocation_params=SimpleNamespace(dir=tmp_path),
        stash=pytestconfig.stash,
        getini=pytestconfig.getini,
    )
    files = compiled.collected(asked)
    assert set(files) == {test, helper, broken}
    compiled.compile_files(asked, files)
    kept = rewrite.get_cache_dir(test) / f"test_a{rewrite.PYC_TAIL}"
    assert rewrite._read_pyc(test, kept) is not None
    assert not kept.with_name(f"test_b{rewrite.PYC_TAIL}").exists()
    made = Path(importlib.util.cache_from_source(str(helper))).read_bytes()
    assert made.startswith(importlib.util.MAGIC_NUMBER)
