import Estimation
import GeoJoule
import Measured
import RealModule
import Reports

/// Powers of one kind of phone from all measured days at once: reads data sets, takes exposures from their fixes and legs.
struct JointFitReport {
  let report: FitReport

  /// What of a profile a fit gives: products of its quantities.
  private static func products(of design: JointDesign) -> [(key: String, quantities: [String])] {
    let names = Set(design.quantities.map(\.name))
    var products = ["base.drain", "processor.suspended", "wifi.power_save", "cellular.idle"].map {
      (key: $0, quantities: [$0, "idle_scale"])
    }
    products += [
      ("base.travelling", ["base.travelling"]), ("processor.location_session", ["processor.location_session"]),
      ("gnss.tracking_strong", ["gnss.tracking_strong"]),
      ("gnss.acquiring", ["gnss.tracking_strong", "acquiring_over_tracking"]),
      ("gnss.weak_multiplier", ["gnss.weak_multiplier"]),
    ]
    return products.filter { $0.quantities.allSatisfy(names.contains) }
  }

  init(_ arguments: DrainFitArguments, _ tables: FitTableOptions, _ catalog: Catalog, command: [String])
    throws(InputError)
  {
    let device = try catalog.device(arguments.device)
    let mapping =
      if let file = arguments.mapping { try RunMapping(path: file, catalog: catalog) } else {
        try RunMapping.mobilityNet(catalog: catalog)
      }
    let exposure = RecordedExposure(device: device, mapping: mapping)
    let design = try exposure.design()
    var measured: [MeasuredRun] = []
    var timelines: Set<String> = []
    var inputs: [FitReport.Input] = []
    var warnings: [String] = []
    for folder in arguments.joint {
      let dataset = try MeasuredDatasetReader(
        system: device.system, timelines: arguments.timeline, policy: tables.policy
      ).read(folder: folder)
      measured += dataset.runs.filter { run in !arguments.without.contains { run.timeline.hasPrefix($0) } }
      timelines.formUnion(dataset.timelines)
      warnings += dataset.placedWarnings
      inputs += dataset.inputs
    }
    // The built-in mapping names timelines of MobilityNet, which other data do not have.
    if arguments.mapping != nil { try mapping.checkOtherUse(among: timelines) }
    try PriorProvenance.check(
      exposure.priors, of: device, against: inputs, file: arguments.joint.first,
      remedy: "give a --device whose values are from before that fit")
    let occasions = Occasions.names(starts: measured.map(\.span.lowerBound))
    let runs = zip(measured, occasions).compactMap { exposure.run($0, occasion: $1) }
    let fit = try FitFailure.naming(arguments.joint.first ?? "") { () throws(EstimationError) in
      try JointDrainFit(runs: runs, design: design)
    }
    report = FitReport(
      title: "Power from all measured days at once", findings: Self.findings(fit, runs, measured.count), inputs: inputs,
      sections: Self.sections(fit, design, warnings), rows: [.readings(runs, design, fit)],
      fragment: Self.fragment(fit, design, command: command, inputs: inputs),
      command: command)
  }

  private static func findings(_ fit: JointDrainFit, _ runs: [JointRun], _ read: Int) -> [String] {
    let phones = fit.phones.map { "\($0.name) \(FitNumber.text(100 * (Double.exp($0.effect) - 1))) %" }
    return [
      "\(runs.count) of \(read) runs on \(Set(runs.map(\.timeline)).count) timelines, \(Set(runs.map(\.occasion)).count) "
        + "occasions and \(fit.phones.count) phones; exposures are from recorded fixes and legs.",
      "Phones beside their mean: \(phones.joined(separator: ", ")).",
      "Learned: 1 less the share of the prior's variance that the data leave. Where it is small, a value rests on its prior.",
    ]
  }

  private static func sections(
    _ fit: JointDrainFit, _ design: JointDesign, _ warnings: [String]
  ) -> [FitSection] {
    let products = products(of: design)
    var whole = FitSection(
      title: "Fit", figures: FitSection.figures(fit.summary),
      warnings: warnings + fit.summary.warnings.map(\.description),
      tables: [
        FitTable("What was fitted", Array(zip(fit.summary.parameters, fit.learned))) { columns in
          columns.words(["parameter"]) { parameter, _ in parameter.name }
          columns.fitted("value", error: { parameter, _ in parameter.standardError }) { parameter, _ in
            parameter.value
          }
          columns.figures(["95 % interval"]) { parameter, _ in
            parameter.interval95.map { "\(FitNumber.text($0.lowerBound)) to \(FitNumber.text($0.upperBound))" } ?? "-"
          }
          columns.words(["unit"]) { parameter, _ in parameter.unit }
          columns.fitted("learned", unit: "%") { _, learned in learned.map { max(0, 100 * $0) } }
        }
      ])
    whole.statistics = FitSection.Statistics(fit.summary)
    return [
      whole,
      FitSection(
        title: "Profile values",
        tables: [
          FitTable("", products) { columns in
            columns.words(["key"]) { $0.key }
            columns.fitted("mean") { moments(fit, $0.quantities).mean }
            columns.fitted("deviation") { moments(fit, $0.quantities).deviation }
            columns.fitted("learned", unit: "%") { max(0, 100 * fit.learned(of: $0.quantities, design: design)) }
          },
          FitTable("", correlations(fit, products)) { columns in
            columns.words(["key"]) { $0.first }
            columns.words(["key"]) { $0.second }
            columns.fitted("correlation") { $0.value }
          },
        ]),
    ]
  }

  /// Mean and deviation of a lognormal product.
  private static func moments(_ fit: JointDrainFit, _ names: [String]) -> (mean: Double, deviation: Double) {
    let (median, deviation) = fit.product(names)
    let mean = median * .exp(deviation * deviation / 2)
    return (mean, mean * (Double.exp(deviation * deviation) - 1).squareRoot())
  }

  /// Those between products that are not small.
  private static func correlations(
    _ fit: JointDrainFit, _ products: [(key: String, quantities: [String])]
  ) -> [(first: String, second: String, value: Double)] {
    products.enumerated().flatMap { place, second in
      products.prefix(place).map {
        (first: $0.key, second: second.key, value: fit.correlation($0.quantities, second.quantities))
      }
    }.filter { abs($0.value) >= 0.1 }
  }

  private static func fragment(
    _ fit: JointDrainFit, _ design: JointDesign, command: [String], inputs: [FitReport.Input]
  ) -> String {
    let products = products(of: design)
    return FitFragment.fragment(
      values: products.map { product in
        let (mean, deviation) = moments(fit, product.quantities)
        return FitFragment.trusted(
          ProfileFragment.Value(
            key: product.key, mean: mean, deviation: deviation, interval: nil,
            unit: product.key == "gnss.weak_multiplier" ? "" : "W"),
          learned: fit.learned(of: product.quantities, design: design))
      }, correlations: correlations(fit, products), model: fit.summary.model, command: command, inputs: inputs,
      extra: ["model: \(fit.summary.model); \(fit.summary.formula)"])
  }
}
