package import Analysis
import Core

/// A sweep's results as JSON Lines. Equal results give equal bytes.
package struct SweepLines: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  package static let schemaVersion: UInt64 = 1
  /// Members that prediction ranges are made of.
  static let (remainingVariance, drawnVariance) = (
    SweepHeader.predictionColumns[0], SweepHeader.predictionColumns[1]
  )

  private let header: SweepHeader
  private let core: JSONValue
  /// Ties items to their header: the first 16 digits of the SHA-256 of the header's line without its form.
  private let identity: String

  package init(_ header: SweepHeader) {
    self.header = header
    core = [
      "geojoule_sweep": Self.schemaVersion, "version": header.version,
      "plan": ["name": header.planName, "sha256": header.planHash] as JSONValue,
      "inputs": header.inputs.map { ["kind": $0.kind, "name": $0.name, "sha256": $0.hash] as JSONValue },
      "rows": header.rows.rawValue, "metrics": header.metrics.map(\.column),
      "units": JSONValue.object(header.units.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }),
      "first_seed": header.firstSeed,
      "seeds": header.layout.seedCount, "cells": header.layout.cellCount,
      "seeds_per_item": header.layout.seedsPerItem, "cells_per_item": header.layout.cellsPerItem,
    ]
    identity = String(SHA256.hexadecimal(of: core.compactText).prefix(16))
  }

  /// The first line of a file, without its line feed. It ends as an item's does.
  package func headerLine(_ form: SweepForm) -> String {
    let rest: [(String, JSONValue)] =
      switch form {
      case .whole: [("form", .string("whole"))]
      case .part(nil): [("form", .string("part"))]
      case .part(let shard?): [("form", .string("part")), ("shard", .string("\(shard.number)/\(shard.count)"))]
      }
    return Self.checked(String((core + [("id", .string(identity))] + rest).compactText.dropLast()))
  }

  /// A line for an item, without its line feed. It ends with the first 16 digits of the SHA-256 of what stands before.
  package func itemLine(_ item: Int, _ rows: [SweepRow]) -> String {
    let line: JSONValue = ["item": item, "sweep": identity, "rows": rows.map(json)]
    return Self.checked(String(line.compactText.dropLast()))
  }

  private static func checked(_ text: String) -> String {
    "\(text),\"check\":\"\(SHA256.hexadecimal(of: text).prefix(16))\"}"
  }

  /// A line for a row, without its line feed.
  package func row(_ row: SweepRow) -> String { json(row).compactText }

  private func json(_ row: SweepRow) -> JSONValue {
    var members = [("cell", row.cell.json)]
    members += row.labels.map { ($0.name, $0.value.json) }
    switch row.content {
    case .run(let run):
      members += [("seed", run.seed.json), ("duration_s", run.duration.seconds.json)]
      members += header.metrics.map { ($0.column, run[$0].json) } + [("notes", run.notes.json)]
    case .sums(let sums):
      members += [("first_seed", sums.firstSeed.json), ("seeds", sums.seeds.json)]
      if let prediction = sums.prediction {
        members += [
          (Self.remainingVariance, Self.figure(prediction.remaining)),
          (Self.drawnVariance, Self.figure(prediction.drawn)),
        ]
      }
      members += zip(header.metrics, sums.figures).map { metric, figure in
        let range: ClosedRange<Double>?? = metric.isWholePhone ? .some(sums.predictionRange(of: figure)) : nil
        return (metric.column, Self.figure(figure, prediction: range))
      }
      members.append(("notes", sums.notes.json))
    }
    return .object(members)
  }

  /// - Parameter prediction: the prediction range, or `.some(nil)` where it is missing; `nil` for a figure that has none.
  private static func figure(
    _ figure: CellSums.Figure, prediction: ClosedRange<Double>?? = nil
  ) -> JSONValue {
    let about: JSONValue = [
      "n": figure.sum.count, "mean": figure.sum.mean, "sd": figure.deviation, "min": figure.range?.lowerBound,
      "max": figure.range?.upperBound,
    ]
    // Integers of more digits than most readers keep: as text.
    return about + (prediction.map { ComparisonJSON.ends("p5", "p95", $0) } ?? [])
      + [("sum", .string("\(figure.sum.sum)")), ("squares", .string("\(figure.sum.squares)"))]
  }
}
