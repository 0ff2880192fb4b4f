import CZlib

/// The files of a zip archive (PKWARE APPNOTE 6.3), by its central directory.
struct ZipArchive {
  struct Entry {
    let name: String
    let method: Int
    let packed: Range<Int>
    let size: Int
  }

  static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  let entries: [Entry]
  private let bytes: [UInt8]
  private let file: String

  init(_ bytes: [UInt8], file: String) throws(InputError) {
    self.bytes = bytes
    self.file = file
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    let damaged = InputError(file: file, message: "the zip archive is damaged", remedy: "take it again, or unpack it")
    // The end record stands before a comment of at most 65,535 bytes.
    let places = max(0, bytes.count - 22 - 65_535)..<max(0, bytes.count - 21)
    guard let end = places.last(where: { bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 5, 6]) }) else { throw damaged }
    var entries: [Entry] = []
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4B50 else { throw damaged }
      let (method, packed, size) = (number(place + 10, 2), number(place + 20, 4), number(place + 24, 4))
      let (nameLength, extra, comment) = (number(place + 28, 2), number(place + 30, 2), number(place + 32, 2))
      let local = number(place + 42, 4)
      guard place + 46 + nameLength <= bytes.count, local + 30 <= bytes.count else { throw damaged }
      let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
      guard start + packed <= bytes.count else { throw damaged }
      let name = String(decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self)
      entries.append(Entry(name: name, method: method, packed: start..<start + packed, size: size))
      place += 46 + nameLength + extra + comment
    }
    self.entries = entries
  }

  func bytes(of entry: Entry) throws(InputError) -> [UInt8] {
    guard entry.size <= TextFile.sizeLimit else {
      throw InputError(
        file: file, message: "'\(entry.name)' in the archive is larger than \(TextFile.sizeLimit / 1_000_000) MB",
        remedy: "unpack it and give the part that is needed")
    }
    switch entry.method {
    case 0: return Array(bytes[entry.packed])
    case 8:
      guard let unpacked = Unpacking.bytes(bytes[entry.packed], .deflate, limit: TextFile.sizeLimit) else {
        throw InputError(
          file: file, message: "'\(entry.name)' in the archive is damaged or larger than it says",
          remedy: "take it again, or unpack it")
      }
      return unpacked
    default:
      throw InputError(
        file: file, message: "'\(entry.name)' in the archive is packed in a way that is not read",
        remedy: "unpack the archive and give the file")
    }
  }
}

/// Unpacks bytes by zlib.
enum Unpacking {
  enum Form {
    /// Bare DEFLATE data (RFC 1951), as in zip archives.
    case deflate
    /// With zlib's head and sum (RFC 1950), as in traces.
    case zlib
    /// One member after the other (RFC 1952).
    case gzip

    /// As zlib asks for it: the size of the window, and what stands around the data.
    fileprivate var windowBits: CInt {
      switch self {
      case .deflate: -15
      case .zlib: 15
      case .gzip: 15 + 16
      }
    }
  }

  static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Parameter limit: of the unpacked bytes.
  /// - Returns: `nil` for data that are damaged, cut off, or longer than `limit`.
  static func bytes(_ packed: ArraySlice<UInt8>, _ form: Form, limit: Int) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, form.windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    // zlib writes to its input nowhere, but its type does not say so.
    var input = Array(packed)
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      while true {
        let (status, count) = chunk.withUnsafeMutableBufferPointer { chunk -> (CInt, Int) in
          stream.next_out = chunk.baseAddress
          stream.avail_out = uInt(chunk.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, chunk.count - Int(stream.avail_out))
        }
        guard output.count + count <= limit else { return nil }
        output += chunk[..<count]
        switch status {
        case Z_STREAM_END:
          // Zeros may fill the last block of a tape or a disk.
          let rest = input[(input.count - Int(stream.avail_in))...]
          guard form == .gzip, rest.contains(where: { $0 != 0 }) else { return output }
          guard inflateReset(&stream) == Z_OK else { return nil }
        case Z_OK where count > 0 || stream.avail_in > 0: continue
        default: return nil
        }
      }
    }
  }
}
