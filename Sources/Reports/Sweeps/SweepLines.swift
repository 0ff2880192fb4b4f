public import Analysis
import Quantities

/// A sweep's results as JSON Lines. Equal results give equal bytes.
public struct SweepLines: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1
  /// Members that prediction ranges are made of.
  static let (remainingVariance, drawnVariance) = (
    SweepHeader.predictionColumns[0], SweepHeader.predictionColumns[1]
  )

  private let header: SweepHeader
  private let core: [(String, JSONValue)]
  /// Ties items to their header: the first 16 digits of the SHA-256 of the header's line without its form.
  private let identity: String

  public init(_ header: SweepHeader) {
    self.header = header
    core = [
      ("geojoule_sweep", .integer(Self.schemaVersion)),
      ("version", .string(header.version)),
      ("plan", .object([("name", .string(header.planName)), ("sha256", .string(header.planHash))])),
      (
        "inputs",
        .array(
          header.inputs.map {
            .object([("kind", .string($0.kind)), ("name", .string($0.name)), ("sha256", .string($0.hash))])
          })
      ),
      ("rows", .string(header.rows.rawValue)),
      ("metrics", .array(header.metrics.map { .string($0.column) })),
      ("first_seed", .integer(header.firstSeed)),
      ("seeds", .integer(UInt64(header.layout.seedCount))),
      ("cells", .integer(UInt64(header.layout.cellCount))),
      ("seeds_per_item", .integer(UInt64(header.layout.seedsPerItem))),
      ("cells_per_item", .integer(UInt64(header.layout.cellsPerItem))),
    ]
    identity = String(SHA256.hexadecimal(of: JSONValue.object(core).compactText).prefix(16))
  }

  /// The first line of a file, without its line feed. It ends as an item's does.
  public func headerLine(_ form: SweepForm) -> String {
    let rest: [(String, JSONValue)] =
      switch form {
      case .whole: [("form", .string("whole"))]
      case .part(nil): [("form", .string("part"))]
      case .part(let shard?): [("form", .string("part")), ("shard", .string("\(shard.number)/\(shard.count)"))]
      }
    return Self.checked(String(JSONValue.object(core + [("id", .string(identity))] + rest).compactText.dropLast()))
  }

  /// A line for an item, without its line feed. It ends with the first 16 digits of the SHA-256 of what stands before.
  public func itemLine(_ item: Int, _ rows: [SweepRow]) -> String {
    let text = "{\"item\":\(item),\"sweep\":\"\(identity)\",\"rows\":[\(rows.map(row).joined(separator: ","))]"
    return Self.checked(text)
  }

  private static func checked(_ text: String) -> String {
    "\(text),\"check\":\"\(SHA256.hexadecimal(of: text).prefix(16))\"}"
  }

  /// A line for a row, without its line feed.
  public func row(_ row: SweepRow) -> String {
    var members: [(String, JSONValue)] = [("cell", .integer(UInt64(row.cell)))]
    members += row.labels.map { ($0.name, Self.value($0.value)) }
    switch row.content {
    case .run(let run):
      members.append(("seed", .integer(run.seed)))
      members.append(("duration_s", .number(run.duration.seconds)))
      members += header.metrics.map { ($0.column, JSONValue(run[$0])) }
      members.append(("notes", .array(run.notes.map(JSONValue.string))))
    case .sums(let sums):
      members.append(("first_seed", .integer(sums.firstSeed)))
      members.append(("seeds", .integer(UInt64(sums.seeds))))
      if let prediction = sums.prediction {
        members.append((Self.remainingVariance, Self.figure(prediction.remaining)))
        members.append((Self.drawnVariance, Self.figure(prediction.drawn)))
      }
      members += zip(header.metrics, sums.figures).map { metric, figure in
        let range: ClosedRange<Double>?? = metric.isWholePhone ? .some(sums.predictionRange(of: figure)) : nil
        return (metric.column, Self.figure(figure, prediction: range))
      }
      members.append(("notes", .array(sums.notes.map(JSONValue.string))))
    }
    return JSONValue.object(members).compactText
  }

  private static func value(_ value: SweepLabel.Value) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    case .flag(let flag): .bool(flag)
    case .none: .null
    }
  }

  /// - Parameter prediction: the prediction range, or `.some(nil)` where it is missing; `nil` for a figure that has none.
  private static func figure(
    _ figure: CellSums.Figure, prediction: ClosedRange<Double>?? = nil
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("n", .integer(UInt64(figure.sum.count))),
      ("mean", JSONValue(figure.sum.mean)),
      ("sd", JSONValue(figure.deviation)),
      ("min", JSONValue(figure.range?.lowerBound)),
      ("max", JSONValue(figure.range?.upperBound)),
    ]
    if let prediction {
      members += [("p5", JSONValue(prediction?.lowerBound)), ("p95", JSONValue(prediction?.upperBound))]
    }
    // Integers of more digits than most readers keep: as text.
    members += [("sum", .string("\(figure.sum.sum)")), ("squares", .string("\(figure.sum.squares)"))]
    return .object(members)
  }
}
