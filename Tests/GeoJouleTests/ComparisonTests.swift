import Documents
import GeoJoule
import Testing
import World

@Suite struct ComparisonTests {
  @Test func theResultDoesNotDependOnTheNumberOfJobs() async throws {
    var request = try Requests.make(seeds: 9, jobs: 1)
    let alone = try await Comparison.run(request)
    for jobs in [2, 3, 7] {
      request.jobs = jobs
      let shared = try await Comparison.run(request)
      for (a, b) in zip(alone.rows, shared.rows) {
        #expect(a.runs == b.runs)
        #expect(a.marginalEnergy == b.marginalEnergy)
        #expect(a[.energy] == b[.energy])
      }
    }
  }

  /// Each row with location says that the day saved power, for how long, and what that took from it.
  @Test func aDayThatSavesPowerSaysSo() async throws {
    var request = try Requests.make(strategies: ["none", "continuous", "fused-high-accuracy"], seeds: 2)
    request.strategies.append(request.strategies[2])
    request.strategies[3].platform = .android9
    #expect(try await Comparison.run(request).rows.allSatisfy { !$0.notes.contains { $0.contains("switched") } })
    let stay = Leg(
      dwell: "stay", at: GeodeticPosition(latitude: 52.47, longitude: 13.33).earthVector(), stay: .toTheEnd,
      surroundings: Surroundings(sky: .openSky, accessPoints: .many, cells: .urban))
    let events = [(0.0, ScriptEvent.Kind.foreground), (60, .lowPowerOn), (960, .lowPowerOff)]
    request.scenario = Scenario(
      name: "stay", summary: "", notes: [], horizon: .seconds(1800), legs: [stay],
      script: events.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) })
    let notes = try await Comparison.run(request).rows.map { $0.notes.filter { $0.contains("switched") } }
    let time = "on, for 15 min 00 s in the mean:"
    #expect(
      notes == [
        [], ["the day switched Low Power Mode \(time) no background refresh and no silent push; location goes on"],
        ["the day switched Battery Saver \(time) positions reach the screen and foreground services only"],
        ["the day switched Battery Saver \(time) no positions while the screen is off"],
      ])
    request.strategies = [request.strategies[3]]
    #expect(
      try SingleRun(request).metrics.allNotes.contains(
        "the day switched Battery Saver on, for 15 min 00 s: no positions while the screen is off"))
  }

  @Test func aStrategyDoesNotDependOnTheOthersOrTheirOrder() async throws {
    let names = ["continuous", "deferred", "hundred-meters", "kilometer", "auto-pause", "significant-change"]
    let together = try await Comparison.run(try Requests.make(strategies: names, seeds: 5))
    let reversed = try await Comparison.run(try Requests.make(strategies: names.reversed(), seeds: 5))
    for (index, name) in names.enumerated() {
      let alone = try await Comparison.run(try Requests.make(strategies: [name], seeds: 5))
      #expect(alone.rows[0].runs == together.rows[index].runs)
      #expect(alone.rows[0].runs == reversed.rows[names.count - 1 - index].runs)
    }
  }

  @Test func seedsAreTheSameWhateverTheirNumber() async throws {
    var request = try Requests.make(seeds: 5)
    let five = try await Comparison.run(request)
    request.firstSeed = 3
    request.seedCount = 2
    let two = try await Comparison.run(request)
    for (a, b) in zip(five.rows, two.rows) { #expect(Array(a.runs[2...3]) == b.runs) }
  }

  @Test func marginalEnergyIsPairedBySeedWithTheSameDayWithoutLocation() async throws {
    let result = try await Comparison.run(try Requests.make())
    let (none, continuous) = (result.rows[0], result.rows[1])
    #expect(none.marginalEnergy?.mean == 0)
    #expect(none.marginalEnergy?.meanInterval == 0...0)
    var differences: [Double] = []
    for (run, base) in zip(continuous.runs, none.runs) {
      #expect(run.seed == base.seed)
      differences.append(try #require(run[.energy]) - (try #require(base[.energy])))
    }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(abs(try #require(continuous.marginalEnergy).mean - mean) < 1e-9)
    #expect(differences.allSatisfy { $0 > 0 })
    // The phones differ far more than the differences do.
    let paired = try #require(continuous.marginalEnergy?.meanInterval)
    let total = try #require(continuous[.energy]?.meanInterval)
    #expect(paired.upperBound - paired.lowerBound < total.upperBound - total.lowerBound)
  }

  @Test func componentsAddUpToTheTotal() async throws {
    for row in try await Comparison.run(try Requests.make()).rows {
      for run in row.runs {
        let parts: [Metric] = [
          .component(.gnss), .component(.wifi), .component(.cellular), .component(.bluetooth), .component(.processor),
          .component(.base),
        ]
        let sum = parts.reduce(0) { $0 + (run[$1] ?? .nan) }
        #expect(sum == run[.energy])
      }
    }
  }

  @Test func drawnParametersGiveWiderRangesThanFixedOnes() async throws {
    func width(_ parameters: ParameterChoice) async throws -> Double {
      let request = try Requests.make(strategies: ["continuous"], seeds: 40, parameters: parameters)
      let range = try #require(try await Comparison.run(request).rows[0][.averagePower]?.quantileRange)
      return range.upperBound - range.lowerBound
    }
    let (fixed, drawn) = (try await width(.fixed), try await width(.drawn))
    #expect(drawn > 3 * fixed)
  }

  @Test func deferredUpdatesSaveEnergyAndKeepTheTrack() async throws {
    let request = try Requests.make(
      scenario: "hike", strategies: ["continuous", "deferred"], seeds: 4, parameters: .fixed)
    let rows = try await Comparison.run(request).rows
    let (continuous, deferred) = (rows[0], rows[1])
    func mean(_ row: StrategySummary, _ metric: Metric) throws -> Double { try #require(row[metric]).mean }
    let saved = try #require(deferred.marginalEnergy).mean / (try #require(continuous.marginalEnergy).mean)
    #expect(saved < 0.7)
    #expect(try mean(deferred, .deliveriesPerHour) < 0.05 * (mean(continuous, .deliveriesPerHour)))
    #expect(try mean(deferred, .trackCoverage) > (mean(continuous, .trackCoverage)) - 0.02)
    #expect(try mean(deferred, .trackErrorP50) < 1.1 * (mean(continuous, .trackErrorP50)))
    // What a live use would see is old.
    #expect(try mean(deferred, .ageP95) > 100)
    #expect(try mean(continuous, .ageP95) < 5)
  }

  @Test func desiredAccuracyDecidesThePowerAndTheDistanceFilterHardly() async throws {
    let request = try Requests.make(
      scenario: "desk-day", strategies: ["continuous", "distance-filter", "hundred-meters"], seeds: 3,
      parameters: .fixed)
    let powers = try await Comparison.run(request).rows.map { try #require($0.marginalEnergy).mean }
    // MobilityNet, stationary iPhone 6: 3.75 to 4.11 %/h with either filter, 1.42 with 100 m.
    #expect(powers[1] > 0.8 * powers[0])
    #expect(powers[2] < 0.6 * powers[0])
  }

  @Test func aBatteryThatIsTooSmallIsReportedAndMayEndTheRun() async throws {
    var request = try Requests.make(strategies: ["continuous"], seeds: 2, parameters: .fixed)
    let full = try await Comparison.run(request).rows[0]
    let energy = try #require(full[.energy]).mean
    #expect(full.runs.allSatisfy { $0[.batteryEmpty] == nil })
    // Half of what the run takes.
    var value = try #require(request.device.values["battery.energy"])
    let health = try #require(request.device.values["battery.health"]).mean
    (value.mean, value.deviation, value.distribution) = (energy / 2 / health, 0, .fixed)
    value.range = value.mean...value.mean
    request.device.values["battery.energy"] = value
    #expect(request.device.validate().isEmpty)
    let small = try await Comparison.run(request).rows[0]
    for (run, whole) in zip(small.runs, full.runs) {
      let empty = try #require(run[.batteryEmpty])
      #expect(empty > 0 && empty < whole.duration.hours)
      #expect(run[.energy] == whole[.energy])
    }
    request.untilEmpty = true
    for run in try await Comparison.run(request).rows[0].runs {
      #expect(abs(run.duration.hours - (try #require(run[.batteryEmpty]))) < 1e-9)
      #expect(abs((try #require(run[.energy])) - energy / 2) < 0.02 * energy)
    }
  }

  @Test func aSingleRunHasTheFiguresOfTheComparisonAndItsTimeline() async throws {
    let request = try Requests.make(strategies: ["continuous", "significant-change"], seeds: 1)
    let rows = try await Comparison.run(request).rows
    for index in 0..<2 {
      let single = try SingleRun(request, strategy: index)
      #expect(single.metrics == rows[index].runs[0])
      #expect(single.strategy.name == rows[index].strategy)
      #expect(!single.record.timeline.isEmpty)
    }
  }

  @Test func aMissingServiceIsSaidInTheRow() async throws {
    let rows = try await Comparison.run(
      try Requests.make("wifi-only", strategies: ["significant-change", "deferred", "continuous"], seeds: 2)
    ).rows
    #expect(rows[0].notes.contains { $0.contains("significant change rests on cell towers") })
    #expect(rows[0].runs.allSatisfy { $0[.deliveriesPerHour] == 0 })
    #expect(rows[1].notes.contains { $0.contains("cannot keep fixes") })
    #expect(rows[2].notes.isEmpty)
  }

  @Test func progressCountsEverySeed() async throws {
    let counts = Counts()
    _ = try await Comparison.run(try Requests.make(strategies: ["none"], seeds: 7)) { counts.note($0) }
    #expect(counts.all.sorted() == Array(1...7))
  }

  @Test func anAddressThatTheDayDoesNotHaveIsSaid() async throws {
    let text = """
      summary: t
      kind: composite
      states:
        a: {enter: [geocode: "Nowhere 7"], rules: [{when: geocode_failed, go_to: a}]}
      """
    var request = try Requests.make(strategies: ["none"], seeds: 1)
    request.strategies = [try StrategyReader.read(text, file: "s.yml", name: "s")]
    let rows = try await Comparison.run(request).rows
    #expect(rows[0].notes.contains { $0.contains("the day names no place 'Nowhere 7': the address is not found") })
  }
}
