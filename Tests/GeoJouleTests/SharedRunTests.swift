import FileFormats
import Testing

@testable import GeoJoule

/// Several apps on one phone, and whose the energy is.
@Suite struct SharedRunTests {
  private func attribution(
    _ strategies: [String], scenario: String = "city-run", seeds: Int = 4, parameters: ParameterChoice = .drawn,
    jobs: Int = 2, device: String = "modern-phone"
  ) async throws -> Attribution {
    try await SharedRun.run(
      try Requests.make(
        device, scenario: scenario, strategies: strategies, seeds: seeds, parameters: parameters, jobs: jobs))
  }

  /// The second of two equal apps gets the fixes that the first pays for: its absence saves what its own code does with
  /// them, and nothing of the radios.
  @Test func theAbsenceOfOneOfTwoEqualAppsSavesItsOwnDeliveriesOnly() throws {
    let request = try Requests.make(scenario: "city-run", strategies: ["continuous"], seeds: 1, parameters: .fixed)
    let world = try SimulationTrial(
      device: request.device, network: request.network, scenario: request.scenario, parameters: .fixed, seed: 1)
    let app = request.strategies[0]
    let both = try world.run([app, app])
    let one = try world.run([app, Comparison.baseline])
    func energy(_ record: RunRecord, _ component: Component) -> Double {
      EnergyBreakdown(ledger: record.ledger, prices: record.prices).energy(of: component).joules
    }
    for component in Component.allCases where component != .processor {
      #expect(abs(energy(both, component) - energy(one, component)) < 1e-9, "\(component)")
    }
    // Each delivery is so much time in `active` instead of `location_session`; a handful fall into other states.
    let deliveries = Double(both.deliveries - one.deliveries)
    let active = ApplicationProcessor.State.active.rawValue
    let session = ApplicationProcessor.State.locationSession.rawValue
    let extra = (both.ledger.dwell(.processor, state: active) - one.ledger.dwell(.processor, state: active)).seconds
    #expect(abs(extra - deliveries * world.device.processor.deliveryTime.seconds) < 0.01 * extra)
    let price =
      both.prices.power(.processor, state: active, bin: .strong).watts
      - both.prices.power(.processor, state: session, bin: .strong).watts
    let saved = energy(both, .processor) - energy(one, .processor)
    #expect(abs(saved - price * extra) < 0.02 * saved)
    #expect(saved > 0)
  }

  @Test func twoEqualAppsCostAloneTheSameAndTogetherLittleMore() async throws {
    let result = try await attribution(["continuous", "continuous"])
    #expect(result.apps == ["continuous", "continuous (2)"])
    for seed in result.seeds {
      #expect(seed.alone[0] == seed.alone[1])
      #expect(seed.together < 1.35 * seed.alone[0])
      #expect(seed.together > seed.alone[0])
      #expect(seed.savedBySharing > 0.6 * seed.alone[0])
    }
  }

  /// A copy has another name and sentence, and writes down a standard value.
  @Test(arguments: [ParameterChoice.fixed, .drawn])
  func equalStrategiesHaveExactlyTheSameFigures(_ parameters: ParameterChoice) async throws {
    var request = try Requests.make(
      strategies: ["distance-filter", "hundred-meters", "distance-filter"], seeds: 3, parameters: parameters)
    (request.strategies[2].name, request.strategies[2].summary) = ("copy", "the same by another name")
    let kind = try #require(StrategyRegistry.kind(named: request.strategies[2].kind))
    let unwritten = try #require(kind.parameters.first { request.strategies[2].parameters[$0.key] == nil })
    request.strategies[2].parameters[unwritten.key] = unwritten.standard
    #expect(SharedRun.firstAlike(request.strategies) == [0, 1, 0])
    for seed in try await SharedRun.run(request).seeds {
      #expect(seed.alone[0] == seed.alone[2])
      #expect(seed.byAbsence[0] == seed.byAbsence[2])
      #expect(seed.booked[0] == seed.booked[2])
      #expect(seed.alone[0] != seed.alone[1])
    }
  }

  @Test func anAppsFiguresDoNotDependOnItsPlace() async throws {
    let first = try await attribution(["continuous", "hundred-meters", "none"], seeds: 2)
    let last = try await attribution(["none", "hundred-meters", "continuous"], seeds: 2)
    for (a, b) in zip(first.seeds, last.seeds) {
      #expect(a.alone == b.alone.reversed() && a.alone[0] > a.alone[1])
      #expect(a.byAbsence == b.byAbsence.reversed())
      #expect(a.booked == b.booked.reversed())
      #expect(a.together == b.together)
    }
  }

  @Test func whatIsBookedToEqualAppsIsDividedEvenly() {
    #expect(SharedRun.evenly([8.5, 3.25, 1.5], [0, 1, 0]) == [5, 3.25, 5])
  }

