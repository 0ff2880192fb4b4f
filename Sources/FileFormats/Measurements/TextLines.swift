/// The lines of a file with their numbers, without their ends.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    guard index < bytes.count else { return nil }
    let end = bytes[index...].firstIndex(of: 10) ?? bytes.count
    var line = bytes[index..<end]
    if line.last == 13 { line.removeLast() }
    index = end + 1
    number += 1
    return (number, line)
  }
}
