import Documents
public import World

/// The day that a test simulates: a scenario of the catalogue by its name, a file by its path, or one of your own.
///
/// `geojoule list scenarios` names the catalogue's. A path contains `/` or ends in `.yml`.
public struct SimulatedDay: Sendable, ExpressibleByStringLiteral {
  private enum Source: Sendable {
    case named(String)
    case given(Scenario)
  }

  private let source: Source

  public init(_ nameOrPath: String) { source = .named(nameOrPath) }
  public init(stringLiteral nameOrPath: String) { self.init(nameOrPath) }
  public init(_ scenario: Scenario) { source = .given(scenario) }

  /// To work, back, and the time between.
  public static let commute = SimulatedDay("commute")

  /// - Throws: `InputError` that names the nearest name, or the place of the fault in the file.
  func scenario(in catalog: Catalog) throws -> Scenario {
    switch source {
    case .named(let name): try catalog.scenario(name)
    case .given(let scenario): scenario
    }
  }
}
