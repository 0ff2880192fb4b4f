import FileFormats
import Foundation
import TestSupport
import Testing

@Suite struct FileTests {
  @Test func aWrittenFileReadsBack() throws {
    try withTemporaryFolder { folder in
      try AtomicFile.write("first\n", to: "\(folder)/a.csv")
      try AtomicFile.write("second, å\n", to: "\(folder)/a.csv")
      #expect(try TextFile.read("\(folder)/a.csv") == "second, å\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.csv"])
    }
  }

  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    try withTemporaryFolder { folder in
      try AtomicFile.write("old", to: "\(folder)/target")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "target")
      try AtomicFile.write("new", to: "\(folder)/link")
      #expect(try TextFile.read("\(folder)/target") == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "target")
    }
  }

  @Test func aLinkToNothingYetStays() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(atPath: "\(folder)/far", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/far/second", withDestinationPath: "../end")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "far/second")
      try AtomicFile.write("new", to: "\(folder)/link")
      #expect(try TextFile.read("\(folder)/end") == "new")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "far/second")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["end", "far", "link"])
    }
  }

  @Test func aReplacementIsInPlaceAtTheEndOrNotAtAll() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a"
      try AtomicFile.write("old", to: path)
      do {
        let file = try FileReplacement(for: path)
        try file.append(Array("given up".utf8))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
      let file = try FileReplacement(for: path)
      try file.append(Array("new, ".utf8))
      #expect(try TextFile.read(path) == "old")
      try file.append(Array("longer".utf8))
      try file.finish()
      file.discard()
      #expect(try TextFile.read(path) == "new, longer")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
      #expect(
        failure(in: folder) { _ = try FileReplacement(for: "\(folder)/no/a") }
          == "FOLDER/no/a: error: the folder 'FOLDER/no' does not exist; make it, or name another place")
    }
  }

  @Test func folderAndMissingFolderAreNamed() throws {
    try withTemporaryFolder { folder in
      #expect(
        failure(in: folder) { try AtomicFile.write("x", to: folder) }
          == "FOLDER: error: cannot write the file: it is a folder; name a file in it")
      #expect(
        failure(in: folder) { try AtomicFile.write("x", to: "\(folder)/no/a.csv") }
          == "FOLDER/no/a.csv: error: the folder 'FOLDER/no' does not exist; make it, or name another place")
      #expect(
        failure(in: folder) { _ = try TextFile.read("\(folder)/no") }
          == "FOLDER/no: error: cannot read the file: there is no such file or folder; check the path")
      #expect(
        failure(in: folder) { _ = try TextFile.read(folder) }
          == "FOLDER: error: cannot read the file: it is a folder; name a file in it")
    }
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
  func unwritableFolderLeavesNothing() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
      #expect(
        failure(in: folder) { try AtomicFile.write("x", to: "\(folder)/a.csv") }
          == "FOLDER/a.csv: error: cannot write the file: permission denied; "
          + "choose a place where you may write, or change the permissions")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
  func fullDeviceIsNamed() {
    #expect(
      failure { try AtomicFile.write("x", to: "/dev/full") }
        == "/dev/full: error: cannot write the file: no space is left on the disk; "
        + "free some space or choose another disk")
  }

  /// A disk of 64 KiB, where the system lets us mount one.
  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs the superuser"))
  func fullDiskKeepsTheOldFileAndNoTemporary() throws {
    try withTemporaryFolder { folder in
      try SmallDisk.mount(folder, options: "size=64k")
      defer { SmallDisk.unmount(folder) }
      try AtomicFile.write("old", to: "\(folder)/a.csv")
      let large = [UInt8](repeating: 65, count: 1_000_000)
      #expect(
        failure(in: folder) { try AtomicFile.write(large, to: "\(folder)/a.csv") }
          == "FOLDER/a.csv: error: cannot write the file: no space is left on the disk; "
          + "free some space or choose another disk")
      #expect(try TextFile.read("\(folder)/a.csv") == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.csv"])
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a disk needs the superuser"))
  func aReadOnlyDiskIsNamed() throws {
    try withTemporaryFolder { folder in
      try SmallDisk.mount(folder, options: "size=64k,ro")
      defer { SmallDisk.unmount(folder) }
      let expected =
        "FOLDER/a.csv: error: cannot write the file: the disk is read-only; "
        + "choose a place where you may write, or change the permissions"
      let written = failure(in: folder) { try AtomicFile.write("x", to: "\(folder)/a.csv") }
      let checked = failure(in: folder) { try AtomicFile.check("\(folder)/a.csv") }
      #expect(written == expected)
      #expect(checked == expected)
    }
  }

  @Test func placesAreCheckedWithoutWriting() throws {
    try withTemporaryFolder { folder in
      func said(_ path: String) -> String { failure(in: folder) { try AtomicFile.check(path) } }
      #expect(said("\(folder)/a.csv") == "done")
      #expect(said("-") == "done")
      #expect(
        said("\(folder)/no/a.csv")
          == "FOLDER/no/a.csv: error: the folder 'FOLDER/no' does not exist; make it, or name another place")
      #expect(said(folder) == "FOLDER: error: cannot write the file: it is a folder; name a file in it")
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func oneFailureLeavesAllOldFiles() throws {
    try withTemporaryFolder { folder in
      try AtomicFile.write("old", to: "\(folder)/a.csv")
      let new = Array("new".utf8)
      #expect(
        failure(in: folder) {
          try AtomicFile.write([("\(folder)/a.csv", new), ("\(folder)/b.csv", new), ("\(folder)/no/c.csv", new)])
        } == "FOLDER/no/c.csv: error: the folder 'FOLDER/no' does not exist; make it, or name another place")
      #expect(try TextFile.read("\(folder)/a.csv") == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.csv"])
      if FileManager.default.fileExists(atPath: "/dev/full") {
        let said = failure { try AtomicFile.write([("/dev/full", new), ("\(folder)/a.csv", new)]) }
        #expect(said.hasPrefix("/dev/full: error: "))
        #expect(try TextFile.read("\(folder)/a.csv") == "old")
      }
      try AtomicFile.write([("\(folder)/a.csv", new), ("\(folder)/b.csv", new)])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.csv", "b.csv"])
      #expect(try TextFile.read("\(folder)/a.csv") == "new")
    }
  }

  @Test func anEmptyNameIsNoPlace() {
    #expect(failure { try AtomicFile.check("") } == "error: the name of a file to write is empty; name a file, or '-'")
  }

  @Test(arguments: [
    ("zip", [0x50, 0x4B, 3, 4] as [UInt8]), ("bzip2", [0x42, 0x5A, 0x68, 0x39]),
    ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
  ])
  func compressedFilesAreNamed(_ form: String, _ start: [UInt8]) throws {
    try withTemporaryFolder { folder in
      try AtomicFile.write(start + [7, 9], to: "\(folder)/a.gpx")
      #expect(
        failure(in: folder) { _ = try TextFile.bytes("\(folder)/a.gpx") }
          == "FOLDER/a.gpx: error: the file is compressed (\(form)); unpack it first")
    }
  }

  @Test func badBytesNameTheirLine() {
    #expect(
      failure { _ = try TextFile.text(Array("ab\nå".utf8) + [0xFF, 0x41], file: "x.yml") }
        == "x.yml:2:2: error: a byte here is not UTF-8 text; save the file as UTF-8")
    #expect(
      failure { _ = try TextFile.text([0xFF, 0xFE, 0x61, 0], file: "x.yml") }
        == "x.yml:1:1: error: the file is UTF-16; save it as UTF-8")
  }

  @Test func byteOrderMarkIsSkipped() throws {
    #expect(try TextFile.text([0xEF, 0xBB, 0xBF, 0x61], file: "x.yml") == "a")
  }

  @Test func largeFilesAreRefused() throws {
    try withTemporaryFolder { folder in
      try AtomicFile.write([UInt8](repeating: 65, count: 2_000_001), to: "\(folder)/a")
      #expect(
        failure(in: folder) { _ = try TextFile.read("\(folder)/a", limit: 2_000_000) }
          == "FOLDER/a: error: the file is larger than 2 MB; split it or thin it out")
    }
  }

  /// A file that is read twice gives its warnings once.
  @Test func theSameWarningIsGivenOnce() {
    let given = warnings {
      for _ in 0..<3 { InputFiles.current?.warn("b.yml:7: 'x' is old") }
      InputFiles.current?.warn("b.yml:9: 'x' is old")
    }
    #expect(given == ["warning: b.yml:7: 'x' is old", "warning: b.yml:9: 'x' is old"])
  }
}
