import CLibrary

/// Reads whole files of bounded size.
package enum TextFile {
  /// Larger files are refused: 200 MB.
  package static let sizeLimit = 200_000_000

  /// Larger documents are refused: 8 MB, which take 5 s and 0.9 GB as a tree of values.
  package static let documentLimit = 8_000_000

  /// The text of a UTF-8 file, without its byte order mark. `-` is standard input.
  ///
  /// - Throws: `InputError` when the file cannot be read, is larger than `limit` bytes or is not UTF-8; the last names
  ///   the line of the first bad byte.
  package static func read(_ path: String, limit: Int = documentLimit) throws(InputError) -> String {
    try text(try bytes(path, limit: limit), file: path)
  }

  /// The bytes of a file, unpacked where it is packed by gzip. `-` is standard input.
  ///
  /// - Parameter allowsZip: whether a zip archive is wanted; files that are packed otherwise are refused.
  package static func bytes(
    _ path: String, limit: Int = sizeLimit, allowsZip: Bool = false
  ) throws(InputError) -> [UInt8] {
    let (descriptor, size) = try openInput(path)
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit) + 1)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try readInput(descriptor, path, into: &chunk)
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw tooLarge(path, limit: limit) }
    }
    if Unpacking.isGzip(bytes) { bytes = try unpacked(bytes, file: path, limit: limit) }
    if !(allowsZip && ZipArchive.isArchive(bytes)) { try checkPacking(bytes, file: path) }
    return bytes
  }

  /// Opens a file for reading; `-` is standard input.
  ///
  /// - Parameter isOwn: whether the command wrote the file itself, and may write over it.
  static func openInput(_ path: String, isOwn: Bool = false) throws(InputError) -> (descriptor: CInt, size: Int) {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw InputError(reading: path, errno) }
    do throws(InputError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw InputError(reading: path, errno) }
      if status.st_mode & S_IFMT == S_IFDIR { throw InputError(reading: path, EISDIR) }
      if path != "-" { try waitForWriter(descriptor, path, isPipe: status.st_mode & S_IFMT == S_IFIFO) }
      if !isOwn { try InputFiles.opened(descriptor, path: path) }
      return (descriptor, max(0, Int(status.st_size)))
    } catch {
      if path != "-" { close(descriptor) }
      throw error
    }
  }

  /// Reads the next bytes; 0 at the end.
  static func readInput(_ descriptor: CInt, _ path: String, into buffer: inout [UInt8]) throws(InputError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count >= 0 { return count }
      if errno != EINTR { throw InputError(reading: path, errno) }
    }
  }

  static func tooLarge(_ file: String, limit: Int) -> InputError {
    InputError(
      file: file, message: "the file is larger than \(limit / 1_000_000) MB", remedy: "split it or thin it out")
  }

  /// Checks that bytes are UTF-8 and makes them a text, without the byte order mark.
  package static func text(_ bytes: [UInt8], file: String) throws(InputError) -> String {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if let text = String(validating: content, as: UTF8.self) { return text }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw InputError(file: file, line: 1, column: 1, message: "the file is UTF-16", remedy: "save it as UTF-8")
    }
    // The valid part before the first bad byte says where that is.
    var (line, column) = (1, 1)
    var decoder = UTF8()
    var iterator = content.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    throw InputError(
      file: file, line: line, column: column, message: "a byte here is not UTF-8 text", remedy: "save the file as UTF-8"
    )
  }

  private static func unpacked(_ bytes: [UInt8], file: String, limit: Int) throws(InputError) -> [UInt8] {
    guard let unpacked = Unpacking.bytes(bytes[...], .gzip, limit: limit) else {
      throw InputError(
        file: file, message: "the gzip file is damaged, cut off, or holds more than \(limit / 1_000_000) MB",
        remedy: "unpack it and see; take it again, split it or thin it out")
    }
    return unpacked
  }

  private static func checkPacking(_ bytes: [UInt8], file: String) throws(InputError) {
    let forms: [(name: String, start: [UInt8])] = [
      ("zip", [0x50, 0x4B, 3, 4]), ("bzip2", [0x42, 0x5A, 0x68, 0x39]),
      ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
    ]
    if let form = forms.first(where: { bytes.starts(with: $0.start) }) {
      throw InputError(file: file, message: "the file is compressed (\(form.name))", remedy: "unpack it first")
    }
  }

  /// A named pipe that nobody writes to would be waited for without end.
  private static func waitForWriter(_ descriptor: CInt, _ path: String, isPipe: Bool) throws(InputError) {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if isPipe, poll(&state, 1, 10_000) == 0 {
      throw InputError(
        file: path, message: "nothing was written to this pipe for 10 s", remedy: "start what writes to it first")
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }
}

/// By itself: methods of the same name hide it.
private func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
