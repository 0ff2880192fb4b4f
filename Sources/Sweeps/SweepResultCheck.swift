import Analysis
import Documents
import FileFormats

/// Whether a result goes to its end. Its first line alone does not say so: a copy may have been cut off.
struct SweepResultCheck {
  /// What is wrong.
  enum Flaw {
    /// The file ends before its time; its last good line, counted from 1.
    case cut(after: Int)
    /// The first line that is not what should stand there.
    case damaged(line: Int)
  }

  let header: SweepHeader
  /// What items name.
  let identity: String
  /// `nil` for a whole result.
  let shard: SweepShard?

  /// The first flaw in what follows the header.
  ///
  /// - Parameter reader: stands after the header.
  /// - Throws: `InputError` when the file cannot be read.
  func flaw(_ reader: LineReader) throws(InputError) -> Flaw? {
    let layout = header.layout
    var last = 1
    func next(_ isGood: (_ line: [UInt8]) -> Bool) throws(InputError) -> Flaw? {
      guard let line = try reader.next(), line.isComplete else { return .cut(after: last) }
      guard isGood(line.bytes) else { return .damaged(line: line.number) }
      last = line.number
      return nil
    }
    if let shard {
      for expected in shard.items(of: layout) {
        let flaw = try next { line in
          SweepPartReader.item(line).map { $0.sweep == identity && $0.item == expected } ?? false
        }
        if let flaw { return flaw }
      }
    } else {
      switch header.rows {
      case .cells:
        for cell in 0..<layout.cellCount {
          if let flaw = try next({ SweepPartReader.isRow($0, cell: cell, seed: nil, header) }) { return flaw }
        }
      case .runs:
        for item in 0..<layout.itemCount {
          for cell in layout.cells(of: item) {
            for seed in layout.seeds(of: item) {
              let seed = header.firstSeed + UInt64(seed)
              if let flaw = try next({ SweepPartReader.isRow($0, cell: cell, seed: seed, header) }) { return flaw }
            }
          }
        }
      }
    }
    return try reader.next().map { .damaged(line: $0.number) }
  }
}
