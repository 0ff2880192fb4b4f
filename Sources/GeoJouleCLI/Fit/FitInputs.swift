import Estimation
import GeoJoule
import Measured
import Reports

extension FitReport.Input {
  init(_ role: String, _ file: String, _ table: MeasurementTable, _ count: String, notes: [String] = []) {
    self.init(role: role, file: file, digest: table.digest, count: count, skipped: table.skipped, notes: notes)
  }

  /// A route, whose file is read as a whole.
  init(route file: String, _ count: String) throws(InputError) {
    self.init(
      role: "route", file: file, digest: SHA256.hexadecimal(of: try TextFile.bytes(file)), details: [count])
  }
}

extension PowerRecording {
  init(_ file: String, _ tables: FitTableOptions, _ voltage: SupplyVoltage?) throws(InputError) {
    self = try PowerRecordingReader(
      mapping: try tables.mapping(), policy: tables.policy, voltage: voltage?.value.volts
    ).read(path: file)
  }

  func input(of file: String) -> FitReport.Input {
    FitReport.Input(
      role: "trace", file: file, digest: digest, count: "\(DecimalText.grouped(times.count)) samples",
      skipped: skipped, notes: RecordingExtent.lines(times, [(times.count, "sample")]) + [note])
  }
}

extension PowerTrace {
  /// The trace and a line over it of one power in each span.
  func plot(
    title: String, caption: String, line: String, _ spans: [(start: Double, end: Double, watts: Double)]
  ) -> FitPlot {
    FitPlot(
      title: title, caption: caption, x: .init("Seconds"), y: .init("Power, W"),
      series: [
        .init("trace", .points, zip(times, watts).map { (x: $0, y: $1) }),
        .init(line, .line, spans.flatMap { [(x: $0.start, y: $0.watts), (x: $0.end, y: $0.watts)] }),
      ])
  }
}
