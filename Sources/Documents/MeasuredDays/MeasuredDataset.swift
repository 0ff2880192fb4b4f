/// A folder of measured days: which phone ran which configuration when, what its gauge showed, where it went.
package struct MeasuredDataset: Sendable {
  /// A file that was read.
  package struct Source: Sendable {
    /// What it is, such as `runs`.
    package let role: String
    /// Relative to the folder.
    package let file: String
    /// SHA-256.
    package let digest: String
    /// What was read, and by which rule what was left out.
    package let notes: [String]
  }

  /// Runs that are not judged, or not in full.
  package struct LeftOut: Sendable, Hashable {
    package let reason: String
    /// In the order of the file.
    package let runs: [String]

    package init(reason: String, runs: [String]) {
      self.reason = reason
      self.runs = runs
    }
  }

  package let folder: String
  /// Of the asked system and timelines, in the order of the file.
  package let runs: [MeasuredRun]
  /// All of the system in `runs.csv`, those that were not asked for among them.
  package let timelines: Set<String>
  package let leftOut: [LeftOut]
  package let sources: [Source]
  /// What looks like a slip in the files.
  package let warnings: [String]
  /// Whether any gauge was read.
  package let hasLevels: Bool
}
