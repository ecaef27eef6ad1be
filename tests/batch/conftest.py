"""What several tests of batches look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.folders import PICTURES, THREE, call
from tests.batch.plans import games, text


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "plan.yaml").write_text(text(THREE, games(1), more=PICTURES))
    done = call(folder, "batch", "plan.yaml", "--jobs", "1")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[-2:] == [
        "the data set in some-data has 3 towers",
        "all 4 cases have a result: see paletti results some.db",
    ]
    return folder
