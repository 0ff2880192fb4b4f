import Foundation
import TestSupport
import Testing

@testable import FileFormats

@Suite struct JournalFileTests {
  static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// The lines that a journal keeps.
  static func kept(_ path: String, isGood: (String) -> Bool = { _ in true }) throws -> (lines: [String], refused: Bool)
  {
    let journal = try JournalFile(path: path)
    var lines: [String] = []
    let refused = try journal.keep { line throws(InputError) in
      let text = String(decoding: line.bytes, as: UTF8.self)
      guard isGood(text) else { return false }
      lines.append(text)
      return true
    }
    return (lines, refused)
  }

  @Test func whatIsAppendedStays() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.part"
      do {
        let journal = try JournalFile(path: path)
        #expect(try !journal.keep { _ in true })
        try journal.append(Array("one\n".utf8))
        try journal.append(Array("two, å\n".utf8))
        try journal.sync()
      }
      #expect(try Self.kept(path).lines == ["one", "two, å"])
      do {
        let journal = try JournalFile(path: path)
        _ = try journal.keep { _ in true }
        try journal.append(Array("three\n".utf8))
        try journal.finish(as: "\(folder)/a")
      }
      #expect(try Self.text("\(folder)/a") == "one\ntwo, å\nthree\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }
  }

  @Test func aFileCutAnywhereKeepsItsWholeLines() throws {
    let whole = "first\n\nthird line\nlast\n"
    for cut in 0...whole.utf8.count {
      try withTemporaryFolder { folder in
        let path = "\(folder)/a.part"
        try Data(whole.utf8.prefix(cut)).write(to: URL(fileURLWithPath: path))
        let expected = whole.prefix(cut).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
          String.init)
        let (lines, refused) = try Self.kept(path)
        #expect(lines == expected)
        #expect(!refused)
        #expect(try Self.text(path) == expected.map { $0 + "\n" }.joined())
      }
    }
  }

  @Test func whatFollowsARefusedLineIsCutOff() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.part"
      try Data("good\nbad\ngood\n".utf8).write(to: URL(fileURLWithPath: path))
      let (lines, refused) = try Self.kept(path) { $0 == "good" }
      #expect(lines == ["good"])
      #expect(refused)
      #expect(try Self.text(path) == "good\n")
    }
  }

  @Test func aSecondWriterIsTold() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.part"
      let journal = try JournalFile(path: path)
      #expect(
        failure(in: folder) { _ = try JournalFile(path: path) }
          == "FOLDER/a.part: error: another geojoule is writing this file; wait for it, end it, or name another place")
      try journal.append(Array("x\n".utf8))
      #expect(try Self.text(path) == "x\n")
    }
  }

  @Test func placesThatCannotBeWrittenAreNamed() throws {
    try withTemporaryFolder { folder in
      #expect(
        failure(in: folder) { _ = try JournalFile(path: "\(folder)/no/a.part") }
          == "FOLDER/no/a.part: error: the folder 'FOLDER/no' does not exist; make it, or name another place")
      #expect(
        failure(in: folder) { _ = try JournalFile(path: folder) }
          == "FOLDER: error: cannot write the file: it is a folder; name a file in it")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/null")))
  func aDeviceIsNoJournal() {
    #expect(
      failure { _ = try JournalFile(path: "/dev/null") }
        == "/dev/null: error: work that can go on after a stop needs a file, and this is none; "
        + "name a file, or write to standard output")
  }

  @Test func longLinesAreReadWhole() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a"
      let lines = [70_000, 0, 1, 65_536, 200_001].map { String(repeating: "x", count: $0) }
      try Data((lines.joined(separator: "\n") + "\nrest").utf8).write(to: URL(fileURLWithPath: path))
      let reader = try LineReader(path: path)
      var offset = 0
      for (index, line) in lines.enumerated() {
        let found = try #require(try reader.next())
        #expect(found.bytes.count == line.utf8.count)
        #expect(found.number == index + 1)
        #expect(found.offset == offset)
        #expect(found.isComplete)
        offset += line.utf8.count + 1
      }
      let last = try #require(try reader.next())
      #expect(last.bytes == Array("rest".utf8))
      #expect(!last.isComplete)
      #expect(try reader.next() == nil)
      let slices = try FileSlices(path: path)
      #expect(try slices.bytes(at: 70_001, count: 3) == Array("\nx\n".utf8))
      #expect(try slices.bytes(at: offset, count: 100) == Array("rest".utf8))
    }
  }
}
