/// A text format of one kind of recorder, with one position a line.
///
/// A further format is a file with such a value, and its name in `all`.
struct LineTrackFormat: Sendable {
  /// As messages name it.
  let name: String
  /// Whether the beginning of a file, as UTF-8, is of this format.
  let isKnown: @Sendable (_ head: [UInt8]) -> Bool
  /// All points of a file in UTF-8.
  let read: @Sendable (_ text: [UInt8], _ file: String) throws(InputError) -> RecordedPoints

  static let all = [IGCReader.format, OziTrackReader.format]

  /// The format of a file, by its first 8 KiB.
  static func of(_ bytes: [UInt8]) -> LineTrackFormat? {
    // Without the zeros of UTF-16, as only ASCII tells formats apart.
    let head = bytes.prefix(8192).filter { $0 > 0 && $0 < 0x80 }
    return all.first { $0.isKnown(head) }
  }

  /// - Throws: `InputError` for a file of no such format.
  static func points(_ bytes: [UInt8], file: String) throws(InputError) -> RecordedPoints {
    guard let format = of(bytes) else {
      let names = all.map(\.name).joined(separator: " nor ")
      throw InputError(file: file, message: "the file is neither \(names)", remedy: "give a recording of these formats")
    }
    let (text, note) = TextEncoding.utf8(bytes)
    return try format.read(text, file).noting(note)
  }
}
