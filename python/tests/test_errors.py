"""Messages of the program as exceptions, worked out by hand."""

from typing import Optional

import pytest

from geojoule import GeoJouleWarning, InputError, InternalError, UsageError
from geojoule._errors import exception, warnings_in


@pytest.mark.parametrize(
    ("text", "file", "line", "column"),
    [
        ("my-phone.yml:17:5: error: no such key; take it out", "my-phone.yml", 17, 5),
        ("a folder/x:y.yml:3:11: error: m; r", "a folder/x:y.yml", 3, 11),
        ("ride.gpx:7: error: m; r", "ride.gpx", 7, None),
        ("ride.gpx: error: m; r", "ride.gpx", None, None),
        ("error: m; r", None, None, None),
        ("x.yml: warning: w; s\nride.gpx:7: error: m; r\n", "ride.gpx", 7, None),
    ],
)
def test_bad_input_has_its_place(
    text: str, file: Optional[str], line: Optional[int], column: Optional[int]
) -> None:
    error = exception(65, text)
    assert isinstance(error, InputError)
    assert (error.file, error.line, error.column, error.code) == (file, line, column, 65)
    assert not error.message.startswith("error")


def test_the_text_of_an_exception_has_the_place_once() -> None:
    assert str(exception(65, "p.yml:17:5: error: no such key; take it out")) == "p.yml:17:5: no such key; take it out"
    assert str(exception(65, "error: m; r")) == "m; r"


def test_other_codes() -> None:
    assert isinstance(exception(64, "Error: Unknown option '--sedes'. Did you mean '--seeds'?\nUsage: x"), UsageError)
    assert exception(64, "Error: Unknown option '--sedes'").message == "Unknown option '--sedes'"
    fault = exception(-11, "")
    assert isinstance(fault, InternalError)
    assert fault.code == -11
    assert "-11" in str(fault)


def test_warnings_are_found_with_their_place() -> None:
    text = "wrote x\np.yml:17:5: warning: old key; use the new one\nwarning: alone; r\n"
    assert warnings_in(text) == ["p.yml:17:5: old key; use the new one", "alone; r"]
    assert issubclass(GeoJouleWarning, UserWarning)
