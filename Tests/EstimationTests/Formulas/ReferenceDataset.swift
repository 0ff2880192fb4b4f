import Foundation
import Testing

@testable import Estimation

/// A set of NIST's Statistical Reference Datasets, from `StRD`.
struct ReferenceDataset: CustomTestStringConvertible, Sendable {
  let name: String
  let formula: String
  let starts: [[String: Double]]
  let certified: [(name: String, value: Double)]
  let errors: [String: Double]
  /// Of the residuals.
  let sumOfSquares: Double
  let columns: [String: [Double]]

  var testDescription: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("StRD").path

  static let all: [ReferenceDataset] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".csv") }.sorted().compactMap { ReferenceDataset(file: $0) }
  }()

  static let nonlinear = all.filter { !$0.starts.isEmpty }
  static let linear = all.filter(\.starts.isEmpty)

  init?(file: String) {
    guard let text = try? String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8) else { return nil }
    var notes: [String: String] = [:]
    var rows: [[String]] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        if parts.count == 2 { notes[parts[0]] = parts[1] }
      } else {
        rows.append(line.split(separator: ",").map(String.init))
      }
    }
    func pairs(_ key: String) -> [(name: String, value: Double)] {
      (notes[key] ?? "").split(separator: ",").compactMap { pair in
        let parts = pair.split(separator: "=")
        return parts.count == 2 ? Double(parts[1]).map { (String(parts[0]), $0) } : nil
      }
    }
    guard let formula = notes["formula"], let heading = rows.first else { return nil }
    name = String(file.dropLast(4))
    self.formula = formula
    starts = ["start 1", "start 2"].map { Dictionary(uniqueKeysWithValues: pairs($0)) }.filter { !$0.isEmpty }
    certified = pairs("certified")
    errors = Dictionary(uniqueKeysWithValues: pairs("errors"))
    var columns: [String: [Double]] = [:]
    for (k, column) in heading.enumerated() { columns[column] = rows.dropFirst().compactMap { Double($0[k]) } }
    self.columns = columns
    let freedom = Double(rows.count - 1 - certified.count)
    let deviation = notes["residual deviation"].flatMap(Double.init) ?? 0
    sumOfSquares = notes["sum of squares"].flatMap(Double.init) ?? deviation * deviation * freedom
  }

  /// - Parameter start: 0 or 1; linear sets start from 1 everywhere.
  func fit(from start: Int) throws -> CurveResult {
    var fit = FormulaFit(
      try Formula(formula),
      parameters: certified.map { FormulaParameter($0.name, start: starts.isEmpty ? 1 : starts[start][$0.name] ?? 1) })
    fit.rowsAreInTimeOrder = false
    fit.scatter = .constant
    return try fit.fit(FormulaData(columns: columns))
  }
}
