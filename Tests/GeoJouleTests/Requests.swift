import Documents
import GeoJoule

/// Comparisons of the catalogue's files.
enum Requests {
  static let catalog = Catalog()

  static func strategies(_ names: [String]) throws -> [StrategySpecification] {
    try names.map { try catalog.strategy($0) }
  }

  static func watch(_ name: String = "watch") throws -> WatchChoice {
    let profile = try catalog.device(name)
    return WatchChoice(device: profile, network: try catalog.network(profile.defaultNetwork))
  }

  static func make(
    _ device: String = "modern-phone", scenario: String = "city-run", network: String? = nil,
    strategies: [String] = ["none", "continuous", "hundred-meters", "significant-change"], seeds: Int = 6,
    parameters: ParameterChoice = .drawn, jobs: Int = 2
  ) throws -> ComparisonRequest {
    let profile = try catalog.device(device)
    return ComparisonRequest(
      device: profile, network: try catalog.network(network ?? profile.defaultNetwork),
      scenario: try catalog.scenario(scenario), strategies: try self.strategies(strategies), seedCount: seeds,
      parameters: parameters, jobs: jobs, watch: try watch())
  }
}
