import Documents
import Estimation
import Reports

/// The YAML of a fit: profile values for the keys that were assigned, everything else in comments.
enum FitFragment {
  /// - Parameters:
  ///   - keys: profile key by parameter name; a parameter whose name is a key itself needs none.
  static func text(
    _ summary: FitSummary, keys: [String: String], command: [String], inputs: [FitReport.Input], extra: [String] = []
  ) -> String {
    let names = summary.parameters.map { keys[$0.name] ?? $0.name }
    let values = zip(names, summary.parameters).map { name, parameter in
      ProfileFragment.Value(
        key: name, mean: parameter.value, deviation: parameter.standardError, interval: parameter.interval95,
        unit: parameter.unit)
    }
    var correlations: [(first: String, second: String, value: Double)] = []
    for i in names.indices {
      for j in 0..<i where abs(summary.correlation(i, j)) >= 0.05 {
        correlations.append((names[j], names[i], summary.correlation(i, j)))
      }
    }
    return fragment(
      values: values, correlations: correlations, model: summary.model, command: command, inputs: inputs,
      extra: [
        "model: \(summary.model); \(summary.formula)",
        "samples: \(summary.samples), worth \(FitNumber.text(summary.effectiveSamples))",
      ]
        + summary.warnings.map { "warning: \($0.description)" } + extra)
  }

  static func fragment(
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
