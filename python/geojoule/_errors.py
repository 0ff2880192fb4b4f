"""Errors of the program as exceptions."""

from __future__ import annotations

import re
from typing import Optional


class GeoJouleError(Exception):
    """The program ended without doing what was asked.

    `message` is what was wrong and what to do about it, `code` the program's exit code.
    """

    code: int = 1

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class InternalError(GeoJouleError):
    """A fault of the program itself; please report it."""

    code = 1


class UsageError(GeoJouleError):
    """An option that there is not, or a value that it does not take."""

    code = 64


class InputError(GeoJouleError):
    """A file or a name that cannot be used.

    `file` is as it was given, or None where the input is not a file. `line` and `column` count from 1; they are None
    where the error concerns the whole file.
    """

    code = 65

    def __init__(
        self,
        message: str,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        code: Optional[int] = None,
    ) -> None:
        super().__init__(message, code)
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place}: {self.message}" if place else self.message


class GeoJouleWarning(UserWarning):
    """Something that is allowed, but hardly meant."""


# FILE:LINE:COLUMN: error: MESSAGE, with the parts before the message as far as they are known. A file's name may hold
# colons, so the numbers are those that stand last.
_LINE = re.compile(
    r"^(?:(?P<file>.+?):(?:(?P<line>\d+):(?:(?P<column>\d+):)?)? )?(?P<kind>error|warning): (?P<message>.*)$",
    re.DOTALL | re.IGNORECASE,
)


def exception(code: int, stderr: str) -> GeoJouleError:
    """What the program said and how it ended, as an exception."""
    text = stderr.strip()
    found = None
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is not None and match["kind"].lower() == "error":
            found = match
    if found is None:
        message = text or f"geojoule ended with exit code {code} and said nothing"
        return UsageError(message) if code == 64 else InternalError(message, code)
    message = found["message"]
    if code == 64:
        return UsageError(message)
    if code != 65:
        return InternalError(text, code)
    line_number, column = found["line"], found["column"]
    return InputError(
        message,
        file=found["file"],
        line=int(line_number) if line_number else None,
        column=int(column) if column else None,
    )


def warnings_in(stderr: str) -> list[str]:
    """The warnings that the program wrote, with their places."""
    texts = []
    for line in stderr.splitlines():
        match = _LINE.match(line)
        if match is not None and match["kind"].lower() == "warning":
            place = ":".join(part for part in (match["file"], match["line"], match["column"]) if part)
            texts.append(f"{place}: {match['message']}" if place else match["message"])
    return texts
