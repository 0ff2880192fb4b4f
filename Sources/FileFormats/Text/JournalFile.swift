import CLibrary

/// A file that grows by whole lines and survives being cut off anywhere: by a crash, a full disk or a loss of power.
///
/// One process at a time writes it; the system's lock says so and is gone with the process. What was forced to the disk
/// stays. What was not may be torn: `keep` finds where the good lines end and cuts the rest off.
package final class JournalFile {
  package let path: String
  private let descriptor: CInt
  /// Where the next line goes.
  private var length = 0
  private var isDirty = false
  private var lastSync = ContinuousClock.now

  /// Opens the file, or makes it, and locks it.
  ///
  /// - Throws: `InputError` when it cannot be written, or when another process writes it.
  package init(path: String) throws(InputError) {
    self.path = path
    try InputFiles.check(path)
    while true {
      FileStep.next()
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        let code = errno
        if code == ENOENT { try AtomicFile.check(path) }
        throw InputError(writing: path, code)
      }
      var (own, present) = (stat(), stat())
      guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw InputError(
          file: path, message: "work that can go on after a stop needs a file, and this is none",
          remedy: "name a file, or write to standard output")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK {
          throw InputError(
            file: path, message: "another geojoule is writing this file",
            remedy: "wait for it, end it, or name another place")
        }
        throw InputError(writing: path, code)
      }
      // Whoever had the lock before may have renamed or removed the file in the meantime.
      if stat(path, &present) == 0, present.st_ino == own.st_ino, present.st_dev == own.st_dev {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }

  /// Reads the lines there are, keeps those before the first that is not complete or that `isGood` refuses, and cuts the
  /// file off there.
  ///
  /// - Returns: whether a complete line was refused; what was cut off within a line is no surprise.
  package func keep(_ isGood: (LineReader.Line) throws(InputError) -> Bool) throws(InputError) -> Bool {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw InputError(writing: path, errno) }
    let reader = LineReader(descriptor: descriptor, path: path)
    length = 0
    var refused = false
    while let line = try reader.next(), line.isComplete {
      guard try isGood(line) else {
        refused = true
        break
      }
      length = line.offset + line.bytes.count + 1
    }
    try cut()
    return refused
  }

  /// Adds lines, each with its line feed. When that fails, the file is as it was before.
  package func append(_ bytes: [UInt8]) throws(InputError) {
    let code = AtomicFile.writeAll(bytes, to: descriptor)
    guard code == 0 else {
      try? cut()
      throw failure(code)
    }
    length += bytes.count
    isDirty = true
  }

  /// Forces everything to the disk.
  package func sync() throws(InputError) {
    guard isDirty else { return }
    FileStep.next()
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    (isDirty, lastSync) = (false, .now)
  }

  /// Forces everything to the disk, and the file's name in its folder.
  package func syncWithFolder() throws(InputError) {
    try sync()
    Self.syncFolder(of: path)
  }

  /// Forces everything to the disk where a fifth of a second has passed since that was done: each time takes milliseconds.
  package func syncSometimes() throws(InputError) {
    if ContinuousClock.now - lastSync > .milliseconds(200) { try sync() }
  }

  private func failure(_ code: CInt) -> InputError {
    InputError(writing: path, code, "; what is done is kept: the same command goes on from there")
  }

  /// Forces everything to the disk and gives the file its last name.
  package func finish(as target: String) throws(InputError) {
    try sync()
    FileStep.next()
    guard rename(path, target) == 0 else { throw InputError(writing: target, errno) }
    Self.syncFolder(of: target)
  }

  package func remove() throws(InputError) {
    FileStep.next()
    guard unlink(path) == 0 || errno == ENOENT else { throw InputError(writing: path, errno) }
  }

  /// Forces a renaming to the disk, where the system can.
  static func syncFolder(of path: String) {
    let descriptor = open(AtomicFile.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private func cut() throws(InputError) {
    FileStep.next()
    guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, off_t(length), SEEK_SET) >= 0 else {
      throw InputError(writing: path, errno)
    }
  }
}
