import Documents
import Estimation
import RealModule
import Testing
import World

@testable import FileFormats
@testable import Measured
@testable import Reports

/// Cells, clocks and powers of drives, on logs made by hand.
@Suite struct DriveAlongTheWayTests {
  private static let start = 1_600_000_000.0

  /// Cells that are held for 11, 7, 41 and 19 s, between those of the log's start and end.
  @Test func theMedianTimeInACellIsOfWholeStays() throws {
    var text = "time_s,lat,lon,rsrp_dBm,cell\n"
    var second = 0
    for (cell, seconds) in [("A", 5), ("B", 11), ("C", 7), ("D", 41), ("E", 19), ("F", 6)] {
      for _ in 0..<seconds {
        text += "\(1_600_000_000 + second),\(47.1 + 0.000117 * Double(second)),8.3,-91,\(cell)\n"
        second += 1
      }
    }
    let section = try #require(
      DriveRadio(try DriveLogs.data(text)).outcome.sections.first { $0.title == "Cell changes" })
    let figure = try #require(section.figures.first { $0.name == "Time in a cell" })
    #expect(figure.text.hasPrefix("median 19.0 s of 4 cells"), "\(figure.text)")
    let points = try #require(section.plots.first { $0.title == "Time in a cell" }?.series.first?.points)
    let columns = try #require(section.tables.first).table.columns
    func cell(_ title: String) throws -> Double {
      try #require(columns.first { $0.title == title }?.value(0), "\(columns.map(\.title))")
    }
    #expect(try cell("changes") == 5 && abs(cell("way") - 1.14) < 0.02)
    #expect(try abs(cell("rate") - 5 / cell("way")) < 1e-9)
    #expect(points.map(\.x) == [7, 11, 19, 41] && points.map(\.y) == [0.125, 0.375, 0.625, 0.875])
  }

  /// Below -110 dBm coverage is weak, below -124 dBm there is none: 60 s at 13 m/s of the one, 20 s of the other.
  @Test func weakAndNoCoverageHaveTheirLevels() throws {
    let rows = (0..<100).map { second in
      let level = second < 40 ? -110 : second < 80 ? -111 : -125
      return "\(1_600_000_000 + second),\(47.1 + 0.000117 * Double(second)),8.3,\(level)\n"
    }
    let radio = DriveRadio(try DriveLogs.data("time_s,lat,lon,rsrp_dBm\n" + rows.joined()))
    for (title, length) in [("Weak coverage: below -110 dBm", 0.77), ("No coverage: below -124 dBm", 0.25)] {
      let plot = radio.outcome.sections.first { $0.title == title }?.plots.first {
        $0.title == "Received power along the way"
      }
      let stretch = try #require(plot?.series.first { $0.name == "stretch" }?.points)
      #expect(abs(stretch[1].x - stretch[0].x - length) < 0.02, "\(title): \(stretch)")
    }
  }

  /// Of stretches of 130, 260, 390 and 520 m, 7/8, 5/8, 3/8 and 1/8 are longer; the model's line falls to 1/e at its mean.
  @Test func lengthsStandBesideTheirModel() throws {
    var (rows, second) = ([String](), 0)
    for (level, seconds) in [
      (-91, 30), (-117, 10), (-91, 30), (-117, 40), (-91, 30), (-117, 20), (-91, 30), (-117, 30), (-91, 30),
    ] {
      for _ in 0..<seconds {
        rows.append("\(1_600_000_000 + second),\(47.1 + 0.000117 * Double(second)),8.3,\(level)\n")
        second += 1
      }
    }
    let data = try DriveLogs.data("time_s,lat,lon,rsrp_dBm\n" + rows.joined())
    let fit = try CoverageHoleFit(data.drives.map(\.points), below: -110)
    let plot = try #require(DrivePlots.holes(fit, below: -110, data).first { $0.title == "Lengths of the stretches" })
    let shown = plot.series[0].points
    for (point, wanted) in zip(shown, [(130.0, 0.875), (260, 0.625), (390, 0.375), (520, 0.125)]) {
      #expect(abs(point.x - wanted.0) < 20 && point.y == wanted.1, "\(point)")
    }
    let mean = try #require(fit.summary["length"]?.value)
    let line = plot.series[1].points
    #expect(shown.count == 4 && line.first?.y == 1 && abs((line.last?.x ?? 0) - shown[3].x) < 1e-9)
    #expect(line.allSatisfy { abs($0.y - Double.exp(-$0.x / mean)) < 1e-12 })
    // The stretches stand at their kilometres.
    let way = try #require(
      DrivePlots.holes(fit, below: -110, data).first?.series.first { $0.name == "stretch" }?.points)
    #expect(abs(way[0].x - 0.39) < 0.02 && abs(way[1].x - 0.52) < 0.02 && way[0].y == -110)
  }

  // MARK: Power

  private static func sample(_ time: Double, _ level: Double?) -> DriveSample {
    var sample = DriveSample(time: time, line: 2)
    sample.rsrp = level
    return sample
  }

  /// Rows of a second are averaged; a second without a received power or without a row is none.
  @Test func aSecondHasItsMeanPower() {
    let samples = DriveResult.samples(
      [[Self.sample(7, -91), Self.sample(8, nil)], [Self.sample(9.4, -103), Self.sample(10, -97)]],
      times: [7, 7.25, 7.99, 8, 9.9], watts: [0.5, 0.8, 1.7, 3, 2.3])
    #expect(samples.map(\.drive) == [0, 1] && samples.map(\.level) == [-91, -103])
    #expect(abs(samples[0].value - 1) < 1e-12 && samples[1].value == 2.3)
  }

  /// Floor, slope for 10 dB, knee.
  @Test func powerRisesBelowTheKnee() {
    #expect(abs(DriveResult.hinge([0.8, 0.3, -95], -112) - 1.31) < 1e-12)
    #expect(DriveResult.hinge([0.8, 0.3, -95], -94) == 0.8)
  }

  // MARK: True track

  private static func place(_ metres: Double) -> GeodeticPosition {
    GeodeticPosition(latitude: 47.1 + metres / 111_180, longitude: 8.3)
  }

  /// Two and a quarter hours: most positions lie 3 m from the truth, some 500 m. In other zones all are 200 m off, or a few agree.
  @Test func theZoneHasTheSmallestMedianGap() {
    var samples: [DriveSample] = []
    var truth: [MeasuredFix] = []
    for second in 0..<20 {
      var sample = DriveSample(time: Self.start + 8100 + Double(second), line: 2)
      sample.position = Self.place(0)
      samples.append(sample)
      let gaps = [
        (-8100.0, second < 12 ? 3.0 : 500), (0, 200), (900, second < 4 ? 0 : 900), (-900, second < 9 ? 0 : nil),
      ]
      for case (let shift, let metres?) in gaps {
        truth.append(MeasuredFix(unixSeconds: sample.time + shift, position: Self.place(metres), line: 2))
      }
    }
    #expect(DriveErrors.zone(samples, truth) == -8100)
  }

  /// Errors of a log of `count` seconds at 13 m/s to the north, beside a truth that begins before it and ends after it.
  ///
  /// - Parameter row: what stands behind time and latitude.
  private static func errors(
    _ columns: String, count: Int, truthAt longitude: Double, row: (Int) -> String
  ) throws -> DriveErrors {
    func latitude(_ second: Int) -> Double { 47.1 + 0.000117 * Double(second) }
    let truth = (-40..<count + 40).map {
      MeasuredFix(
        unixSeconds: start + Double($0), position: GeodeticPosition(latitude: latitude($0), longitude: longitude),
        line: 2)
    }
    let rows = (0..<count).map { "\(1_600_000_000 + $0),\(latitude($0)),\(row($0))\n" }
    return DriveErrors(
      try DriveLogs.data("time_s,lat,\(columns)\n" + rows.joined()),
      truth: FixRecording(file: "t", digest: "", format: .csv, fixes: truth, skipped: []))
  }

  /// Errors are separated by sky where half of the positions and more have the satellites' strength.
  @Test(arguments: [(10, false), (11, true)]) func halfOfTheFixesShowTheSky(known: Int, isBySky: Bool) throws {
    let errors = try Self.errors("lon,cn0", count: 21, truthAt: 8.3001) { "8.3,\($0 < known ? "41" : "")" }
    let whats = errors.outcome.notInformed.map(\.what)
    #expect(
      whats.contains("position error by sky") != isBySky,
      "\(whats) \(errors.outcome.notInformed.map(\.why)) \(errors.outcome.sections.map(\.title))")
  }

  /// 7.6 m beside the truth: 40 of 120 positions report a radius of 9 m, the others one of 5 m. All stand under the sky of the logs
  /// that name none.
  @Test func reportedRadiiHoldAThird() throws {
    let errors = try Self.errors("lon,accuracy_m", count: 120, truthAt: 8.3) { second in
      // To the left and to the right, so that no shift of the clock explains it.
      let beside = (second % 2 == 0 ? 0.0001 : -0.0001) * (1 + 0.001 * Double(second % 7))
      return "\(8.3 + beside),\(second % 3 == 0 ? 9 : 5)"
    }
    #expect(
      errors.outcome.sections.map(\.title).contains("Position error under suburban"),
      "\(errors.outcome.sections.map(\.title))")
    let figures = try #require(errors.outcome.sections.first { $0.title == "Report accuracy" }).figures
    let share = try #require(figures.first { $0.name == "Errors inside the reported radius" })
    #expect(share.text.hasPrefix("33.3 % (95 %: "), "\(share.text)")
    #expect(figures.contains { $0.name == "Samples" && $0.text.hasPrefix("120, effectively ") })
    #expect(errors.values.allSatisfy { $0.key.hasPrefix("error.suburban.") } && errors.values.count >= 2)
    #expect(try #require(errors.outcome.rows.first).columns.first { $0.name == "leg" }?.value(0) == 1)
  }
}
