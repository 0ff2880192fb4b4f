package import Analysis
import Documents
package import FileFormats
import Foundation
import Core
import Reports

/// A sweep into a file, which goes on where it was stopped: items in `FILE.part`, one after the other, and `FILE` at the
/// end.
package struct SweepJournal {
  package let work: SweepWork
  /// Where the result goes, and `FILE.part` beside it: a symbolic link is followed first, so that it stays.
  package let path: String
  /// `nil` for the whole result.
  package let shard: SweepShard?

  package init(work: SweepWork, path: String, shard: SweepShard?) {
    self.work = work
    self.path = AtomicFile.target(of: path)
    self.shard = shard
  }

  private var partPath: String { path + ".part" }
  private var form: SweepForm { shard.map { .part($0) } ?? .whole }
  private var partForm: SweepForm { .part(shard ?? .whole) }
  /// In order.
  private var items: StrideTo<Int> { (shard ?? .whole).items(of: work.layout) }

  package struct Rest {
    package let journal: JournalFile
    package let done: Int
    /// Whether a line was damaged, so that it and what followed are done again.
    package let wasDamaged: Bool
  }

  /// Opens `FILE.part` and finds out where it was stopped; `nil` when `FILE` is complete already.
  ///
  /// - Throws: `InputError` when either file holds something else, and when another process writes.
  package func open() throws(InputError) -> Rest? {
    try InputFiles.refuse(path)
    if try isComplete() {
      try removePart(nil)
      return nil
    }
    let journal = try JournalFile(path: partPath)
    // The process that had the lock may have come to its end in the meantime.
    if try isComplete() {
      try removePart(journal)
      return nil
    }
    var expected = items.makeIterator()
    var done = 0
    let (own, file, form) = (work.header, partPath, partForm)
    if let line = try LineReader(path: file, isOwn: true).next(), !line.isComplete, !Self.isBlank(line),
      !isBegun(line, form)
    {
      throw Self.foreign(file, as: "part")
    }
    let identity = SweepPartReader.header(Array(work.lines.headerLine(form).utf8))?.identity
    let damaged = try journal.keep { line throws(InputError) in
      if line.number == 1 {
        if Self.isBlank(line) { return false }
        if let found = SweepPartReader.header(line.bytes) {
          try Self.check(found, own, form, file: file)
          return true
        }
        throw SweepPartReader.isHeader(line.bytes) ? Self.damagedHeader(file) : Self.foreign(file, as: "part")
      }
      guard let item = SweepPartReader.item(line.bytes), item.sweep == identity, item.item == expected.next() else {
        return false
      }
      done += 1
      return true
    }
    return Rest(journal: journal, done: done, wasDamaged: damaged)
  }

  /// What a loss of power can leave of a line that was never forced to the disk.
  private static func isBlank(_ line: LineReader.Line) -> Bool {
    !line.bytes.isEmpty && line.bytes.allSatisfy { $0 == 0 }
  }

  /// Whether a line that was cut off is the beginning of the header.
  private func isBegun(_ line: LineReader.Line, _ form: SweepForm) -> Bool {
    Array(work.lines.headerLine(form).utf8).starts(with: line.bytes)
  }

  /// Removes what is left of the work on a result that is complete: its own `FILE.part` and no other.
  ///
  /// - Parameter journal: where this process has it open.
  private func removePart(_ journal: JournalFile?) throws(InputError) {
    guard FileManager.default.fileExists(atPath: partPath) else { return }
    if let line = try LineReader(path: partPath, isOwn: true).next() {
      guard let found = SweepPartReader.header(line.bytes), found.header == work.header, found.form == partForm else {
        return
      }
    }
    guard let journal else { return try JournalFile(path: partPath).remove() }
    try journal.remove()
  }

  private static func damagedHeader(_ file: String) -> InputError {
    InputError(
      file: file, line: 1, message: "the header is damaged, or of another version of the format",
      remedy: "remove the file, or name another place")
  }

  private static func foreign(_ file: String, as what: String) -> InputError {
    InputError(
      file: file, message: "the file is there already and is no \(what) of a sweep",
      remedy: "remove it, or name another place")
  }

  private static func check(
    _ found: SweepPartReader.Header, _ own: SweepHeader, _ form: SweepForm, file: String
  ) throws(InputError) {
    if let difference = found.header.difference(to: own) {
      throw InputError(
        file: file, message: "the file holds another sweep: \(difference), which is to be run now",
        remedy: "remove it, or name another place")
    }
    guard found.form == form else {
      throw InputError(
        file: file, message: "the file holds another shard of this sweep", remedy: "remove it, or name another place")
    }
  }

  /// Whether the result is there; another file of that name is an error.
  private func isComplete() throws(InputError) -> Bool {
    try SweepSink.checkFile(path)
    let reader: LineReader
    do throws(InputError) {
      reader = try LineReader(path: path, isOwn: true)
    } catch {
      try AtomicFile.check(path)
      return false
    }
    guard let line = try reader.next() else { throw Self.foreign(path, as: "result") }
    if !line.isComplete, isBegun(line, form) { throw flaw(.cut(after: 0)) }
    guard let found = SweepPartReader.header(line.bytes) else {
      throw SweepPartReader.isHeader(line.bytes) ? Self.damagedHeader(path) : Self.foreign(path, as: "result")
    }
    try Self.check(found, work.header, form, file: path)
    let check = SweepResultCheck(header: work.header, identity: found.identity, shard: shard)
    if let found = try check.flaw(reader) { throw flaw(found) }
    return true
  }

  private func flaw(_ flaw: SweepResultCheck.Flaw) -> InputError {
    let remedy =
      FileManager.default.fileExists(atPath: partPath)
      ? "remove it to go on from \(partPath)" : "remove it, and run the same command again"
    return switch flaw {
    case .cut(after: 0): InputError(file: path, message: "the result is cut off in its first line", remedy: remedy)
    case .cut(let line): InputError(file: path, message: "the result is cut off after line \(line)", remedy: remedy)
    case .damaged(let line):
      InputError(file: path, line: line, message: "the result is damaged from here on", remedy: remedy)
    }
  }

  /// Runs what is left.
  ///
  /// - Parameter progress: called with numbers of runs as they are done.
  /// - Throws: `InputError`, and what the work throws; what is done is kept.
  package func run(_ rest: Rest, jobs: Int, progress: (Int) -> Void) async throws {
    let journal = rest.journal
    if try isEmpty() {
      try journal.append(Array((work.lines.headerLine(partForm) + "\n").utf8))
      try journal.syncWithFolder()
    }
    var left = work.pieces(of: items.dropFirst(rest.done))
    let work = work
    try await OrderedWork.run(
      jobs: jobs, next: { left.next() },
      work: { (piece: SweepWork.Piece) in
        (runs: work.runs(of: piece), line: try work.rows(piece).map { work.line(piece.item, $0) })
      },
      use: { result in
        progress(result.runs)
        guard let line = result.line else { return }
        try journal.append(line)
        // A loss of power costs what was done in a fifth of a second, and what is under way.
        try journal.syncSometimes()
      })
    try journal.sync()
    guard shard == nil else { return try journal.finish(as: path) }
    try writeWhole()
    try journal.remove()
  }

  private func isEmpty() throws(InputError) -> Bool { try LineReader(path: partPath, isOwn: true).next() == nil }

  /// Makes the result of the items in `FILE.part`.
  private func writeWhole() throws(InputError) {
    // Whoever has the lock on FILE.part alone uses this mark: what is there is of a process that was killed.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let mark = "\(FileReplacement.commonMark)sweep-\(SHA256.hexadecimal(of: name).prefix(16))-"
    removeStaged(mark)
    let target = try FileReplacement(for: path, mark: mark)
    let sink = SweepSink { bytes throws(InputError) in try target.append(bytes) }
    try sink.write(work.lines.headerLine(.whole))
    let reader = try LineReader(path: partPath, isOwn: true)
    var fold = SweepReducer(work.header)
    while let line = try reader.next() {
      if line.number == 1 { continue }
      guard let item = SweepPartReader.item(line.bytes) else {
        throw InputError(
          file: partPath, line: line.number, message: "the line was damaged after it had been written",
          remedy: "check the disk, and run the same command again")
      }
      try sink.write(try fold.add(item))
    }
    try sink.flush()
    try target.finish()
  }

  private func removeStaged(_ mark: String) {
    let folder = AtomicFile.folder(of: path)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix(mark) && name.hasSuffix(FileReplacement.ending) {
      try? FileManager.default.removeItem(atPath: folder + name)
    }
  }
}

/// Collects small pieces of output and writes them in larger ones.
package final class SweepSink {
  private var buffer: [UInt8] = []
  private let output: (_ bytes: [UInt8]) throws(InputError) -> Void

  package init(_ output: @escaping (_ bytes: [UInt8]) throws(InputError) -> Void) { self.output = output }

  /// Refuses a place that is there and is no file: what takes its name at the end cannot replace it.
  package static func checkFile(_ path: String) throws(InputError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let target = AtomicFile.target(of: path)
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
    guard type == .typeRegular else {
      throw InputError(
        file: path, message: "this is not a file",
        remedy: "name a file, or leave --output out to write to standard output")
    }
  }

  /// To standard output.
  package convenience init() { self.init { bytes throws(InputError) in try AtomicFile.write(bytes, to: "-") } }

  /// A line, to which a line feed is added.
  package func write(_ line: String) throws(InputError) { try write(Array((line + "\n").utf8)) }

  package func write(_ bytes: [UInt8]) throws(InputError) {
    buffer += bytes
    if buffer.count >= 1 << 16 { try flush() }
  }

  package func flush() throws(InputError) {
    guard !buffer.isEmpty else { return }
    try output(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
