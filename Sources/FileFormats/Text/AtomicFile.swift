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
  public static func write(_ bytes: [UInt8], to path: String) throws(InputError) {
    if path == "-" { return try writeAll(bytes, to: STDOUT_FILENO, path: "standard output") }
    var status = stat()
    let exists = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw failure(path, EISDIR) }
    if exists, access(path, W_OK) != 0 { throw failure(path, errno) }
    if exists, kind != S_IFREG { return try writeDirectly(bytes, to: path) }

    let target = exists ? resolved(path) : path
    let temporary = temporaryName(beside: target)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
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
      if rename(temporary, target) != 0 { throw failure(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Looks whether `write` may work, without writing anything: for a place that a long run will write to.
  ///
  /// - Throws: `InputError` that names the file and the reason.
  public static func check(_ path: String) throws(InputError) {
    if path == "-" { return }
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
      if access(path, W_OK) != 0 { throw failure(path, errno) }
      if status.st_mode & S_IFMT != S_IFREG { return }
    }
    let target = resolved(path)
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    if access(folder, W_OK | X_OK) != 0 { throw failure(path, errno) }
  }

  /// Writes text as UTF-8.
  ///
  /// - Throws: as `write(_:to:)` for bytes does.
  public static func write(_ text: String, to path: String) throws(InputError) {
    try write(Array(text.utf8), to: path)
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(InputError) {
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
