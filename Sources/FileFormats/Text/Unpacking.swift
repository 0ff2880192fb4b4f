import CZlib

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
