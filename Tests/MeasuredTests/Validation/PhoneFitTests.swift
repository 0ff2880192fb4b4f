import DeviceModel
import Documents
import Estimation
import RealModule
import Testing

@testable import Measured
@testable import Reports

/// A phone's powers from runs whose energies are known by hand.
@Suite struct PhoneFitTests {
  private static let shares = ["base.drain": 0.4, "gnss.tracking_strong": 0.3, "processor.location_session": 0.3]

  /// A night, a rest and a ride on three days each, at `factor` times the base's powers of location.
  private static func runs(_ base: DeviceProfile, _ phone: PhoneDesign, factor: Double) -> [PhoneDesign.Run] {
    let hours: [(name: String, base: Double, receiver: Double, session: Double)] = [
      ("night", 8, 0, 0), ("rest", 4, 0, 4), ("ride", 3, 3, 3),
    ]
    return (0..<3).flatMap { day in
      hours.map { run -> PhoneDesign.Run in
        let times = [
          "base.drain": run.base, "gnss.tracking_strong": run.receiver, "processor.location_session": run.session,
        ]
        let exposure = phone.keys.prefix(phone.measured).map { times[$0] ?? 0 } + [0.01 * run.base]
        let wattHours = times.reduce(0.01 * run.base) { sum, time in
          sum + time.value * (base.values[time.key]?.mean ?? 0) * (time.key == "base.drain" ? 1 : factor)
        }
        let name = "\(run.name) \(day)"
        let measured = MeasuredRun(
          name: name, timeline: "a", phone: "p", configuration: run.name, span: 0...3600 * run.base, readings: [])
        let joint = JointRun(
          name: name, timeline: "a", phone: "p", occasion: "\(day) \(run.name)", travels: run.name == "ride",
          readings: [],
          energies: [.init(exposure: exposure, wattHours: wattHours, deviation: 0.02 * wattHours)],
          exposureDeviation: 0.01)
        return PhoneDesign.Run(measured: measured, joint: joint, exposure: exposure)
      }
    }
  }

