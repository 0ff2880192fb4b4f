import CLibrary

/// Writes whole files: afterwards the file has all the new bytes or is as it was.
package enum AtomicFile {
  /// What messages call the place `-`.
  package static let standardOutput = "standard output"

  /// Writes `bytes` to a temporary file beside `path`, forces them to the disk and renames it.
  ///
  /// `-` is standard output. Devices and pipes are written directly. A symbolic link stays and its target is replaced.
  ///
  /// - Throws: `InputError` that names the file and the reason; the temporary file is removed.
  package static func write(_ bytes: [UInt8], to path: String) throws(InputError) { try write([(path, bytes)]) }

  /// Writes several files so that a failure leaves all of them as they were: first all temporary files, then what goes
  /// to standard output, devices and pipes, and the renaming at the very end.
  package static func write(_ files: [(path: String, bytes: [UInt8])]) throws(InputError) {
    for file in files { try InputFiles.check(file.path) }
    var staged: [FileReplacement] = []
    // Those that are not in their place yet go when this returns.
    defer { for file in staged { file.discard() } }
    var direct: [(path: String, bytes: [UInt8])] = []
    for file in files {
      if try isDirect(file.path) {
        direct.append(file)
        continue
      }
      let replacement = try FileReplacement(for: file.path)
      staged.append(replacement)
      try replacement.append(file.bytes)
      try replacement.seal()
    }
    for file in direct { try writeDirectly(file.bytes, to: file.path) }
    try StagedFiles.putInPlace { () throws(InputError) in for file in staged { try file.finish() } }
  }

  /// Whether the place cannot be replaced by renaming.
  private static func isDirect(_ path: String) throws(InputError) -> Bool {
    if path == "-" { return true }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // Nothing is there; any other reason, such as links that go round in a circle, is one against writing.
      if errno != ENOENT { throw InputError(writing: path, errno) }
      return false
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw InputError(writing: path, EISDIR) }
    if access(path, W_OK) != 0 { throw InputError(writing: path, errno) }
    return status.st_mode & S_IFMT != S_IFREG
  }

  /// Looks whether `write` may work, without writing anything: for a place that a long run will write to.
  package static func check(_ path: String) throws(InputError) {
    guard !path.isEmpty else {
      throw InputError(file: nil, message: "the name of a file to write is empty", remedy: "name a file, or '-'")
    }
    try InputFiles.check(path)
    if try isDirect(path) { return }
    let target = target(of: path)
    try checkFolder(of: target, path: path)
    if access(folder(of: target), W_OK | X_OK) != 0 { throw InputError(writing: path, errno) }
  }

  /// Where a file is, with a slash at its end.
  package static func folder(of target: String) -> String {
    target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
  }

  /// Says which folder is not there.
  static func checkFolder(of target: String, path: String) throws(InputError) {
    let folder = folder(of: target)
    var status = stat()
    guard stat(folder, &status) != 0, errno == ENOENT else { return }
    let name = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    throw InputError(
      file: path, message: "the folder '\(name)' does not exist", remedy: "make it, or name another place")
  }

  package static func write(_ text: String, to path: String) throws(InputError) {
    try write(Array(text.utf8), to: path)
  }

  /// Adds text at the end of a file that others write to as well; makes it where there is none.
  package static func append(_ text: String, to path: String) throws(InputError) {
    try InputFiles.check(path)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw InputError(writing: path, errno) }
    defer { close(descriptor) }
    try writeAll(Array(text.utf8), to: descriptor, path: path)
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(InputError) {
    if path == "-" { return try writeAll(bytes, to: STDOUT_FILENO, path: standardOutput) }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(writing: path, errno) }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, path: path)
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: CInt, path: String) throws(InputError) {
    let code = writeAll(bytes, to: descriptor)
    if code != 0 { throw InputError(writing: path, code) }
  }

  /// The system's number of the error that stopped it; zero when all is written.
  static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
    let isLast = FileStep.isLast()
    return bytes.withUnsafeBytes { buffer in
      var done = 0
      if isLast {
        _ = systemWrite(descriptor, buffer[..<(buffer.count / 2)])
        FileStep.die()
      }
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
  }

  /// Where the bytes of a place go: what a symbolic link names, also where nothing is there yet.
  package static func target(of path: String) -> String {
    if let pointer = realpath(path, nil) {
      defer { free(pointer) }
      return isLink(path) ? String(cString: pointer) : path
    }
    var status = stat()
    // A pipe behind a link such as /dev/stdout has no name; it is there all the same.
    if stat(path, &status) == 0 { return path }
    var target = path
    // As many links as systems follow.
    for _ in 0..<40 {
      guard let next = destination(of: target) else { return target }
      target = next.hasPrefix("/") ? next : folder(of: target) + next
    }
    return path
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func destination(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Whether a file is there, and not a folder, a device or a pipe.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether what is there can be read once only: a pipe or a device.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Whether a place is in a folder or in one below it, links followed.
  package static func isBelow(_ folder: String, _ path: String) -> Bool {
    guard let folder = real(folder), let path = resolved(path) else { return false }
    return path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Without links; of a file that is not there yet, the folder's.
  static func resolved(_ path: String) -> String? {
    if let whole = real(path) { return whole }
    let target = target(of: path)
    let folder = folder(of: target)
    return real(folder).map { $0 + "/" + target.dropFirst(target.hasPrefix(folder) ? folder.count : 0) }
  }

  private static func real(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}

/// By itself: methods of the same name hide it.
private func systemWrite(_ descriptor: CInt, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let part = UnsafeRawBufferPointer(rebasing: bytes)
  return write(descriptor, part.baseAddress, part.count)
}
