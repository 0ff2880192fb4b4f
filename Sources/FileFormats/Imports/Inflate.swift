/// Unpacks raw DEFLATE data (RFC 1951).
enum Inflate {
  struct Fault: Error {}

  /// - Parameter limit: more bytes are refused.
  static func unpacked(_ packed: ArraySlice<UInt8>, limit: Int) throws(Fault) -> [UInt8] {
    var reader = BitReader(bytes: packed)
    var output: [UInt8] = []
    while true {
      let isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try stored(&reader, &output, limit)
      case 1: try block(&reader, &output, limit, fixedLengths, fixedDistances)
      case 2:
        let (lengths, distances) = try tables(&reader)
        try block(&reader, &output, limit, lengths, distances)
      default: throw Fault()
      }
      if isLast { return output }
    }
  }

  private struct BitReader {
    let bytes: ArraySlice<UInt8>
    var index: Int
    var held: UInt32 = 0
    var count = 0

    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      index = bytes.startIndex
    }

    mutating func bits(_ wanted: Int) throws(Fault) -> Int {
      while count < wanted {
        guard index < bytes.endIndex else { throw Fault() }
        held |= UInt32(bytes[index]) << UInt32(count)
        index += 1
        count += 8
      }
      let value = Int(held & (1 << UInt32(wanted) - 1))
      held >>= UInt32(wanted)
      count -= wanted
      return value
    }

    mutating func align() { (held, count) = (0, 0) }
  }

  /// A canonical Huffman code: how many codes there are of each length, and the symbols in the order of their codes.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    /// - Throws: `Fault` for lengths that no code has.
    init(_ lengths: [Int]) throws(Fault) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      var left = 1
      for length in 1...15 {
        left = left * 2 - counts[length]
        guard left >= 0 else { throw Fault() }
      }
      var offsets = [Int](repeating: 0, count: 16)
      for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
      symbols = [Int](repeating: 0, count: lengths.count)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[offsets[length]] = symbol
        offsets[length] += 1
      }
    }

    func symbol(_ reader: inout BitReader) throws(Fault) -> Int {
      var (code, first, index) = (0, 0, 0)
      for length in 1...15 {
        code |= try reader.bits(1)
        let count = counts[length]
        if code - count < first { return symbols[index + code - first] }
        index += count
        first = (first + count) << 1
        code <<= 1
      }
      throw Fault()
    }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let fixedLengths = try? Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = try? Code([Int](repeating: 5, count: 30))

  private static func stored(_ reader: inout BitReader, _ output: inout [UInt8], _ limit: Int) throws(Fault) {
    reader.align()
    guard reader.index + 4 <= reader.bytes.endIndex else { throw Fault() }
    let at = reader.index
    let length = Int(reader.bytes[at]) | Int(reader.bytes[at + 1]) << 8
    let check = Int(reader.bytes[at + 2]) | Int(reader.bytes[at + 3]) << 8
    let start = at + 4
    guard length == ~check & 0xFFFF, start + length <= reader.bytes.endIndex, output.count + length <= limit else {
      throw Fault()
    }
    output += reader.bytes[start..<start + length]
    reader.index = start + length
  }

  private static func tables(_ reader: inout BitReader) throws(Fault) -> (Code, Code) {
    let (literals, distances, codes) = (
      try reader.bits(5) + 257, try reader.bits(5) + 1, try reader.bits(4) + 4
    )
    guard literals <= 286, distances <= 30 else { throw Fault() }
    var lengths = [Int](repeating: 0, count: 19)
    for place in order[..<codes] { lengths[place] = try reader.bits(3) }
    let code = try Code(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      let symbol = try code.symbol(&reader)
      switch symbol {
      case 0...15: all.append(symbol)
      case 16:
        guard let last = all.last else { throw Fault() }
        all += [Int](repeating: last, count: try reader.bits(2) + 3)
      case 17: all += [Int](repeating: 0, count: try reader.bits(3) + 3)
      default: all += [Int](repeating: 0, count: try reader.bits(7) + 11)
      }
    }
    guard all.count == literals + distances, all[256] > 0 else { throw Fault() }
    return (try Code(Array(all[..<literals])), try Code(Array(all[literals...])))
  }

  private static func block(
    _ reader: inout BitReader, _ output: inout [UInt8], _ limit: Int, _ lengths: Code?, _ distances: Code?
  ) throws(Fault) {
    guard let lengths, let distances else { throw Fault() }
    while true {
      let symbol = try lengths.symbol(&reader)
      if symbol == 256 { return }
      if symbol < 256 {
        guard output.count < limit else { throw Fault() }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < lengthBases.count else { throw Fault() }
      let length = lengthBases[symbol - 257] + (try reader.bits(lengthBits[symbol - 257]))
      let place = try distances.symbol(&reader)
      guard place < distanceBases.count else { throw Fault() }
      let distance = distanceBases[place] + (try reader.bits(distanceBits[place]))
      guard distance <= output.count, output.count + length <= limit else { throw Fault() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}

/// The files of a zip archive (PKWARE APPNOTE 6.3), by its central directory.
struct ZipArchive {
  struct Entry {
    let name: String
    let method: Int
    let packed: Range<Int>
    let size: Int
  }

  let entries: [Entry]
  private let bytes: [UInt8]
  private let file: String

  /// - Throws: `InputError` for what is no whole archive.
  init(_ bytes: [UInt8], file: String) throws(InputError) {
    self.bytes = bytes
    self.file = file
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    let damaged = InputError(file: file, message: "the zip archive is damaged", remedy: "take it again, or unpack it")
    // The end record stands before a comment of at most 65,535 bytes.
    let lowest = max(0, bytes.count - 22 - 65_535)
    var end: Int?
    var at = bytes.count - 22
    while at >= lowest, end == nil {
      if bytes[at] == 0x50, bytes[at + 1] == 0x4B, bytes[at + 2] == 5, bytes[at + 3] == 6 { end = at }
      at -= 1
    }
    guard let end else { throw damaged }
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

  /// - Throws: `InputError` for a damaged or encrypted file, and one above the limit of whole files.
  func bytes(of entry: Entry) throws(InputError) -> [UInt8] {
    guard entry.size <= TextFile.sizeLimit else {
      throw InputError(
        file: file, message: "'\(entry.name)' in the archive is larger than \(TextFile.sizeLimit / 1_000_000) MB",
        remedy: "unpack it and give the part that is needed")
    }
    switch entry.method {
    case 0: return Array(bytes[entry.packed])
    case 8:
      do {
        return try Inflate.unpacked(bytes[entry.packed], limit: TextFile.sizeLimit)
      } catch {
        throw InputError(
          file: file, message: "'\(entry.name)' in the archive is damaged", remedy: "take it again, or unpack it")
      }
    default:
      throw InputError(
        file: file, message: "'\(entry.name)' in the archive is packed in a way that is not read",
        remedy: "unpack the archive and give the file")
    }
  }
}
