/// Reads the wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), field by field.
struct ProtobufReader {
  enum Value {
    case number(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    /// A text, bytes or a message: where they stand.
    case bytes(Range<Int>)
  }

  /// Bytes that are no message.
  struct Fault: Error {
    /// In bytes of the file.
    let offset: Int
  }

  /// Groups may be nested so deep.
  private static let nestingLimit = 64

  let bytes: [UInt8]
  private(set) var index: Int
  private let end: Int

  /// - Parameter range: a part of the bytes.
  init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, index, end) = (bytes, range.lowerBound, range.upperBound) }

  /// The next field that is no group; `nil` at the end.
  mutating func next() throws(Fault) -> (field: UInt64, value: Value)? {
    var open: [UInt64] = []
    while index < end {
      let start = index
      let tag = try varint()
      let (field, type) = (tag >> 3, tag & 7)
      guard (1..<1 << 29).contains(field) else { throw Fault(offset: start) }
      switch type {
      case 3:
        guard open.count < Self.nestingLimit else { throw Fault(offset: start) }
        open.append(field)
      case 4: guard open.popLast() == field else { throw Fault(offset: start) }
      default:
        let value = try value(type, from: start)
        if open.isEmpty { return (field, value) }
      }
    }
    guard open.isEmpty else { throw Fault(offset: end) }
    return nil
  }

  private mutating func value(_ type: UInt64, from start: Int) throws(Fault) -> Value {
    switch type {
    case 0: return .number(try varint())
    case 1: return .fixed64(try fixed(8))
    case 5: return .fixed32(UInt32(truncatingIfNeeded: try fixed(4)))
    case 2:
      let count = try varint()
      guard count <= UInt64(end - index) else { throw Fault(offset: start) }
      defer { index += Int(count) }
      return .bytes(index..<index + Int(count))
    default: throw Fault(offset: start)
    }
  }

  /// Seven bits a byte, the lowest first; ten bytes at most.
  private mutating func varint() throws(Fault) -> UInt64 {
    let start = index
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard index < end else { throw Fault(offset: start) }
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Fault(offset: start)
  }

  private mutating func fixed(_ count: Int) throws(Fault) -> UInt64 {
    guard end - index >= count else { throw Fault(offset: index) }
    defer { index += count }
    return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The fields of a small message. Of a field given several times the last one counts, as the format has it.
struct ProtobufMessage {
  let bytes: [UInt8]
  /// Where it begins.
  let start: Int
  private var fields: [(number: UInt64, value: ProtobufReader.Value)] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) throws(ProtobufReader.Fault) {
    (self.bytes, start) = (bytes, range.lowerBound)
    var reader = ProtobufReader(bytes, range)
    while let (field, value) = try reader.next() { fields.append((field, value)) }
  }

  subscript(field: UInt64) -> ProtobufReader.Value? { fields.last { $0.number == field }?.value }

  /// Where the messages or texts of a repeated field stand.
  func all(_ field: UInt64) -> [Range<Int>] { fields.compactMap { $0.number == field ? $0.value.bytes : nil } }

  func messages(_ field: UInt64) throws(ProtobufReader.Fault) -> [ProtobufMessage] {
    var messages: [ProtobufMessage] = []
    for range in all(field) { messages.append(try ProtobufMessage(bytes, range)) }
    return messages
  }

  /// In one short line; empty where there is none.
  func text(_ field: UInt64) -> String {
    guard let range = self[field]?.bytes else { return "" }
    let text = String(decoding: bytes[range].prefix(240), as: UTF8.self)
    return String(text.filter { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }.prefix(60))
  }
}

extension ProtobufReader.Value {
  var number: UInt64? { if case .number(let value) = self { value } else { nil } }
  /// Of `int32` and `int64`.
  var signed: Int64? { number.map { Int64(bitPattern: $0) } }
  var float: Float? { if case .fixed32(let bits) = self { Float(bitPattern: bits) } else { nil } }
  var bytes: Range<Int>? { if case .bytes(let range) = self { range } else { nil } }
}
