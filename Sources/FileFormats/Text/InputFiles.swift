import CLibrary
import Synchronization

/// The files that a command has read and those that it is going to write: none may be both.
///
/// A file is known by its place on the disk, so that links count, and by its name without links, so that it is known after an
/// editor has put another one in its place. Only regular files count: reading a device takes nothing from it.
package final class InputFiles: Sendable {
  fileprivate struct Names {
    fileprivate struct Place: Hashable {
      let device: UInt64
      let number: UInt64
    }

    var places: [Place: String] = [:]
    var paths: [String: String] = [:]

    func name(_ place: Place?, _ path: String?) -> String? {
      place.flatMap { places[$0] } ?? path.flatMap { paths[$0] }
    }

    mutating func add(_ name: String, _ place: Place?, _ path: String?) {
      if let place { places[place] = name }
      if let path { paths[path] = name }
    }
  }

  private struct State {
    var read = Names()
    var written = Names()
    var warnings: Set<String> = []
  }

  /// Those of the command that runs; `nil` where nobody keeps account, as in the library.
  @TaskLocal package static var current: InputFiles?

  private let state = Mutex(State())

  private let report: (@Sendable (String) -> Void)?

  /// - Parameter report: takes each warning once, as a line.
  package init(report: (@Sendable (String) -> Void)? = nil) { self.report = report }

  /// Reports what a reader accepts but should be changed in the file; a file that is read again gives no second warning.
  package func warn(_ text: String) { show("warning: \(text)") }

  /// The same with the place first.
  package func warn(_ fault: InputError) { show(fault.warning) }

  private func show(_ line: String) {
    guard let report, state.withLock({ $0.warnings.insert(line).inserted }) else { return }
    report(line)
  }

  /// Notes that an open file is read.
  static func opened(_ descriptor: CInt, path: String) throws(InputError) {
    guard let current, let place = place(of: descriptor) else { return }
    let resolved = path == "-" ? nil : AtomicFile.resolved(path)
    let output = current.state.withLock { state in
      state.read.add(path == "-" ? "standard input" : path, place, resolved)
      return state.written.name(place, resolved)
    }
    if let output { throw refusal(output, path) }
  }

  /// Notes that a place will be written to.
  ///
  /// - Parameter isKept: `false` only asks.
  static func check(_ path: String, isKept: Bool = true) throws(InputError) {
    guard let current else { return }
    var status = stat()
    let isThere = path == "-" ? fstat(STDOUT_FILENO, &status) == 0 : stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG { return }
    let place = isThere ? Names.Place(status) : nil
    let resolved = path == "-" ? nil : AtomicFile.resolved(path)
    let input = current.state.withLock { state in
      if isKept, path != "-" { state.written.add(path, place, resolved) }
      return state.read.name(place, resolved)
    }
    if let input { throw refusal(path == "-" ? "standard output" : path, input) }
  }

  /// Refuses a place that the command has read; what is read there later is its own.
  package static func refuse(_ path: String) throws(InputError) { try check(path, isKept: false) }

  private static func refusal(_ output: String, _ input: String) -> InputError {
    let what = input == output ? "this command reads it" : "it is '\(input)', which this command reads"
    return InputError(
      file: output, message: "the file would be written over, and \(what)", remedy: "name another place",
      isUsage: true)
  }

  private static func place(of descriptor: CInt) -> Names.Place? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Names.Place(status)
  }
}

extension InputFiles.Names.Place {
  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
