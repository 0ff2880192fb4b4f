import CLibrary
import Synchronization

/// A file that is written piece by piece under a name of its own, beside the place whose file it replaces at the end.
///
/// Until then the place is as it was. Whatever is not put in place is removed. A symbolic link stays, and what it names is
/// replaced.
package final class FileReplacement {
  /// As it was given; messages name it.
  private let path: String
  let target: String
  private let temporary: String
  private let descriptor: CInt
  private var isOpen = true
  /// Put in place, or removed.
  private var isDone = false

  /// Makes the temporary file, with the rights of the one it will replace.
  ///
  /// - Parameters:
  ///   - path: where the file will be.
  ///   - mark: what the temporary name begins with, so that its owner knows it again after the process was killed.
  package init(for path: String, mark: String = FileReplacement.commonMark) throws(InputError) {
    try InputFiles.check(path)
    self.path = path
    target = AtomicFile.target(of: path)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = AtomicFile.folder(of: target) + mark + random + Self.ending
    FileStep.next()
    // A file that is there already is somebody's: the name is refused rather than written over.
    var code: CInt = 0
    let temporary = temporary
    descriptor = StagedFiles.make(temporary) {
      let opened = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      code = errno
      return opened
    }
    guard descriptor >= 0 else {
      // What stands under the name is not ours to remove.
      (isOpen, isDone) = (false, true)
      if code == ENOENT { try AtomicFile.checkFolder(of: target, path: path) }
      throw InputError(writing: path, code)
    }
    var status = stat()
    if stat(target, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o7777) }
  }

  /// What the names of temporary files begin with.
  package static let commonMark = ".geojoule-"
  /// What the names of temporary files end with.
  package static let ending = ".tmp"

  deinit { discard() }

  package func append(_ bytes: [UInt8]) throws(InputError) {
    try AtomicFile.writeAll(bytes, to: descriptor, path: path)
  }

  /// Forces everything to the disk; nothing can be added afterwards.
  package func seal() throws(InputError) {
    guard isOpen else { return }
    FileStep.next()
    let code = fsync(descriptor) == 0 ? 0 : errno
    isOpen = false
    let closed = close(descriptor) == 0 ? 0 : errno
    guard code == 0, closed == 0 else { throw InputError(writing: path, code != 0 ? code : closed) }
  }

  /// Puts the file in its place.
  package func finish() throws(InputError) {
    try seal()
    FileStep.next()
    guard rename(temporary, target) == 0 else { throw InputError(writing: path, errno) }
    isDone = true
    StagedFiles.remove(temporary)
    JournalFile.syncFolder(of: target)
  }

  /// Removes the temporary file, unless it is in its place.
  package func discard() {
    if isOpen { close(descriptor) }
    isOpen = false
    if !isDone {
      unlink(temporary)
      StagedFiles.remove(temporary)
    }
    isDone = true
  }
}

/// The temporary files and folders that are there at this moment.
package enum StagedFiles {
  private static let paths = Mutex<Set<String>>([])
  private static let puttingInPlace = Mutex(())

  /// Makes a file or a folder, which is removed where the process ends by a signal.
  ///
  /// - Parameter make: gives a number below 0 where it fails; then nothing is to be removed.
  static func make(_ path: String, _ make: () -> CInt) -> CInt {
    paths.withLock { paths in
      let result = make()
      if result >= 0 { paths.insert(path) }
      return result
    }
  }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Puts several in their places; a signal ends the process before or afterwards.
  static func putInPlace(_ work: () throws(InputError) -> Void) throws(InputError) {
    try puttingInPlace.withLock { _ throws(InputError) in try work() }
  }

  /// Removes them all and ends the process by a signal. No other thread makes or moves a file meanwhile: nothing gives the locks
  /// back.
  package static func removeAll(andEnd end: () -> Void) {
    puttingInPlace.withLock { _ in
      paths.withLock { paths in
        // What is in a folder goes before it.
        for path in paths.sorted(by: { $0.utf8.count > $1.utf8.count }) where unlink(path) != 0 { rmdir(path) }
        end()
      }
    }
  }
}

/// Each change that the program makes to a file: making, writing, cutting, forcing to the disk, renaming, removing.
///
/// With `GEOJOULE_KILL_AT_STEP=n` the system kills the program at the n-th, a write after half of its bytes. So tests stop it
/// at every one of them, and see that nothing is lost. With `GEOJOULE_KILL_SIGNAL=TERM` it gets that signal, and goes on until its
/// handler ends it.
enum FileStep {
  private static let last = getenv("GEOJOULE_KILL_AT_STEP").flatMap { Int(String(cString: $0)) }
  private static let count = Atomic<Int>(0)

  private static let isTerminated = getenv("GEOJOULE_KILL_SIGNAL").map { String(cString: $0) } == "TERM"

  /// Whether this step is the one at which to be killed.
  static func isLast() -> Bool {
    guard let last else { return false }
    guard count.wrappingAdd(1, ordering: .relaxed).newValue == last else { return false }
    if isTerminated { kill(getpid(), SIGTERM) }
    return !isTerminated
  }

  /// Goes on, or does not.
  static func next() { if isLast() { die() } }

  static func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { _ = pause() }
  }
}
