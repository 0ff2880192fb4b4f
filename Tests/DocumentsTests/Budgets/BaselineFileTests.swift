import Analysis
import DeviceModel
import Documents
import FileFormats
import Foundation
import Testing

@Suite struct BaselineFileTests {
  private func input(_ name: String, _ digit: String) -> Baseline.Input {
    Baseline.Input(name: name, hash: String(repeating: digit, count: 64))
  }

  private func entry(_ strategy: String) -> Baseline.Entry {
    Baseline.Entry(
      conditions: Baseline.Conditions(
        scenario: input("a \"day\"", "1"), device: input("phone\\", "2"), network: input("lté", "3"),
        parameters: .drawn),
      strategy: input(strategy, "4"), seeds: [3, 4, 17],
      values: ["energy_J": [7.1, nil, 1.0 / 3], "base_J": [-0.07, 1e-12, 12_345]])
  }

  @Test func baselinesReadBackExactly() throws {
    let baseline = Baseline(toolVersion: "0.0.7", entries: [entry("a"), entry("b\u{1}\n<x>")])
    let read = try BaselineReader.read(BaselineWriter.text(of: baseline), file: "b.json")
    #expect(read == baseline)
    let empty = Baseline(toolVersion: "0.0.7", entries: [])
    #expect(try BaselineReader.read(BaselineWriter.text(of: empty), file: "b.json") == empty)
  }

  @Test func keysAndEntriesAreSorted() throws {
    let text = BaselineWriter.text(of: Baseline(toolVersion: "0.0.7", entries: [entry("b"), entry("a")]))
    #expect(text == BaselineWriter.text(of: Baseline(toolVersion: "0.0.7", entries: [entry("a"), entry("b")])))
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let keys = text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  \""), let end = line.dropFirst(3).firstIndex(of: "\"") else { return nil }
      return String(line[line.index(line.startIndex, offsetBy: 3)..<end])
    }
    #expect(keys == keys.sorted())
    #expect(keys.count == (parsed as? [String: Any])?.count)
    let figures = text.split(separator: "\n").filter { $0.contains("_J\"") }.prefix(2)
    #expect(figures.first?.contains("base_J") == true)
  }

  @Test(arguments: [
    ("geojoule-baseline", "other", "this is not a baseline"),
    ("\"schema_version\": 1", "\"schema_version\": 2", "of another version"),
    ("[3, 4, 17]", "[3, 4]", "there are 3 values for 2 seeds"),
    ("[3, 4, 17]", "[3, 17, 4]", "not in rising order"),
    ("null", "nil", "'nil' is not a number"),
    (String(repeating: "4", count: 64), "44", "not a SHA-256 hash"),
    ("\"drawn\"", "\"mixed\"", "unknown value 'mixed'"),
    ("\"seeds\"", "\"seed\"", "unknown key 'seed'"),
  ])
  func aDamagedBaselineIsRefused(_ old: String, _ new: String, _ expected: String) throws {
    let text = BaselineWriter.text(of: Baseline(toolVersion: "0.0.7", entries: [entry("a")]))
    let damaged = text.replacingOccurrences(of: old, with: new)
    #expect(damaged != text)
    let error = #expect(throws: InputError.self) { try BaselineReader.read(damaged, file: "b.json") }
    #expect(error?.description.hasPrefix("b.json:") == true)
    #expect(error?.description.contains(expected) == true)
  }
}
