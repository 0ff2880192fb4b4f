import DeviceModel
package import Documents
package import Estimation
package import Reports

/// The YAML of a fit: profile values for the keys that were assigned, everything else in comments.
package enum FitFragment {
  /// - Parameters:
  ///   - keys: profile key by parameter name; a parameter whose name is a key itself needs none.
  ///   - priors: the prior's deviation by parameter name, where there is one.
  package static func text(
    _ summary: FitSummary, keys: [String: String], priors: [String: Double] = [:], command: [String],
    inputs: [FitReport.Input], extra: [String] = []
  ) -> String {
    let names = summary.parameters.map { keys[$0.name] ?? $0.name }
    let values = zip(names, summary.parameters).map { name, parameter in
      let value = ProfileFragment.Value(
        key: name, mean: parameter.value, deviation: parameter.standardError, interval: parameter.interval95,
        unit: parameter.unit)
      guard let prior = priors[parameter.name], prior > 0, let error = parameter.standardError else { return value }
      return trusted(value, learned: 1 - error * error / (prior * prior))
    }
    var correlations: [(first: String, second: String, value: Double)] = []
    for (i, row) in summary.correlation.enumerated() {
      for j in 0..<i where abs(row[j]) >= 0.05 { correlations.append((names[j], names[i], row[j])) }
    }
    return fragment(
      values: values, correlations: correlations, model: summary.model, command: command, inputs: inputs,
      extra: [
        "model: \(summary.model); \(summary.formula)",
        "samples: \(summary.samples), worth \(FitNumber.text(summary.effectiveSamples))",
      ]
        + summary.warnings.map { "warning: \($0.description)" } + extra)
  }

  /// A value of whose precision the data give less than half is mostly its prior, and says so.
  package static func trusted(_ value: ProfileFragment.Value, learned: Double) -> ProfileFragment.Value {
    guard learned < JointDrainFit.leastFitted else { return value }
    var value = value
    value.trust = .estimate
    value.note = "; mostly its prior: the data give \(FitNumber.text(max(0, 100 * learned))) % of its precision"
    return value
  }

  package static func fragment(
    values: [ProfileFragment.Value], correlations: [(first: String, second: String, value: Double)], model: String,
    command: [String], inputs: [FitReport.Input], extra: [String]
  ) -> String {
    let words = command.map(ShellText.quoted).joined(separator: " ")
    let others = inputs.count > 1 ? " and \(inputs.count - 1) more" : ""
    return ProfileFragment(
      comments: [words] + inputs.map { "\($0.role): \($0.file), SHA-256 \($0.digest)" } + extra, values: values,
      correlations: correlations,
      source:
        "fit of \(inputs.first.map(\.file) ?? "data")\(others) (SHA-256 \(String(inputs.first?.digest.prefix(12) ?? ""))), "
        + "model \(model)"
    ).text
  }
}
