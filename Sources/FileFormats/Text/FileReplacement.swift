#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
  /// - Throws: `InputError` that names the file and the reason.
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
      throw AtomicFile.failure(path, code)
    }
    var status = stat()
    if stat(target, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o7777) }
  }

  /// What the names of temporary files begin with.
  package static let commonMark = ".geojoule-"
  /// What the names of temporary files end with.
  package static let ending = ".tmp"

  deinit { discard() }

  /// Adds bytes.
  ///
  /// - Throws: `InputError` that names the file and the reason; the temporary file is removed.
  package func append(_ bytes: [UInt8]) throws(InputError) {
    do throws(InputError) {
      try AtomicFile.writeAll(bytes, to: descriptor, path: path)
    } catch {
      discard()
      throw error
    }
  }

  /// Forces everything to the disk; nothing can be added afterwards.
  ///
  /// - Throws: `InputError` that names the file and the reason; the temporary file is removed.
  package func seal() throws(InputError) {
    guard isOpen else { return }
    FileStep.next()
    let code = fsync(descriptor) == 0 ? 0 : errno
    isOpen = false
    let closed = close(descriptor) == 0 ? 0 : errno
    guard code == 0, closed == 0 else {
      discard()
      throw AtomicFile.failure(path, code != 0 ? code : closed)
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: `InputError` that names the file and the reason; the temporary file is removed.
  package func finish() throws(InputError) {
    try seal()
    FileStep.next()
    guard rename(temporary, target) == 0 else {
      let code = errno
      discard()
      throw AtomicFile.failure(path, code)
    }
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
