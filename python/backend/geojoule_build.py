"""Builds the wheel of GeoJoule: the Python package and the program in one file (PEP 517, no other package needed).

The program is, in this order: the one that GEOJOULE_PROGRAM names; the release of the commit that is checked out, with its
checksum verified; a build of this checkout with Swift. `python3 geojoule_build.py FOLDER` writes a wheel into a folder.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import platform
import re
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "geojoule"

# How packaging/fetch-program says that there is nothing to fetch.
NO_RELEASE = 3

REQUIREMENTS = ["pandas >=2.0"]
SUMMARY = "What a location strategy costs on a phone: battery, accuracy and freshness, before the app ships."


def version() -> str:
    """The version, from the one place that states it."""
    source = (ROOT / "Sources" / "GeoJoule" / "GeoJoule.swift").read_text(encoding="utf-8")
    found = re.search(r'static let text = "([^"]+)"', source)
    if found is None:
        raise SystemExit("geojoule_build: error: Sources/GeoJoule/GeoJoule.swift states no version")
    return found.group(1)


def program(folder: Path) -> Path:
    """The program, fetched or built where none is given; `folder` is for what is fetched."""
    named = os.environ.get("GEOJOULE_PROGRAM")
    if named:
        return Path(named)
    fetched = subprocess.run(
        ["sh", str(ROOT / "packaging" / "fetch-program"), str(folder)], stdout=subprocess.PIPE, text=True
    )
    if fetched.returncode == 0:
        return Path(fetched.stdout.strip())
    if fetched.returncode != NO_RELEASE:
        raise SystemExit("geojoule_build: error: the release was refused (see above)")
    built = subprocess.run(["make", "-C", str(ROOT), "build"], stdout=sys.stderr)
    if built.returncode != 0:
        raise SystemExit("geojoule_build: error: there is no release for this checkout, and the build failed (see above)")
    return ROOT / ".build" / "release" / "geojoule"


def tag(data: bytes) -> str:
    """The platform of a program: the oldest C library that it runs on."""
    machine = platform.machine()
    if sys.platform == "darwin":
        return f"py3-none-macosx_15_0_{machine}"
    # The names of symbol versions stand in the program as they are. Before 2.17 there was no tag.
    minors = {int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d{1,2})(?=\0)", data)} | {17}
    return f"py3-none-manylinux_2_{max(minors)}_{machine}"


def metadata() -> str:
    lines = [
        "Metadata-Version: 2.1",
        "Name: geojoule",
        f"Version: {version()}",
        f"Summary: {SUMMARY}",
        "Author: The GeoJoule contributors",
        "License: Apache-2.0; the program inside links GSL and is distributed under GPL-3.0",
        "Keywords: smartphone,energy,location,GNSS,simulation",
        "Requires-Python: >=3.9",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Topic :: Scientific/Engineering",
        "Classifier: License :: OSI Approved :: Apache Software License",
        "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
        "Classifier: Typing :: Typed",
        *(f"Requires-Dist: {requirement}" for requirement in REQUIREMENTS),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (ROOT / "python" / "README.md").read_text(encoding="utf-8")


def write_wheel(folder: Path, data: bytes) -> str:
    """Writes the wheel around a program and returns its name. Equal inputs give equal bytes."""
    distribution = f"geojoule-{version()}"
    name = f"{distribution}-{tag(data)}.whl"
    files: list[tuple[str, bytes, int]] = []
    for source in sorted(PACKAGE.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            files.append((source.relative_to(PACKAGE.parent).as_posix(), source.read_bytes(), 0o644))
    # Installers put scripts beside Python's own, on the path of the environment.
    files.append((f"{distribution}.data/scripts/geojoule", data, 0o755))
    info = f"{distribution}.dist-info"
    for licence in ("LICENSE", "packaging/GPL-3.txt", "packaging/THIRD-PARTY.md"):
        files.append((f"{info}/licenses/{Path(licence).name}", (ROOT / licence).read_bytes(), 0o644))
    files.append((f"{info}/METADATA", metadata().encode(), 0o644))
    wheel = f"Wheel-Version: 1.0\nGenerator: geojoule_build\nRoot-Is-Purelib: false\nTag: {tag(data)}\n"
    files.append((f"{info}/WHEEL", wheel.encode(), 0o644))
    record = "".join(f"{path},{digest(content)},{len(content)}\n" for path, content, _ in files)
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))

    moment = time.gmtime(max(315532800, int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content, mode in files:
            entry = zipfile.ZipInfo(path, moment[:6])
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return name


def digest(content: bytes) -> str:
    hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"sha256={hashed}"


# What installers call (PEP 517).


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return write_wheel(Path(wheel_directory), program(Path(folder)).read_bytes())


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """The files that git knows; the program is fetched or built where the wheel is."""
    base = f"geojoule-{version()}"
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(filter(None, listed.decode().split("\0"))):
            if os.path.lexists(ROOT / name):
                archive.add(ROOT / name, f"{base}/{name}", recursive=False)
        text = metadata().encode()
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    return f"{base}.tar.gz"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: geojoule_build.py FOLDER")
    print(f"dist: {build_wheel(sys.argv[1])}")
