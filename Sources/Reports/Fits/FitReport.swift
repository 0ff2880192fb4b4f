/// The result of `geojoule fit` or `geojoule sensitivity`, ready to be shown: plain data, no estimation in it.
public struct FitReport: Sendable {
  /// A file that the numbers come from.
  public struct Input: Sendable {
    /// What it was used for, such as `fixes`.
    public var role: String
    public var file: String
    /// SHA-256.
    public var digest: String
    /// What was read and what was left out.
    public var details: [String]

    public init(role: String, file: String, digest: String, details: [String]) {
      self.role = role
      self.file = file
      self.digest = digest
      self.details = details
    }
  }

  public var title: String
  /// The result in sentences, the most important first.
  public var findings: [String]
  public var inputs: [Input]
  public var sections: [FitSection]
  /// A YAML fragment for a profile; empty where there is nothing to put into one.
  public var fragment: String
  public var version: String
  /// What the user typed.
  public var command: String

  public init(
    title: String, findings: [String], inputs: [Input], sections: [FitSection], fragment: String, version: String,
    command: String
  ) {
    self.title = title
    self.findings = findings
    self.inputs = inputs
    self.sections = sections
    self.fragment = fragment
    self.version = version
    self.command = command
  }
}
