import Analysis
import DeviceModel
import Foundation
import Core
import Simulation
import TestSupport
import Testing

@testable import Reports

@Suite struct PerfettoTraceTests {
  static let hasPerfetto = PythonTool.has(
    ["perfetto.protos.perfetto.trace.perfetto_trace_pb2"], from: ["perfetto", "protobuf"])

  /// Numbers and texts as the encoding's own guide shows them.
  @Test func fieldsHaveTheWireFormatOfTheGuide() {
    var writer = ProtobufWriter()
    writer.number(1, 150)
    writer.string(2, "testing")
    writer.message(3) { $0.number(1, 150) }
    writer.double(4, 1)
    #expect(
      writer.bytes == [0x08, 0x96, 0x01]
        + [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67]
        + [0x1A, 0x03, 0x08, 0x96, 0x01] + [0x21, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
  }

  /// Every byte, in lines of 32.
  @Test func trace() {
    let bytes = PerfettoTrace().render(RunGoldenTests.detail, context: SampleReports.context())
    let lines = stride(from: 0, to: bytes.count, by: 32).map { start in
      bytes[start..<min(start + 32, bytes.count)].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    expectGolden("run.perfetto.hex", lines.joined(separator: "\n") + "\n")
  }

  @Test func namesCarryNoControlCharacters() {
    var detail = RunGoldenTests.detail
    detail.strategy = "red\u{1B}[31m"
    let bytes = PerfettoTrace().render(detail, context: SampleReports.context())
    #expect(!bytes.contains(0x1B) || String(decoding: bytes, as: UTF8.self).contains("red\u{FFFD}[31m"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("red\u{1B}"))
  }

  /// Perfetto's own module reads the trace: every state lasts as long as in the ledger, energy ends at its total.
  @Test(.enabled(if: PerfettoTraceTests.hasPerfetto, "needs python3 and the package 'perfetto'"))
  func durationsAndEnergyAreThoseOfTheLedger() throws {
    let detail = RunGoldenTests.detail
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString).perfetto")
    try Data(PerfettoTrace().render(detail, context: SampleReports.context())).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try PythonTool.script("perfetto_durations.py", [file.path])
    try #require(outcome.status == 0, "\(outcome.text)")
    var durations: [String: Int64] = [:]
    var others: [String: Double] = [:]
    for line in outcome.text.split(separator: "\n") {
      let cells = line.split(separator: "\t").map(String.init)
      if cells[0] == "slice" { durations["\(cells[1]) \(cells[2])"] = Int64(cells[3]) }
      if cells[0] != "slice" { others[cells[1]] = Double(cells[2]) }
    }
    var expected: [String: Int64] = [:]
    for line in EnergyBreakdown(ledger: detail.record.ledger, prices: detail.record.prices).lines {
      guard case .state(let state, let bin, let span) = line.kind else { continue }
      let name = ComponentStates.name(of: line.component, state: state) + (bin == .weak ? ", weak signal" : "")
      expected["\(ChartWords.title(of: line.component)) \(name)", default: 0] += span.nanoseconds
    }
    #expect(durations == expected)
    let total = EnergyBreakdown(ledger: detail.record.ledger, prices: detail.record.prices).total.joules
    let energy = try #require(others["Energy"])
    #expect(abs(energy - total) < 1e-9 * total)
    #expect(others["Deliveries"] == 2)
    #expect(others["Uploads"] == nil)
  }
}
