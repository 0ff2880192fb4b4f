#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes whole files: afterwards the file has all the new bytes or is as it was.
public enum AtomicFile {
  /// Writes `bytes` to a temporary file beside `path`, forces them to the disk and renames it.
  ///
  /// `-` is standard output. Devices and pipes are written directly. A symbolic link stays and its target is replaced.
  ///
  /// - Throws: `InputError` that names the file and the reason; the temporary file is removed.
  public static func write(_ bytes: [UInt8], to path: String) throws(InputError) { try write([(path, bytes)]) }

  /// Writes several files so that a failure leaves all of them as they were: first all temporary files, then what goes
  /// to standard output, devices and pipes, and the renaming at the very end.
  ///
  /// - Throws: as `write(_:to:)`.
  public static func write(_ files: [(path: String, bytes: [UInt8])]) throws(InputError) {
    var staged: [StagedFile] = []
    do throws(InputError) {
      var direct: [(path: String, bytes: [UInt8])] = []
      for file in files {
        if try isDirect(file.path) {
          direct.append(file)
        } else {
          staged.append(try stage(file.bytes, for: file.path))
        }
      }
      for file in direct { try writeDirectly(file.bytes, to: file.path) }
      for file in staged where rename(file.temporary, file.target) != 0 { throw failure(file.path, errno) }
    } catch {
      // Those that were renamed already are no longer there.
      for file in staged { unlink(file.temporary) }
      throw error
    }
  }

  private struct StagedFile {
    let path: String
    let temporary: String
    let target: String
  }

  /// Whether the place cannot be replaced by renaming.
  private static func isDirect(_ path: String) throws(InputError) -> Bool {
    if path == "-" { return true }
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
    if access(path, W_OK) != 0 { throw failure(path, errno) }
    return status.st_mode & S_IFMT != S_IFREG
  }

  /// Writes a temporary file beside the place, with the rights of the one it will replace.
  private static func stage(_ bytes: [UInt8], for path: String) throws(InputError) -> StagedFile {
    var status = stat()
    let exists = stat(path, &status) == 0
    let target = exists ? resolved(path) : path
    let temporary = temporaryName(beside: target)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { try checkFolder(of: target, path: path) }
      throw failure(path, code)
    }
    do throws(InputError) {
      if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
      do throws(InputError) {
        try writeAll(bytes, to: descriptor, path: path)
        if fsync(descriptor) != 0 { throw failure(path, errno) }
      } catch {
        close(descriptor)
        throw error
      }
      if close(descriptor) != 0 { throw failure(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    return StagedFile(path: path, temporary: temporary, target: target)
  }

  /// Looks whether `write` may work, without writing anything: for a place that a long run will write to.
  ///
  /// - Throws: `InputError` that names the file and the reason.
  public static func check(_ path: String) throws(InputError) {
    guard !path.isEmpty else {
      throw InputError(file: nil, message: "the name of a file to write is empty", remedy: "name a file, or '-'")
    }
    if try isDirect(path) { return }
    let target = resolved(path)
    try checkFolder(of: target, path: path)
    if access(folder(of: target), W_OK | X_OK) != 0 { throw failure(path, errno) }
  }

  private static func folder(of target: String) -> String {
    target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
  }

  /// Says which folder is not there.
  private static func checkFolder(of target: String, path: String) throws(InputError) {
    let folder = folder(of: target)
    var status = stat()
    guard stat(folder, &status) != 0, errno == ENOENT else { return }
    let name = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    throw InputError(
      file: path, message: "the folder '\(name)' does not exist", remedy: "make it, or name another place")
  }

  /// Writes text as UTF-8.
  ///
  /// - Throws: as `write(_:to:)` for bytes does.
  public static func write(_ text: String, to path: String) throws(InputError) {
    try write(Array(text.utf8), to: path)
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(InputError) {
    if path == "-" { return try writeAll(bytes, to: STDOUT_FILENO, path: "standard output") }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, path: path)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: CInt, path: String) throws(InputError) {
    let code: CInt = bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = systemWrite(descriptor, buffer[done...])
        if count > 0 {
          done += count
        } else if count < 0, errno != EINTR {
          return errno
        } else if count == 0 {
          return ENOSPC
        }
      }
      return 0
    }
    if code != 0 { throw failure(path, code) }
  }

  private static func systemWrite(_ descriptor: CInt, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let part = UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Darwin)
      return Darwin.write(descriptor, part.baseAddress, part.count)
    #elseif canImport(Musl)
      return Musl.write(descriptor, part.baseAddress, part.count)
    #else
      return Glibc.write(descriptor, part.baseAddress, part.count)
    #endif
  }

  private static func temporaryName(beside target: String) -> String {
    let slash = target.lastIndex(of: "/")
    let folder = slash.map { String(target[...$0]) } ?? ""
    let random = UInt64.random(in: .min ... .max)
    return "\(folder).geojoule-\(String(random, radix: 36)).tmp"
  }

  private static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  private static func failure(_ path: String, _ code: CInt) -> InputError {
    InputError(
      file: path, message: "cannot write the file: \(SystemReason.text(code))", remedy: SystemReason.remedy(code))
  }
}
