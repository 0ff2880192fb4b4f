/// What a sweep was made of. Parts of a sweep go together when they agree in all of it.
package struct SweepHeader: Sendable, Hashable {
  /// What a line of the result is.
  package enum Rows: String, CaseIterable, Sendable {
    /// A cell over all its seeds: means, deviations and sums.
    case cells
    case runs
  }

  /// A file or a catalogue entry that the plan names.
  package struct Input: Sendable, Hashable {
    /// `device`, `network`, `scenario` or `strategy`.
    package let kind: String
    package let name: String
    /// SHA-256 of what it says, as 64 hexadecimal digits.
    package let hash: String

    package init(kind: String, name: String, hash: String) {
      self.kind = kind
      self.name = name
      self.hash = hash
    }
  }

  package let version: String
  package let planName: String
  /// SHA-256 of what the plan says, as 64 hexadecimal digits.
  package let planHash: String
  package let inputs: [Input]
  package let rows: Rows
  package let metrics: [Metric]
  /// What the columns of varied values are in; those without a unit are left out.
  package let units: [String: String]
  package let firstSeed: UInt64
  package let layout: SweepLayout

  package init(
    version: String, planName: String, planHash: String, inputs: [Input], rows: Rows, metrics: [Metric],
    units: [String: String] = [:], firstSeed: UInt64, layout: SweepLayout
  ) {
    self.version = version
    self.planName = planName
    self.planHash = planHash
    self.inputs = inputs
    self.rows = rows
    self.metrics = metrics
    self.units = units
    self.firstSeed = firstSeed
    self.layout = layout
  }

  /// Members of a cell that prediction ranges are made of: log-variances beyond what drawn parameters supply, and of these.
  package static let predictionColumns = ["remaining_log_variance", "drawn_log_variance"]

  package var hasPrediction: Bool { rows == .cells && metrics.contains(where: \.isWholePhone) }

  /// The first thing in which another sweep differs, in plain words from this one's side; `nil` when both are the same.
  package func difference(to other: SweepHeader) -> String? {
    if version != other.version { return "geojoule \(version) made it, and \(other.version) the other" }
    if planName != other.planName {
      return "its plan is '\(planName)', and '\(other.planName)' that of the other"
    }
    if planHash != other.planHash { return "the plan '\(planName)' says something else in the other" }
    for input in inputs where !other.inputs.contains(input) {
      if other.inputs.contains(where: { $0.kind == input.kind && $0.name == input.name }) {
        return "the \(input.kind) '\(input.name)' says something else in the other"
      }
      return "the other has no \(input.kind) '\(input.name)'"
    }
    return self == other ? nil : "the items are cut in another way in the other"
  }
}
