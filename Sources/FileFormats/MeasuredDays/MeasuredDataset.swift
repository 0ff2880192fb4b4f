/// A folder of measured days: which phone ran which configuration when, what its gauge showed, where it went.
public struct MeasuredDataset: Sendable {
  /// A file that was read.
  public struct Source: Sendable {
    /// What it is, such as `runs`.
    public let role: String
    /// Relative to the folder.
    public let file: String
    /// SHA-256.
    public let digest: String
    /// What was read, and by which rule what was left out.
    public let notes: [String]
  }

  /// Runs that are not judged, or not in full.
  public struct LeftOut: Sendable, Hashable {
    public let reason: String
    /// In the order of the file.
    public let runs: [String]

    public init(reason: String, runs: [String]) {
      self.reason = reason
      self.runs = runs
    }
  }

  public let folder: String
  /// Of the asked system and timelines, in the order of the file.
  public let runs: [MeasuredRun]
  public let leftOut: [LeftOut]
  public let sources: [Source]
}
