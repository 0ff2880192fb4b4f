import Documents
import GeoJoule
import Testing

@Suite struct AdvisorTests {
  @Test func everyChangeIsSimulatedOnTheSameSeeds() async throws {
    let request = try Requests.make(strategies: ["continuous"], seeds: 5)
    let result = try await Advisor.run(request)
    let candidates = AdviceCandidates.all(for: request.strategies[0])
    #expect(result.advice.count == candidates.count)
    #expect(Set(result.advice.map(\.title)) == Set(candidates.map(\.title)))
    for advice in result.advice {
      #expect(advice.summary.runs.map(\.seed) == result.base.runs.map(\.seed))
      #expect(advice.energy.count == 5)
      #expect(advice.energy.meanInterval != nil)
    }
    // The figures are those of the same strategies in a comparison.
    let coarse = try #require(candidates.first { $0.title == "HundredMeters instead of Best" })
    let named = try #require(result.advice.first { $0.title == coarse.title })
    var alone = request
    alone.strategies = [coarse.specification]
    let compared = try await Comparison.run(alone)
    #expect(compared.rows[0].runs == named.summary.runs)
  }

  @Test func lessAccuracySavesMost() async throws {
    let result = try await Advisor.run(try Requests.make(strategies: ["continuous"], seeds: 5))
    let coarse = try #require(result.advice.first { $0.title == "HundredMeters instead of Best" })
    #expect(coarse.energy.mean < -0.3)
    #expect((coarse.share?.mean ?? 0) < 0)
    let values = result.advice.filter { $0.verdict == .saves }.compactMap(\.value?.mean)
    #expect(values == values.sorted(by: >))
  }

  /// Every candidate differs from the strategy, has a name of its own and can be made.
  @Test(arguments: Catalog().names(.strategies))
  func candidatesAreStrategiesOfTheirOwn(_ name: String) throws {
    var base = try Catalog().strategy(name)
    base.upload = UploadPolicy()
    let candidates = AdviceCandidates.all(for: base)
    #expect(Set(candidates.map(\.title)).count == candidates.count)
    for candidate in candidates {
      #expect(candidate.specification.name == candidate.title)
      #expect(candidate.specification.use == base.use)
      var same = candidate.specification
      (same.name, same.summary) = (base.name, base.summary)
      #expect(same != base)
      #expect(candidate.specification.missingServices.isEmpty)
      _ = try candidate.specification.appDefinition()
    }
  }

  /// Deferral is for the systems that have it, live updates likewise; neither moves the app to another system.
  @Test(arguments: [
    (Platform.ios12, true, false), (.ios13, false, false), (.ios14, false, false), (.ios18, false, true),
  ])
  func onlyWhatTheSystemHasIsSuggested(_ row: (platform: Platform, defers: Bool, isLive: Bool)) throws {
    var base = try Catalog().strategy("continuous")
    base.platform = row.platform
    let candidates = AdviceCandidates.all(for: base)
    #expect(candidates.contains { $0.chapter == .deferUpdates } == row.defers)
    #expect(candidates.contains { $0.specification.kind == "live_updates" } == row.isLive)
    #expect(candidates.allSatisfy { $0.specification.platform == row.platform })
  }

