import Analysis
import FileFormats
import Foundation
import Reports

/// A sweep into a file, which goes on where it was stopped: items in `FILE.part`, one after the other, and `FILE` at the
/// end.
struct SweepJournal {
  let work: SweepWork
  /// Where the result goes.
  let path: String
  /// `nil` for the whole result.
  let shard: SweepShard?

  private var form: SweepForm { shard.map { .part($0) } ?? .whole }
  private var partForm: SweepForm { .part(shard ?? .whole) }
  /// In order.
  private var items: StrideTo<Int> { (shard ?? .whole).items(of: work.layout) }

  /// What is left to do.
  struct Rest {
    let journal: JournalFile
    /// How many items are done.
    let done: Int
    /// Whether a line was damaged, so that it and what followed are done again.
    let wasDamaged: Bool
  }

  /// Opens `FILE.part` and finds out where it was stopped; `nil` when `FILE` is complete already.
  ///
  /// - Throws: `InputError` when either file holds something else, and when another process writes.
  func open() throws(InputError) -> Rest? {
    let isDone = try isComplete()
    let journal = try JournalFile(path: path + ".part")
    // The process that had the lock may have come to its end in the meantime.
    let isDoneNow = try isComplete()
    if isDone || isDoneNow {
      try journal.remove()
      return nil
    }
    var expected = items.makeIterator()
    var done = 0
    let (own, file, form) = (work.header, path + ".part", partForm)
    if let line = try LineReader(path: file).next(), !line.isComplete,
      !Array(work.lines.headerLine(form).utf8).starts(with: line.bytes)
    {
      throw Self.foreign(file)
    }
    let identity = SweepPartReader.header(Array(work.lines.headerLine(form).utf8))?.identity
    let damaged = try journal.keep { line throws(InputError) in
      if line.number == 1 {
        if let found = SweepPartReader.header(line.bytes) {
          try Self.check(found, own, form, file: file)
          return true
        }
        throw Self.foreign(file)
      }
      guard let item = SweepPartReader.item(line.bytes), item.sweep == identity, item.item == expected.next() else {
        return false
      }
      done += 1
      return true
    }
    return Rest(journal: journal, done: done, wasDamaged: damaged)
  }

  private static func foreign(_ file: String) -> InputError {
    InputError(
      file: file, message: "the file is there already and is no part of a sweep",
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
      reader = try LineReader(path: path)
    } catch {
      try AtomicFile.check(path)
      return false
    }
    guard let line = try reader.next(), let found = SweepPartReader.header(line.bytes) else {
      throw InputError(
        file: path, message: "the file is there already and is no result of a sweep",
        remedy: "remove it, or name another place")
    }
    try Self.check(found, work.header, form, file: path)
    return true
  }

  /// Runs what is left.
  ///
  /// - Parameter progress: called after each item with its number.
  /// - Throws: `InputError`, and what the work throws; what is done is kept.
  func run(_ rest: Rest, jobs: Int, progress: (Int) -> Void) async throws {
    let journal = rest.journal
    if try isEmpty() { try journal.append(Array((work.lines.headerLine(partForm) + "\n").utf8)) }
    var left = items.dropFirst(rest.done).makeIterator()
    var last = ContinuousClock.now
    let work = work
    try await OrderedWork.run(
      jobs: jobs, next: { left.next() }, work: { (item: Int) in (item: item, line: try work.line(item)) },
      use: { result in
        try journal.append(result.line)
        // A loss of power costs the work of a fifth of a second at most.
        if ContinuousClock.now - last > .milliseconds(200) {
          try journal.sync()
          last = .now
        }
        progress(result.item)
      })
    try journal.sync()
    guard shard == nil else { return try journal.finish(as: path) }
    try writeWhole()
    try journal.remove()
  }

  private func isEmpty() throws(InputError) -> Bool { try LineReader(path: path + ".part").next() == nil }

  /// Makes the result of the items in `FILE.part`.
  private func writeWhole() throws(InputError) {
    let target = try JournalFile(path: path + ".tmp")
    _ = try target.keep { _ in false }
    let sink = SweepSink { bytes throws(InputError) in try target.append(bytes) }
    try sink.write(work.lines.headerLine(.whole))
    let reader = try LineReader(path: path + ".part")
    var fold = SweepFold(work.header)
    while let line = try reader.next() {
      if line.number == 1 { continue }
      guard let item = SweepPartReader.item(line.bytes) else {
        throw InputError(
          file: path + ".part", line: line.number, message: "the line was damaged after it had been written",
          remedy: "check the disk, and run the same command again")
      }
      try sink.write(try fold.add(item))
    }
    try sink.flush()
    try target.finish(as: path)
  }
}

/// Collects small pieces of output and writes them in larger ones.
final class SweepSink {
  private var buffer: [UInt8] = []
  private let output: (_ bytes: [UInt8]) throws(InputError) -> Void

  init(_ output: @escaping (_ bytes: [UInt8]) throws(InputError) -> Void) { self.output = output }

  /// Refuses a place that is there and is no file: what takes its name at the end cannot replace it.
  static func checkFile(_ path: String) throws(InputError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard !isFolder.boolValue, type == .typeRegular || type == .typeSymbolicLink else {
      throw InputError(
        file: path, message: "this is not a file",
        remedy: "name a file, or leave --output out to write to standard output")
    }
  }

  /// To standard output.
  convenience init() { self.init { bytes throws(InputError) in try AtomicFile.write(bytes, to: "-") } }

  /// A line, to which a line feed is added.
  func write(_ line: String) throws(InputError) { try write(Array((line + "\n").utf8)) }

  func write(_ bytes: [UInt8]) throws(InputError) {
    buffer += bytes
    if buffer.count >= 1 << 16 { try flush() }
  }

  func flush() throws(InputError) {
    guard !buffer.isEmpty else { return }
    try output(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
