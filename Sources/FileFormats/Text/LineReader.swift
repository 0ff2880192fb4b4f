import CLibrary

/// Reads a file line by line, however long it is; only one line is kept.
package final class LineReader {
  /// A line without its line feed.
  package struct Line: Sendable {
    package var bytes: [UInt8]
    /// Counted from 1.
    package let number: Int
    /// Where it begins, in bytes from where reading began.
    package let offset: Int
    /// Whether a line feed ends it: the last line of a file that was cut off has none.
    package let isComplete: Bool
  }

  package static let lineLimit = 256_000_000

  private let path: String
  private let descriptor: CInt
  private let closes: Bool
  private var buffer: [UInt8]
  private var start = 0
  private var end = 0
  private var number = 0
  private var offset = 0
  private var atEnd = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter isOwn: whether the command wrote the file itself, and may write over it.
  package convenience init(path: String, isOwn: Bool = false) throws(InputError) {
    let descriptor = try TextFile.openInput(path, isOwn: isOwn).descriptor
    self.init(descriptor: descriptor, path: path == "-" ? "standard input" : path, closes: path != "-")
  }

  /// Reads from where an open file stands, and leaves it open.
  init(descriptor: CInt, path: String, closes: Bool = false) {
    self.descriptor = descriptor
    self.path = path
    self.closes = closes
    buffer = [UInt8](repeating: 0, count: 1 << 16)
  }

  deinit { if closes { close(descriptor) } }

  /// The next line; `nil` at the end.
  package func next() throws(InputError) -> Line? {
    var line: [UInt8] = []
    let begin = offset
    while true {
      if start == end {
        if !atEnd { (start, end) = (0, try TextFile.readInput(descriptor, path, into: &buffer)) }
        atEnd = end == 0
        if atEnd { return line.isEmpty ? nil : finish(line, begin, isComplete: false) }
      }
      let rest = buffer[start..<end]
      if let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += buffer[start..<feed]
        offset += feed - start + 1
        start = feed + 1
        return finish(line, begin, isComplete: true)
      }
      line += rest
      offset += rest.count
      start = end
      if line.count > Self.lineLimit {
        throw InputError(
          file: path, line: number + 1, column: 1, message: "the line is longer than \(Self.lineLimit / 1_000_000) MB",
          remedy: "check what this file is")
      }
    }
  }

  private func finish(_ bytes: [UInt8], _ begin: Int, isComplete: Bool) -> Line {
    number += 1
    return Line(bytes: bytes, number: number, offset: begin, isComplete: isComplete)
  }
}

/// Reads pieces of a file that stays open.
package final class FileSlices {
  private let path: String
  private let descriptor: CInt

  package init(path: String) throws(InputError) {
    self.path = path
    descriptor = try TextFile.openInput(path).descriptor
  }

  deinit { close(descriptor) }

  /// Some bytes; fewer when the file ends before.
  package func bytes(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
      }
      if read < 0, errno == EINTR { continue }
      if read < 0 { throw InputError(reading: path, errno) }
      if read == 0 { break }
      done += read
    }
    return Array(bytes[..<done])
  }
}