  /// The settings of a composite's actions are varied: the tracker's, not what its states ask for at rest.
  @Test func aCompositesSettingsAreVariedAndNothingElse() throws {
    let recorder = try Catalog().strategy("motion-recorder")
    let candidates = AdviceCandidates.all(for: recorder)
    #expect(
      candidates.map(\.title) == [
        "NearestTenMeters instead of Best", "HundredMeters instead of Best", "Kilometer instead of Best",
        "ThreeKilometers instead of Best", "a distance filter of 10 m", "a distance filter of 100 m",
        "a distance filter of 1 km", "tracking ends after 30 s at rest", "tracking ends after 1 min at rest",
      ])
    func enter(_ title: String, _ state: Int) throws -> [CompositeAction] {
      try #require(candidates.first { $0.title == title }?.specification.composite?.states[state].enter)
    }
    #expect(
      try enter("HundredMeters instead of Best", 0).first
        == .configure(
          CompositeConfiguration(
            desiredAccuracy: .hundredMeters, activityType: .other, pausesAutomatically: false, allowsBackground: true)))
    #expect(
      try enter("a distance filter of 100 m", 0).first
        == .configure(
          CompositeConfiguration(
            desiredAccuracy: .best, distanceFilter: 100, activityType: .other, pausesAutomatically: false,
            allowsBackground: true)))
    for title in ["HundredMeters instead of Best", "a distance filter of 100 m"] {
      #expect(try enter(title, 1) == [.configure(CompositeConfiguration(desiredAccuracy: .threeKilometers))])
    }
    let timer = try #require(candidates.last?.specification.composite?.states[0].rules[0].actions)
    #expect(timer == [.setTimer("asleep", after: 60)])
    #expect(candidates.allSatisfy { $0.specification.composite?.states.count == 2 })
  }

  /// An elastic filter is the filter; a request for one position and a timer that motion does not start are no settings.
  @Test func theSettingsAreThoseOfTheTracker() throws {
    let gated = AdviceCandidates.all(for: try Catalog().strategy("sdk-gated")).filter { $0.chapter == .distanceFilter }
    #expect(gated.map(\.title) == ["a distance filter of 100 m", "a distance filter of 1 km"])
    let actions = try #require(gated.first?.specification.composite).actions
    #expect(actions.contains(.elasticFilter(100)) && !actions.contains(.elasticFilter(10)))
    let family = AdviceCandidates.all(for: try Catalog().strategy("family-safety-android"))
    #expect(family.isEmpty)
    let android = AdviceCandidates.all(for: try Catalog().strategy("motion-recorder-android"))
    #expect(
      android.map(\.title) == [
        "an interval of 30 s", "an interval of 2 min", "balanced instead of high accuracy",
        "tracking ends after 30 s at rest", "tracking ends after 1 min at rest",
      ])
    let intervals = android.compactMap { candidate in
      candidate.specification.composite?.actions.compactMap {
        if case .request(let request) = $0 { request.interval } else { nil }
      }
    }
    #expect(intervals.first == [30] && intervals[1] == [120])
    #expect(AdviceCandidates.all(for: try Catalog().strategy("home-automation")).isEmpty)
  }

  @Test func aCompositesChangesAreSimulated() async throws {
    let request = try Requests.make(scenario: "desk-day", strategies: ["motion-recorder"], seeds: 3)
    let result = try await Advisor.run(request)
    let coarse = try #require(result.advice.first { $0.title == "HundredMeters instead of Best" })
    #expect(coarse.energy.mean < 0 && (coarse.share?.mean ?? 0) < 0)
  }

  @Test func nothingIsSuggestedForNoLocation() throws {
    #expect(AdviceCandidates.all(for: try Catalog().strategy("none")).isEmpty)
  }

  /// A live use may do with one position at each opening; a record may not, nor an app on a system without the call.
  @Test func onePositionAtEachOpeningIsSuggestedForLiveUse() throws {
    func titles(_ edit: (inout StrategySpecification) -> Void) throws -> [AdviceCandidate] {
      var base = try Catalog().strategy("distance-filter")
      base.use = .live
      base.parameters["desired_accuracy"] = .choice("nearest_ten_meters")
      edit(&base)
      return AdviceCandidates.all(for: base).filter { $0.chapter == .quickUpdate }
    }
    let found = try titles { _ in }
    #expect(found.map(\.change) == ["manager.requestLocation()"])
    #expect(found.first?.specification.kind == "one_shot")
    #expect(found.first?.specification.parameters == ["desired_accuracy": .choice("nearest_ten_meters")])
    #expect(try titles { $0.use = .record }.isEmpty)
    #expect(try titles { $0.platform = .ios8 }.isEmpty)
  }

  @Test func uploadsInBatchesAreSuggestedWhereThereAreUploads() throws {
    var base = try Catalog().strategy("continuous")
    #expect(!AdviceCandidates.all(for: base).contains { $0.chapter == .uploads })
    base.upload = UploadPolicy(batchCount: 50)
    let titles = AdviceCandidates.all(for: base).filter { $0.chapter == .uploads }.map(\.title)
    let most = ["uploads of 100 positions at once", "uploads every 30 min"]
    #expect(titles == most + ["uploads each minute", "uploads over Wi-Fi only"])
    base.upload?.batchInterval = 60
    let soon = AdviceCandidates.all(for: base).filter { $0.chapter == .uploads }.map(\.title)
    #expect(soon == most + ["uploads over Wi-Fi only"])
  }
}
