package import Analysis
import Documents
package import FileFormats
import Reports

/// The parts of one sweep, found item by item in files that may hold them in any order.
package struct SweepParts {
  private struct Place {
    let file: Int
    let line: Int
    let offset: Int
    let count: Int
  }

  package let header: SweepHeader
  private let paths: [String]
  /// By item. A plan may have more items than fit into memory.
  private var places: [Int: Place]

  /// Reads the files once and remembers where each item stands.
  ///
  /// - Throws: `InputError` for a file that is no part, parts of different sweeps, damaged lines, and items that stand in
  ///   two places.
  package init(_ paths: [String]) throws(InputError) {
    var first: SweepPartReader.Header?
    var places: [Int: Place] = [:]
    for (file, path) in paths.enumerated() {
      let reader = try LineReader(path: path)
      while let line = try reader.next() {
        if line.bytes.isEmpty { continue }
        guard line.isComplete else {
          throw InputError(
            file: path, line: line.number, message: "the line is cut off: who wrote it was stopped",
            remedy: "run that part again, or remove the line and run the items that are then missing")
        }
        if SweepPartReader.isHeader(line.bytes) {
          let found = try Self.header(line, path)
          if let first {
            try Self.check(found, path, line.number, first, paths[0])
          } else {
            first = found
          }
          continue
        }
        guard let first, line.number > 1 else {
          throw InputError(
            file: path, line: line.number, message: "the file does not begin as a part of a sweep does",
            remedy: "give files that 'geojoule sweep' wrote with --shard or --stdin")
        }
        try Self.note(line, file, paths, first, &places)
      }
    }
    guard let first else {
      throw InputError(
        file: paths.first, message: "the file is empty", remedy: "give files that 'geojoule sweep' wrote")
    }
    header = first.header
    self.paths = paths
    self.places = places
  }

  private static func header(_ line: LineReader.Line, _ path: String) throws(InputError) -> SweepPartReader.Header {
    guard let found = SweepPartReader.header(line.bytes) else {
      throw InputError(
        file: path, line: line.number, message: "the header is damaged, or of another version of the format",
        remedy: "run that part again with this program")
    }
    if found.form == .whole {
      throw InputError(
        file: path, line: line.number, message: "this is a whole result, and there is nothing to merge",
        remedy: "give parts: files that 'geojoule sweep' wrote with --shard or --stdin")
    }
    return found
  }

  private static func check(
    _ found: SweepPartReader.Header, _ path: String, _ line: Int, _ first: SweepPartReader.Header, _ firstPath: String
  ) throws(InputError) {
    guard let difference = found.header.difference(to: first.header) else { return }
    throw InputError(
      file: path, line: line, message: "this does not go together with '\(firstPath)': \(difference)",
      remedy: "merge parts of one plan, made by one version from the same inputs")
  }

  private static func note(
    _ line: LineReader.Line, _ file: Int, _ paths: [String], _ first: SweepPartReader.Header,
    _ places: inout [Int: Place]
  ) throws(InputError) {
    guard let item = SweepPartReader.item(line.bytes), item.sweep == first.identity,
      (0..<first.header.layout.itemCount).contains(item.item)
    else {
      throw InputError(
        file: paths[file], line: line.number, message: "the line is damaged, or belongs to another sweep",
        remedy: "remove the line, and run the item that is then missing")
    }
    if let other = places[item.item] {
      throw InputError(
        file: paths[file], line: line.number,
        message: "item \(item.item) stands in '\(paths[other.file])' line \(other.line), too",
        remedy: "leave one of the two out")
    }
    places[item.item] = Place(file: file, line: line.number, offset: line.offset, count: line.bytes.count)
  }

  /// Items that no file has, in order.
  package var missing: [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = 0
    for item in places.keys.sorted() + [header.layout.itemCount] {
      if next < item { gaps.append(next..<item) }
      next = item + 1
    }
    return gaps
  }

  package func checkComplete() throws(InputError) {
    let all = header.layout.itemCount
    let count = all - places.count
    guard count > 0 else { return }
    throw InputError(
      file: nil,
      message: "\(count) of \(all) items \(count == 1 ? "is" : "are") missing: \(Self.spans(missing))",
      remedy: "'geojoule merge --list-missing' lists them for 'geojoule sweep PLAN --stdin'")
  }

  /// `3, 11 to 19, 27`, cut short after some spans.
  package static func spans(_ spans: [Range<Int>]) -> String {
    let texts = spans.prefix(8).map { span in
      switch span.count {
      case 1: "\(span.lowerBound)"
      case 2: "\(span.lowerBound), \(span.upperBound - 1)"
      default: "\(span.lowerBound) to \(span.upperBound - 1)"
      }
    }
    return texts.joined(separator: ", ") + (spans.count > 8 ? ", ..." : "")
  }

  package func write(to sink: SweepSink) throws(InputError) {
    try sink.write(SweepLines(header).headerLine(.whole))
    var fold = SweepReducer(header)
    var open: (file: Int, slices: FileSlices)?
    for item in 0..<header.layout.itemCount {
      guard let place = places[item] else { continue }
      if open?.file != place.file { open = (place.file, try FileSlices(path: paths[place.file])) }
      guard let slices = open?.slices,
        let item = SweepPartReader.item(try slices.bytes(at: place.offset, count: place.count))
      else {
        throw InputError(
          file: paths[place.file], line: place.line, message: "the file changed while it was merged",
          remedy: "wait until nobody writes it any more")
      }
      try sink.write(try fold.add(item))
    }
    try sink.flush()
  }
}

/// Whether a result goes to its end. Its first line alone does not say so: a copy may have been cut off.
struct SweepResultCheck {
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
