"""Finds and runs the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Optional

from ._errors import GeoJouleError, GeoJouleWarning, exception, warnings_in


def program() -> str:
    """The path of the program.

    The environment variable GEOJOULE names another one; otherwise it is the one that was installed with this package,
    or the first on the PATH.
    """
    named = os.environ.get("GEOJOULE")
    if named:
        return named
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    # pip install --user, and pip install --target.
    scheme = "posix_user" if os.name == "posix" else "nt_user"
    folders.append(sysconfig.get_path("scripts", scheme))
    folders.append(str(Path(__file__).resolve().parents[1] / "bin"))
    for folder in folders:
        path = os.path.join(folder, "geojoule")
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("geojoule")
    if found is None:
        raise GeoJouleError("the program geojoule is not installed; name it in the environment variable GEOJOULE")
    return found


@lru_cache(maxsize=None)
def version() -> str:
    """The program's version, with its commit where that is known."""
    return call(["--version"]).decode().strip()


def call(arguments: Sequence[str], notes: Optional[list[str]] = None) -> bytes:
    """Runs the program and returns its standard output.

    Raises what `GeoJouleError` stands for when it fails; what it warns of becomes a `GeoJouleWarning`, and is added to
    `notes`.
    """
    path = program()
    try:
        outcome = subprocess.run(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=False,
        )
    except OSError as error:
        raise GeoJouleError(f"the program '{path}' cannot be run: {error.strerror}") from error
    stderr = outcome.stderr.decode("utf-8", "replace")
    if outcome.returncode != 0:
        raise exception(outcome.returncode, stderr)
    for text in warnings_in(stderr):
        warnings.warn(text, GeoJouleWarning, stacklevel=4)
        if notes is not None:
            notes.append(text)
    return outcome.stdout
