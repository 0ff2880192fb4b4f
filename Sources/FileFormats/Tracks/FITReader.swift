/// Reads the positions of a FIT file, as sports watches write it: messages `record` with time, place, height, speed and accuracy.
///
/// Source: Garmin's FIT protocol. A file is a header (size, length of the data, `.FIT`), messages and a checksum. A definition says of a
/// local type which fields its data have. Times are seconds since 31 December 1989, places semicircles (2^31 to 180 degrees).
/// Fields of developers and other messages are passed over; chained files follow one another.
struct FITReader {
  private struct Field {
    let number: UInt8
    let size: Int
  }

  private struct Definition {
    let message: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// Of the fields of developers, in bytes.
    let rest: Int
  }

  private static let record: UInt16 = 20
  private static let epoch: Int64 = 631_065_600

  private let bytes: [UInt8]
  private let file: String
  private var index = 0
  private var definitions: [UInt8: Definition] = [:]
  private var time: UInt32?
  private var group = RecordedPoints.Group()
  private var (records, withoutPlace) = (0, 0)

  static func isFIT(_ bytes: [UInt8]) -> Bool { bytes.count > 12 && bytes[8..<12].elementsEqual(Array(".FIT".utf8)) }

  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    var reader = Self(bytes: bytes, file: file)
    repeat { try reader.readFile() } while reader.index < bytes.count
    let notes =
      reader.withoutPlace > 0
      ? ["\(reader.withoutPlace) of \(reader.records) records without a position passed over"] : []
    return RecordedPoints(
      groups: [reader.group], notes: notes,
      remedy:
        "give an activity with positions: this one has \(reader.records) records without; or export it as GPX or TCX")
  }

  private init(bytes: [UInt8], file: String) { (self.bytes, self.file) = (bytes, file) }

  private func damaged(_ what: String) -> InputError {
    InputError(
      file: file, message: "the FIT file is damaged or cut off at byte \(index): \(what)",
      remedy: "copy it again from the watch, or export it as GPX or TCX")
  }

  private mutating func readFile() throws(InputError) {
    let start = index
    guard bytes.count - start >= 14, bytes[start] >= 12,
      bytes[(start + 8)..<(start + 12)].elementsEqual(Array(".FIT".utf8))
    else {
      throw damaged("there is no header")
    }
    let length = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    let first = start + Int(bytes[start])
    let end = first + length
    guard end + 2 <= bytes.count else { throw damaged("the header counts \(length) bytes of data") }
    let sum = bytes[start..<end].reduce(0, Self.checksum)
    guard sum == UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8 else {
      index = end
      throw damaged("the checksum is wrong")
    }
    (index, definitions, time) = (first, [:], nil)
    while index < end { try readMessage(before: end) }
    index = end + 2
  }

  /// The cyclic redundancy check of the protocol (CRC-16, polynomial 0x8005 with the bits in turn).
  private static func checksum(_ sum: UInt16, _ byte: UInt8) -> UInt16 {
    (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
  }

  private mutating func readMessage(before end: Int) throws(InputError) {
    let header = bytes[index]
    index += 1
    if header & 0x80 != 0 {
      // A short header has the type and the last five bits of the time.
      if let last = time { time = last &+ UInt32((header &- UInt8(last & 0x1F)) & 0x1F) }
      try readData((header >> 5) & 0x3, before: end)
    } else if header & 0x40 != 0 {
      try readDefinition(header & 0xF, hasDeveloperFields: header & 0x20 != 0, before: end)
    } else {
      try readData(header & 0xF, before: end)
    }
  }

  private mutating func readDefinition(_ type: UInt8, hasDeveloperFields: Bool, before end: Int) throws(InputError) {
    guard index + 5 <= end else { throw damaged("a definition ends early") }
    let isBigEndian = bytes[index + 1] == 1
    let (low, high) = isBigEndian ? (bytes[index + 3], bytes[index + 2]) : (bytes[index + 2], bytes[index + 3])
    let count = Int(bytes[index + 4])
    index += 5
    guard index + 3 * count <= end else { throw damaged("a definition ends early") }
    let fields = (0..<count).map { Field(number: bytes[index + 3 * $0], size: Int(bytes[index + 3 * $0 + 1])) }
    index += 3 * count
    var rest = 0
    if hasDeveloperFields {
      guard index < end, index + 1 + 3 * Int(bytes[index]) <= end else { throw damaged("a definition ends early") }
      rest = (0..<Int(bytes[index])).reduce(0) { $0 + Int(bytes[index + 2 + 3 * $1]) }
      index += 1 + 3 * Int(bytes[index])
    }
    definitions[type] = Definition(
      message: UInt16(low) | UInt16(high) << 8, isBigEndian: isBigEndian, fields: fields, rest: rest)
  }

  private mutating func readData(_ type: UInt8, before end: Int) throws(InputError) {
    guard let definition = definitions[type] else { throw damaged("data without a definition") }
    var values: [UInt8: UInt32] = [:]
    for field in definition.fields {
      guard index + field.size <= end else { throw damaged("a message ends early") }
      if field.size == 1 || field.size == 2 || field.size == 4 {
        let part = bytes[index..<index + field.size]
        let value = (definition.isBigEndian ? Array(part) : part.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // A field of nothing but ones, or the largest signed number, has no value.
        let ones = UInt32.max >> (32 - 8 * UInt32(field.size))
        if value != ones { values[field.number] = value }
      }
      index += field.size
    }
    guard index + definition.rest <= end else { throw damaged("a message ends early") }
    index += definition.rest
    if let stamp = values[253] { time = stamp }
    if definition.message == Self.record { take(values) }
  }

  private mutating func take(_ values: [UInt8: UInt32]) {
    records += 1
    func degrees(_ number: UInt8) -> Double? {
      values[number].map { Int32(bitPattern: $0) }.flatMap { $0 == .max ? nil : Double($0) * 180 / 2_147_483_648 }
    }
    guard let latitude = degrees(0), let longitude = degrees(1), abs(latitude) <= 90, abs(longitude) <= 180, let time
    else {
      withoutPlace += 1
      return
    }
    // The number stands for the line, which a binary file has not.
    var point = RecordedPoints.Point(latitude: latitude, longitude: longitude, line: records)
    point.nanoseconds = (Self.epoch + Int64(time)) * 1_000_000_000
    point.elevation = (values[78] ?? values[2]).map { Double($0) / 5 - 500 }
    point.speed = (values[73] ?? values[6]).map { Double($0) / 1_000 }
    point.accuracy = values[31].flatMap { $0 > 0 ? Double($0) : nil }
    group.append(point)
  }
}