  @Test func powersComeBackAndTheRestIsTheBases() throws {
    let base = try Catalog().device("modern-phone")
    let design = PhoneDesign(device: base, shares: Self.shares)
    #expect(Array(design.keys.prefix(3)) == Self.shares.keys.sorted() && design.measured == 3)
    let runs = Self.runs(base, design, factor: 2)
    let found = try PhoneFit(runs, design: design, base: base, name: "mine", source: "made up")
    for run in runs {
      let (truth, expected) = (run.joint.energies[0].wattHours, found.fit.drain(run.exposure, design: design.design))
      #expect(abs(expected.wattHours / truth - 1) < 0.06, "\(run.joint.name): \(expected.wattHours) for \(truth)")
    }
    let device = found.device
    #expect(device.name == "mine" && device.validate().isEmpty, "\(device.validate())")
    let session = try #require(device.values["processor.location_session"])
    let before = try #require(base.values["processor.location_session"])
    #expect((1.7...2.2).contains(session.mean / before.mean), "\(session.mean)")
    #expect(session.trust == .fitted && session.source.hasPrefix("made up, ") && session.deviation < before.deviation)
    #expect(device.values["wifi.scan_full_time"] == base.values["wifi.scan_full_time"])
    // Without a gauge, nothing is known of the battery.
    let (size, known) = (try #require(device.values["battery.energy"]), try #require(base.values["battery.energy"]))
    #expect(abs(size.mean / known.mean - 1) < 0.02)
    // What is mostly its prior has the prior's trust.
    #expect(size.trust == known.trust && known.trust != .fitted)
    for value in found.learned { #expect((value.after.trust == .fitted) == (value.share >= 0.5), "\(value.key)") }
    // What holds for location goes to that of measured phones, as location is learned.
    let (share, tracking) = (found.spread.location, found.spread.discrepancy.tracking)
    #expect((0.5...1).contains(share), "\(share)")
    let before2 = base.discrepancy.tracking * base.discrepancy.tracking
    #expect(abs(tracking * tracking - ((1 - share) * before2 + share * 0.12 * 0.12)) < 1e-9)
    #expect(found.spread.discrepancy.phone < base.discrepancy.phone)
  }

  /// Means and deviations of lognormal values, ranges of four deviations, and the mean square of what runs leave open.
  @Test func valuesAreLognormalAndTheRestIsAMeanSquare() throws {
    var base = try Catalog().device("modern-phone")
    base.correlations.append(
      Correlation(between: "gnss.tracking_strong", "gnss.give_up", value: 0.17, source: "made up"))
    let design = PhoneDesign(device: base, shares: Self.shares)
    let runs = Self.runs(base, design, factor: 2)
    let found = try PhoneFit(runs, design: design, base: base, name: "mine", source: "made up")
    for key in Self.shares.keys + [PhoneDesign.battery] {
      let isBattery = key == PhoneDesign.battery
      let profileKey = isBattery ? "battery.energy" : key
      let (median, deviation) = found.fit.product([key])
      let value = try #require(found.device.values[profileKey])
      let mean = median * Double.exp(deviation * deviation / 2) * (isBattery ? base.values[profileKey]?.mean ?? 0 : 1)
      #expect(abs(value.mean / mean - 1) < 1e-4 && deviation > 0.02)
      let spread = (Double.exp(deviation * deviation) - 1).squareRoot()
      #expect(abs(value.deviation / mean / spread - 1) < 1e-3, "\(key)")
      let valid = try #require(DeviceSchema.schema(of: profileKey)).validRange
      #expect(abs(value.range.upperBound / min(valid.upperBound, mean * Double.exp(4 * deviation)) - 1) < 1e-3)
      #expect(abs(value.range.lowerBound / max(valid.lowerBound, mean / Double.exp(4 * deviation)) - 1) < 1e-3)
    }
    #expect(found.device.values["battery.health"]?.deviation == 0)
    let deviations = runs.map { found.fit.logDeviation(ofDrain: $0.exposure, design: design.design) }
    let square = deviations.reduce(0) { $0 + $1 * $1 } / 9
    let discrepancy = found.spread.discrepancy
    #expect(abs(discrepancy.phone * discrepancy.phone - square) < 1e-12)
    #expect((deviations.max() ?? 0) - (deviations.min() ?? 0) > 0.0005)
    #expect(discrepancy.run == found.fit.summary["run_deviation"]?.value)
    #expect(discrepancy.occasion == found.fit.summary["occasion_deviation"]?.value)
    for key in ["rest", "location"] { #expect(found.device.values["discrepancy.\(key)"] == nil) }
    #expect(discrepancy.rest == 0 && discrepancy.location == 0)
    let own = found.device.discrepancy
    for (one, other) in [(own.phone, discrepancy.phone), (own.tracking, discrepancy.tracking)] {
      #expect(abs(one / max(0.005, other) - 1) < 1e-4)
    }
    let phone = try #require(found.device.values["discrepancy.phone"])
    #expect(abs(phone.deviation / phone.mean - 0.3) < 1e-3)
    let pair = try #require(
      found.device.correlations.first {
        Set([$0.first, $0.second]) == ["gnss.tracking_strong", "processor.location_session"]
      })
    #expect(abs(pair.value - found.fit.correlation(["gnss.tracking_strong"], ["processor.location_session"])) < 1e-4)
    // A correlation with a value that no run learns stays.
    #expect(found.device.correlations.contains { $0.second == "gnss.give_up" && $0.value == 0.17 })
  }

  /// What the page says of nine of eleven runs: the values learned to a fifth and more, four at most, the best first.
  /// With a base whose runs vary in a part, the fit has values of its own for both, and the new profile takes them.
  @Test func whatVariesInPartsIsTheFits() throws {
    var base = try Catalog().device("modern-phone")
    (base.values["discrepancy.rest"], base.values["discrepancy.location"]) = (
      PhoneDesignTests.exact(0.43), PhoneDesignTests.exact(0.31)
    )
    let design = PhoneDesign(device: base, shares: Self.shares)
    let found = try PhoneFit(
      Self.runs(base, design, factor: 2), design: design, base: base, name: "mine", source: "made up")
    let rest = try #require(found.fit.summary["rest_deviation"]).value
    let location = try #require(found.fit.summary["location_deviation"]).value
    // Nights that do not vary make them smaller.
    #expect(rest < 0.43 && found.spread.discrepancy.rest == rest)
    #expect(location < 0.31 && location != rest && found.spread.discrepancy.location == location)
    #expect(abs(found.device.discrepancy.rest / rest - 1) < 1e-4)
    #expect(abs(found.device.discrepancy.location / location - 1) < 1e-4)
  }

  @Test func thePageNamesWhatWasLearned() throws {
    let base = try Catalog().device("modern-phone")
    let design = PhoneDesign(device: base, shares: Self.shares)
    let runs = Self.runs(base, design, factor: 2)
    let found = try PhoneFit(runs, design: design, base: base, name: "mine", source: "made up")
    let findings = PhoneFitReport.findings(runs, 11, found)
    let spread = found.spread.discrepancy
    // The last says that no run has levels.
    #expect(findings.count == 4 && findings[0].hasPrefix("9 of 11 runs used."), "\(findings)")
    #expect(findings.last?.hasPrefix("No run has levels") == true)
    for value in [spread.phone, spread.run, spread.occasion] {
      #expect(findings[0].contains(" \(FitNumber.text(100 * value)) %"), "\(findings[0])")
    }
    let shares = findings[1].matches(of: /([a-z_.]+) ([0-9.]+) %/).map { (String($0.1), Double($0.2) ?? 0) }
    let best = found.learned.filter { $0.share >= 0.2 }.sorted { $0.share > $1.share }.prefix(4)
    #expect(shares.map(\.0) == best.map(\.key) && !best.isEmpty)
    for (shown, value) in zip(shares, best) { #expect(abs(shown.1 - 100 * value.share) < 0.06 * shown.1) }

    let sections = PhoneFitReport.sections(runs, [(run: "x", reason: "y")], design.design, found, base, warnings: ["w"])
    let tables = sections.flatMap(\.tables)
    let columns = try #require(tables.first { $0.title.hasPrefix("Measured runs") }).table.columns
    func column(_ title: String, _ place: Int) -> Double? { columns.first { $0.title == title }?.value(place) }
    for (place, run) in runs.enumerated() {
      let wattHours = try #require(run.joint.energies.first?.wattHours)
      #expect(column("time", place) == (run.measured.span.upperBound - run.measured.span.lowerBound) / 3600)
      #expect(abs((column("metered", place) ?? 0) / wattHours - 1) < 1e-9)
      let error = 100 * found.fit.logDeviation(ofDrain: run.exposure, design: design.design)
      #expect(abs((column("known to", place) ?? 0) - error) < 1e-9)
    }
    #expect(tables.contains { $0.title == "Runs left out" })
  }

  /// A value that no run used, and whose correlation with a used one moves it by under a hundredth of its variance.
  @Test(arguments: [(0.02, false), (0.9, true)]) func whatMovedLittleIsTheBases(
    correlation: Double, isLearned: Bool
  ) throws {
    var base = try Catalog().device("modern-phone")
    base.correlations = [
      Correlation(between: "gnss.tracking_strong", "cellular.idle", value: correlation, source: "made up")
    ]
    let design = PhoneDesign(device: base, shares: Self.shares)
    #expect(design.keys.last == "cellular.idle" && design.measured == 3)
    let found = try PhoneFit(
      Self.runs(base, design, factor: 2), design: design, base: base, name: "mine", source: "made up")
    #expect(found.learned.contains { $0.key == "cellular.idle" } == isLearned)
    #expect((found.device.values["cellular.idle"] == base.values["cellular.idle"]) != isLearned)
  }

  @Test func withoutLocationTheBasesErrorOfTrackingStays() throws {
    let base = try Catalog().device("modern-phone")
    let design = PhoneDesign(device: base, shares: ["base.drain": 0.4])
    let runs = Self.runs(base, design, factor: 1).filter { $0.measured.configuration == "night" }
    let found = try PhoneFit(runs, design: design, base: base, name: "mine", source: "made up")
    #expect(found.spread.location == 0 && abs(found.spread.discrepancy.tracking - base.discrepancy.tracking) < 1e-12)
    #expect(found.device.values["gnss.tracking_strong"] == base.values["gnss.tracking_strong"])
    #expect(throws: EstimationError.self) {
      try PhoneFit([], design: design, base: base, name: "mine", source: "made up")
    }
  }
}
