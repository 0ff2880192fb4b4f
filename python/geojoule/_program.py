"""Finds and runs the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import IO, Any, Optional, Union

from ._errors import GeoJouleError, GeoJouleWarning, exception, warnings_in

# None: a bar in a notebook, where tqdm is installed. A bar of one's own takes tqdm's `total`, `unit`, `update` and `close`.
Progress = Union[None, bool, Callable[..., Any]]


def bar(progress: Progress) -> Optional[Callable[..., Any]]:
    """What makes a bar; None where none is wanted."""
    if callable(progress):
        return progress
    if progress is False or (progress is None and "ipykernel" not in sys.modules):
        return None
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        if progress:
            raise
        return None
    made: Callable[..., Any] = tqdm
    return made


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


# What the program writes to a terminal: an erased line, and how far it is.
_STEP = re.compile(r"\r\x1b\[2K(?:(?P<done>\d+) of (?P<total>\d+) (?P<unit>[a-z ]+)[^\r\n]*)?")


def _follow(stream: IO[bytes], make: Optional[Callable[..., Any]], said: list[str]) -> None:
    """Reads standard error to its end; lines of progress move a bar."""
    shown: Any = None
    size, done = 0, 0
    while block := os.read(stream.fileno(), 65536).decode("utf-8", "replace"):
        said.append(_STEP.sub("", block))
        for step in _STEP.finditer(block):
            if make is None or step["total"] is None:
                continue
            if shown is None or int(step["total"]) != size:
                if shown is not None:
                    shown.close()
                size, done = int(step["total"]), 0
                shown = make(total=size, unit=" " + step["unit"])
            shown.update(int(step["done"]) - done)
            done = int(step["done"])
    if shown is not None:
        shown.close()


def call(
    arguments: Sequence[str], notes: Optional[list[str]] = None, make: Optional[Callable[..., Any]] = None
) -> bytes:
    """Runs the program and returns its standard output; `make` makes a bar for its progress.

    Raises what `GeoJouleError` stands for when it fails; what it warns of becomes a `GeoJouleWarning`, and is added to
    `notes`.
    """
    path = program()
    environment = {**os.environ, "GEOJOULE_PROGRESS": "1"} if make else None
    said: list[str] = []
    try:
        with subprocess.Popen(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            follower = Thread(target=_follow, args=(process.stderr, make, said))
            follower.start()
            try:
                output = process.stdout.read()
            except BaseException:
                process.kill()
                raise
            finally:
                follower.join()
    except OSError as error:
        raise GeoJouleError(f"the program '{path}' cannot be run: {error.strerror}") from error
    stderr = "".join(said)
    if process.returncode != 0:
        raise exception(process.returncode, stderr)
    for text in warnings_in(stderr):
        warnings.warn(text, GeoJouleWarning, stacklevel=4)
        if notes is not None:
            notes.append(text)
    return output
