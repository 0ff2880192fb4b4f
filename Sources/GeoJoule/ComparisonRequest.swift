/// Which strategies to compare, on which day, with which phone.
public struct ComparisonRequest: Sendable {
  /// The phone.
  public var device: DeviceProfile
  /// The cellular network it is on.
  public var network: NetworkProfile
  /// The day.
  public var scenario: Scenario
  /// The watch beside the phone, for strategies that use one; others run without it.
  public var watch: WatchChoice?
  /// In the order of the report's rows. Those without location run on the phone's system unless they name a version.
  public var strategies: [StrategySpecification]
  /// The seed of the first run; each further run takes the next.
  public var firstSeed: UInt64
  /// At least 1.
  public var seedCount: Int
  /// Whether the values of the profiles are drawn for each seed or stay at their means.
  public var parameters: ParameterChoice
  /// Workers; the result does not depend on it.
  public var jobs: Int
  /// Ends each run when the battery is empty.
  public var untilEmpty: Bool
  /// Keeps how errors and ages are distributed, for reports with pictures.
  public var keepsDistributions: Bool
  /// What is measured beside the standard figures: thresholds of a report's own.
  package var metrics: [Metric] = []
  /// What the reader asks for; `nil` where they have not said.
  package var need: Need?
  /// Of whom each seed draws a person, from a Monday on, in place of the day.
  package var people: PopulationProfile?
  /// How many days of each person, 1 to `Person.longestDays`.
  package var days = 1

  package func person(ofSeed seed: UInt64) -> Person? {
    people.map { Person($0, number: 1, firstSeed: seed, days: days) }
  }

  func day(ofSeed seed: UInt64) -> Scenario { person(ofSeed: seed)?.scenario.with(scenario.failures) ?? scenario }

  /// What runs on another system than the phone's, or needs a version that it does not have.
  package var systemNotes: [String] {
    strategies.flatMap { strategy in
      [strategy.systemNote(on: device.system), strategy.unavailableOn == nil ? nil : strategy.note]
        .compactMap { $0.map { "\(strategy.name): \($0)" } }
    }
  }

  package var needs: Needs {
    people == nil
      ? Needs(onFoot: scenario.isOnFoot, byCar: scenario.isByCar, given: need) : Needs(onFoot: false, given: need)
  }

  /// What is known of predictions with this phone.
  package var prediction: PredictionModel {
    get throws(ProfileFault) {
      try PredictionModel(device: device, network: network, isDrawn: parameters == .drawn)
    }
  }

  /// Whether an app, or the day's user, acts on the battery's level: then prices shape what happens.
  public var actsOnBattery: Bool {
    strategies.contains(where: \.readsBattery) || scenario.user.savesPowerBelow != nil
  }

  /// Stops the program unless there is at least one seed and one worker.
  public init(
    device: DeviceProfile, network: NetworkProfile, scenario: Scenario, strategies: [StrategySpecification],
    firstSeed: UInt64 = 1, seedCount: Int = 40, parameters: ParameterChoice = .drawn, jobs: Int = 1,
    untilEmpty: Bool = false, keepsDistributions: Bool = false, watch: WatchChoice? = nil
  ) {
    precondition(seedCount >= 1 && jobs >= 1, "a comparison needs a seed and a worker")
    (self.device, self.network, self.scenario) = (device, network, scenario)
    self.strategies = strategies.map { $0.base(on: device.system).fitting(device) }
    (self.firstSeed, self.seedCount, self.parameters, self.jobs) = (firstSeed, seedCount, parameters, jobs)
    (self.untilEmpty, self.keepsDistributions, self.watch) = (untilEmpty, keepsDistributions, watch)
  }
}

extension ComparisonRequest {
  /// The same request with a watch beside the phone, where one of its strategies uses one.
  ///
  /// - Parameter name: a device of the catalogue, or a device file; it runs on the network it names as its own.
  package func with(watch name: String, _ catalog: Catalog) throws(InputError) -> ComparisonRequest {
    let (entry, isUsed) = (try catalog.resolve(.devices, name), strategies.contains(where: \.usesWatch))
    // A wrong name or file is wrong whether or not a strategy needs it. What is built in is right.
    let device = isUsed || !entry.isBuiltIn ? try catalog.device(entry) : nil
    guard isUsed, let device else { return self }
    var request = self
    let network = try catalog.network(of: device, file: catalog.ownFile(.devices, name))
    request.watch = WatchChoice(device: device, network: network)
    return request
  }
}

extension DeviceProfile {
  package func networkName(_ network: NetworkProfile) -> String { hasCellular ? network.name : "no cellular network" }
}

extension ComparisonDay {
  /// How finely the batteries are followed: 5 min of a day.
  static let batterySteps = 288

  /// Runs every strategy of a comparison on one of its seeds.
  ///
  /// - Parameter strategy: the index of the one that is kept in full.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  package init(_ request: ComparisonRequest, strategy: Int, seed: UInt64) throws {
    var request = request
    request.firstSeed = seed
    request.seedCount = 1
    let run = try SingleRun(request, strategy: strategy)
    let world = try SimulationTrial(request, seed: seed)
    let detail = run.detail
    let batteries = try request.strategies.enumerated().map { index, other in
      var day = detail
      if index != strategy {
        day.strategy = other.name
        (day.record, day.payments, day.watchPayments) = try world.detail(of: other)
      }
      return BatteryCurve(day, count: Self.batterySteps)
    }
    self.init(detail: detail, batteries: batteries)
  }
}

/// The watch on the user's wrist, for strategies that use one.
public struct WatchChoice: Sendable {
  /// The watch.
  public var device: DeviceProfile
  /// The network of its own modem, where it has one.
  public var network: NetworkProfile

  /// A watch, and the network it uses when the phone is away.
  public init(device: DeviceProfile, network: NetworkProfile) {
    (self.device, self.network) = (device, network)
  }
}

/// A strategy needs a watch, and the request names none.
public struct WatchMissing: Error, Sendable, CustomStringConvertible {
  /// The strategy that needs a watch.
  public let strategy: String

  public var description: String {
    "the strategy '\(strategy)' needs a watch, and the request has none: set ComparisonRequest.watch"
  }
}
