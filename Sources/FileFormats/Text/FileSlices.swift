#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads pieces of a file that stays open.
package final class FileSlices {
  private let path: String
  private let descriptor: CInt

  /// - Throws: `InputError` when the file cannot be read.
  package init(path: String) throws(InputError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    try InputFiles.opened(descriptor, path: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Some bytes; fewer when the file ends before.
  ///
  /// - Throws: `InputError` when the file cannot be read.
  package func bytes(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
      }
      if read < 0, errno == EINTR { continue }
      if read < 0 { throw failure(errno) }
      if read == 0 { break }
      done += read
    }
    return Array(bytes[..<done])
  }

  private func failure(_ code: CInt) -> InputError {
    InputError(
      file: path, message: "cannot read the file: \(SystemReason.text(code))", remedy: SystemReason.remedy(code))
  }
}
