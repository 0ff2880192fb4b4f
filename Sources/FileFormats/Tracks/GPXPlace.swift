/// Where an element begins: the XML parser only says where its tag ends.
enum GPXPlace {
  /// The error with its column at the `<` before it on its line, counted in Unicode scalars.
  static func atTagStart(_ error: InputError, in bytes: [UInt8]) -> InputError {
    guard let line = error.line, let column = error.column, let start = startOfLine(line, in: bytes) else {
      return error
    }
    let end = min(bytes.count, start + max(0, column - 1))
    guard start < end, let tag = bytes[start..<end].lastIndex(of: UInt8(ascii: "<")) else { return error }
    // Continuation bytes of UTF-8 begin with the bits 10.
    let before = bytes[start..<tag].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return InputError(
      file: error.file, line: line, column: before + 1, message: error.message, remedy: error.remedy)
  }

  private static func startOfLine(_ line: Int, in bytes: [UInt8]) -> Int? {
    var (number, index) = (1, 0)
    while number < line {
      guard let newline = bytes[index...].firstIndex(of: 10) else { return nil }
      (number, index) = (number + 1, newline + 1)
    }
    return index
  }
}