  @Test func anAppWithoutLocationHasNoShare() async throws {
    let result = try await attribution(["none", "hundred-meters"])
    for seed in result.seeds {
      #expect(seed.alone[0] == 0)
      #expect(seed.byAbsence[0] == 0)
      // Only the app's own callbacks beside the other's: what a resume or a linger is booked to.
      #expect((0..<0.3).contains(seed.booked[0]))
      #expect(seed.alone[1] == seed.together)
      #expect(seed.byAbsence[1] == seed.together)
      #expect(seed.savedBySharing == 0)
      #expect(seed.joint == 0)
    }
  }

  /// What the ledger books adds up to the cost together, but for what the system itself draws: on a day of satellites, and
  /// on one of scans, where the phone's rest is the larger part of it all.
  @Test(arguments: [
    (["continuous", "hundred-meters", "significant-change"], "city-run"),
    (["hundred-meters", "significant-change"], "commute"),
  ])
  func whatIsBookedIsTheCostTogetherButForTheSystemsPart(_ strategies: [String], scenario: String) async throws {
    let result = try await attribution(strategies, scenario: scenario)
    for seed in result.seeds {
      let booked = seed.booked.reduce(0, +)
      #expect(abs(booked - seed.together) < 0.01 * seed.together, "\(booked) of \(seed.together)")
      // The first that asked is charged for what all use.
      #expect(seed.booked[0] > seed.booked[1])
    }
  }

  /// Not a theorem: a change of one app's fixes may move another's uploads, pauses or attempts. It holds where the apps ask
  /// for the same radios and get the same deliveries, as here.
  @Test(arguments: [
    ["continuous", "continuous"], ["distance-filter", "distance-filter"], ["continuous", "distance-filter"],
    ["hundred-meters", "hundred-meters"],
  ])
  func byAbsenceIsNotMoreThanAloneWhereTheUnionIsTheSame(_ strategies: [String]) async throws {
    for seed in try await attribution(strategies, seeds: 6).seeds {
      for app in 0..<2 { #expect(seed.byAbsence[app] <= seed.alone[app] * 1.001 + 0.5) }
      #expect(seed.joint >= -1)
      #expect(seed.savedBySharing >= -1)
    }
  }

  /// The other side: an app that asks for a kilometre hears of a cell now and then; beside best accuracy it gets a fix each
  /// second and has to handle it. The satellites are booked to the one that asks for them.
  @Test func anAppMayCostMoreBesideAnotherThanAlone() async throws {
    var request = try Requests.make(
      "modern-phone", scenario: "commute", strategies: ["continuous"], seeds: 2, parameters: .fixed)
    request.strategies.append(
      StrategySpecification(
        name: "any", summary: "", kind: "standard", parameters: ["desired_accuracy": .choice("three_kilometers")]))
    let result = try await SharedRun.run(request)
    for seed in result.seeds {
      #expect(seed.byAbsence[1] > seed.alone[1])
      #expect(abs(seed.booked[0] - seed.alone[0]) < 0.03 * seed.alone[0])
      #expect(abs(seed.booked[1] - seed.byAbsence[1]) < 0.03 * seed.alone[0])
    }
  }

  @Test func theResultDoesNotDependOnTheNumberOfJobs() async throws {
    let strategies = ["continuous", "hundred-meters", "significant-change"]
    let one = try await attribution(strategies, seeds: 5, jobs: 1)
    let three = try await attribution(strategies, seeds: 5, jobs: 3)
    #expect(one.seeds == three.seeds)
    #expect(one.seeds.map(\.seed) == [1, 2, 3, 4, 5])
  }

  /// The first app is on the screen, and the second's session keeps the processor awake: that was -18 J for the first.
  @Test func nobodyIsBookedLessThanNothing() async throws {
    for apps in [["none", "continuous"], ["significant-change", "continuous", "visits"], ["hundred-meters", "none"]] {
      let result = try await attribution(apps, seeds: 3)
      for seed in result.seeds {
        #expect(seed.booked.allSatisfy { $0 >= 0 }, "\(seed.booked)")
        #expect(abs(seed.booked.reduce(0, +) - seed.together) < 0.01 * seed.together)
      }
    }
  }

  /// 1.7 of 11.9 J too much is booked to the first two, in proportion; the sum stays.
  @Test func whatAnAppIsSparedIsTheOthers() {
    let booked = SharedRun.booked([8.4, 3.5, -1.7])
    #expect(abs(booked[0] - 8.4 * (1 - 1.7 / 11.9)) < 1e-12)
    #expect(abs(booked[1] - 3.5 * (1 - 1.7 / 11.9)) < 1e-12)
    #expect(booked[2] == 0)
    #expect(abs(booked.reduce(0, +) - 10.2) < 1e-12)
    #expect(SharedRun.booked([8.4, 3.5]) == [8.4, 3.5])
    #expect(SharedRun.booked([0.4, -0.7]) == [0, 0])
  }

  @Test func appsOfOneNameAreNumbered() {
    #expect(SharedRun.names(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"])
  }
}
