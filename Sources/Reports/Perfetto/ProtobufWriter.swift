/// Writes the wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding): fields in the order
/// in which they are given.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// An unsigned number, an enumeration's case or a flag.
  mutating func number(_ field: UInt64, _ value: UInt64) {
    varint(field << 3)
    varint(value)
  }

  mutating func double(_ field: UInt64, _ value: Double) {
    varint(field << 3 | 1)
    var bits = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  mutating func string(_ field: UInt64, _ value: String) {
    varint(field << 3 | 2)
    varint(UInt64(value.utf8.count))
    bytes += value.utf8
  }

  /// A message inside this one.
  mutating func message(_ field: UInt64, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    varint(field << 3 | 2)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  /// Seven bits a byte, the lowest first; all but the last have their top bit set.
  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
