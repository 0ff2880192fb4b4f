/// The changes that Apple's Guide and Android's advice suggest for a strategy, each as a strategy of its own.
package enum AdviceCandidates {
  /// Nothing is suggested for a strategy that has it already, or that uses no location.
  package static func all(for base: StrategySpecification) -> [AdviceCandidate] {
    var candidates: [AdviceCandidate] = []
    switch base.kind {
    case "standard":
      candidates += accuracies(base) + filters(base) + pausing(base) + background(base) + motionGating(base)
      candidates += liveUpdates(base) + deferral(base) + significantChange(base) + quickUpdate(base) + together(base)
    case "deferred":
      candidates += longerDeferral(base) + significantChange(base) + quickUpdate(base)
    case "fused": candidates += fusedRequests(base) + activityGating(base) + significantMotionGating(base)
    case "activity_gated": candidates += fusedRequests(base)
    // Its settings; states and rules are its own.
    case "composite": candidates += compositeSettings(base)
    default: break
    }
    // What the system version does not have cannot be advised.
    return (candidates + uploads(base)).filter {
      $0.specification.missingServices.isEmpty && $0.specification.isPossible
    }
  }

  private static func candidate(
    _ chapter: GuideChapter, _ title: String, _ change: String, of base: StrategySpecification,
    _ edit: (inout StrategySpecification) -> Void
  ) -> AdviceCandidate {
    var specification = base
    (specification.unavailableOn, specification.note) = (nil, nil)
    edit(&specification)
    specification.name = title
    specification.summary = title
    return AdviceCandidate(chapter: chapter, title: title, change: change, specification: specification)
  }

  /// Apple's constants without their common beginning, from fine to coarse.
  private static let constants: [(name: String, constant: String)] = [
    ("best_for_navigation", "BestForNavigation"), ("best", "Best"), ("nearest_ten_meters", "NearestTenMeters"),
    ("hundred_meters", "HundredMeters"), ("kilometer", "Kilometer"), ("three_kilometers", "ThreeKilometers"),
  ]

  private static func accuracy(_ base: StrategySpecification) -> Int {
    guard case .choice(let name) = base.setting("desired_accuracy") else { return 1 }
    return constants.firstIndex { $0.name == name } ?? 1
  }

  private static func accuracies(_ base: StrategySpecification) -> [AdviceCandidate] {
    let own = accuracy(base)
    return constants.dropFirst(own + 1).map { coarser in
      let title = "\(coarser.constant) instead of \(constants[own].constant)"
      return candidate(
        .reduceAccuracy, title, "manager.desiredAccuracy = kCLLocationAccuracy\(coarser.constant)", of: base
      ) { $0.set("desired_accuracy", .choice(coarser.name)) }
    }
  }

  private static func filter(_ base: StrategySpecification) -> Double {
    guard case .distance(let metres) = base.setting("distance_filter"), metres.isFinite else { return 0 }
    return metres
  }

  private static func filters(_ base: StrategySpecification) -> [AdviceCandidate] {
    [10.0, 100, 1000].filter { $0 > filter(base) }.map { metres in
      let text = metres < 1000 ? "\(Int(metres)) m" : "\(Int(metres / 1000)) km"
      let title = "a distance filter of \(text)"
      return candidate(.distanceFilter, title, "manager.distanceFilter = \(Int(metres))", of: base) {
        $0.set("distance_filter", .distance(metres))
      }
    }
  }

  /// What a composite's actions ask for, and how long it tracks on at rest.
  private static func compositeSettings(_ base: StrategySpecification) -> [AdviceCandidate] {
    var candidates: [AdviceCandidate] = []
    if base.setting("desired_accuracy") != nil { candidates += accuracies(base) }
    if base.setting("distance_filter") != nil { candidates += filters(base) }
    if base.setting("interval") != nil { candidates += fusedRequests(base) }
    if case .time(let own) = base.setting("rest_time") {
      candidates += [30.0, 60, 180].filter { $0 < own }.map { seconds in
        let text = seconds < 60 ? "\(Int(seconds)) s" : "\(Int(seconds / 60)) min"
        return candidate(
          .motionGating, "tracking ends after \(text) at rest",
          "the timer that motion activity starts at rest: \(text)", of: base
        ) { $0.set("rest_time", .time(seconds)) }
      }
    }
    return candidates.filter { $0.specification.composite != base.composite }
  }

  private static func pauses(_ base: StrategySpecification) -> Bool {
    base.parameters["pauses_automatically"] == .flag(true)
  }

  private static func pausing(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard base.parameters["allows_background"] != .flag(false) else { return [] }
    if pauses(base) {
      return [
        candidate(
          .autoPause, "no automatic pausing", "manager.pausesLocationUpdatesAutomatically = false", of: base
        ) { $0.parameters["pauses_automatically"] = .flag(false) }
      ]
    }
    let activities: [(ActivityType, String)] = [
      (.other, ".other"), (.fitness, ".fitness"), (.automotiveNavigation, ".automotiveNavigation"),
    ]
    return activities.map { activity, code in
      let title = "automatic pausing, activity type \(code.dropFirst())"
      return candidate(
        .autoPause, title, "manager.pausesLocationUpdatesAutomatically = true; manager.activityType = \(code)", of: base
      ) {
        $0.parameters["pauses_automatically"] = .flag(true)
        $0.parameters["activity_type"] = .choice(activity.name)
      }
    }
  }

  private static func background(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard base.parameters["allows_background"] != .flag(false) else { return [] }
    return [
      candidate(
        .stopWhenUnused, "updates in the foreground only", "manager.allowsBackgroundLocationUpdates = false", of: base
      ) { $0.parameters["allows_background"] = .flag(false) }
    ]
  }

  private static let rest = CompositeAction.setTimer("asleep", after: 180)
  /// What leads from the first state, while the phone moves, to the second one.
  private static let fallingAsleep = [
    CompositeRule(.motion(.still, confidence: .low), do: [rest]),
    CompositeRule(.motion(.moving, confidence: .low), do: [.cancelTimer("asleep")]),
    CompositeRule(.timer("asleep"), goTo: 1),
  ]

  /// Asleep at 3 km after three minutes at rest, woken by motion activity: the catalogue's `motion-recorder`.
  private static func motionGating(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard base.platform.offers(.activityRecognition), base.parameters["allows_background"] != .flag(false),
      accuracy(base) < 5, base.parameters["desired_accuracy"] != .choice("reduced")
    else { return [] }
    var tracking = CompositeConfiguration(pausesAutomatically: false, allowsBackground: true)
    tracking.desiredAccuracy = DesiredAccuracy.names.first { $0.name == constants[accuracy(base)].name }?.value
    tracking.distanceFilter = filter(base) > 0 ? filter(base) : .infinity
    let program = CompositeProgram(states: [
      CompositeState(
        "tracking", enter: [.configure(tracking), .start(.standard), .start(.motionActivity)], rules: fallingAsleep),
      CompositeState(
        "asleep", enter: [.configure(CompositeConfiguration(desiredAccuracy: .threeKilometers))],
        rules: [
          CompositeRule(.motion(.moving, confidence: .low), goTo: 0), CompositeRule(.delivery, do: [.drop]),
        ]),
    ])
    return [
      candidate(
        .motionGating, "ThreeKilometers after 3 min at rest by motion activity",
        "CMMotionActivityManager().startActivityUpdates(to: .main) { ... }; lower desiredAccuracy at rest, raise it again",
        of: base
      ) { $0.become("composite", program) }
    ]
  }

  /// Requests while the user moves only.
  private static func activityGating(_ base: StrategySpecification) -> [AdviceCandidate] {
    [
      candidate(
        .motionGating, "requests while the user moves, as activity transitions tell",
        "ActivityRecognition.getClient(context).requestActivityTransitionUpdates(...)", of: base
      ) { $0.kind = "activity_gated" }
    ]
  }

  /// Nothing after three minutes at rest, until the significant-motion sensor wakes an app that has kept its foreground
  /// service: sooner than a transition. The timer ends what the sensor began without a transition to follow.
  private static func significantMotionGating(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard let request = base.fusedRequest, base.parameters["foreground_service"] != .flag(false) else { return [] }
    let program = CompositeProgram(states: [
      CompositeState(
        "tracking", enter: [.beginForegroundService, .request(request), .start(.motionActivity), rest],
        rules: fallingAsleep),
      CompositeState(
        "asleep", enter: [.stop(.fused), .start(.significantMotion)],
        rules: [
          CompositeRule(.significantMotion, goTo: 0), CompositeRule(.motion(.moving, confidence: .low), goTo: 0),
        ], leave: [.stop(.significantMotion)]),
    ])
    return [
      candidate(
        .motionGating, "asleep after 3 min at rest, woken by significant motion",
        "SensorManager.requestTriggerSensor(...) for TYPE_SIGNIFICANT_MOTION; removeLocationUpdates at rest, the "
          + "foreground service stays", of: base
      ) { $0.become("composite", program) }
    ]
  }

  private static func fusedRequests(_ base: StrategySpecification) -> [AdviceCandidate] {
    var own = 1.0
    if case .time(let seconds) = base.setting("interval") { own = seconds }
    let intervals = [5.0, 30, 120].filter { $0 > own }.map { seconds in
      let text = seconds < 60 ? "\(Int(seconds)) s" : "\(Int(seconds / 60)) min"
      return candidate(
        .fusedRequests, "an interval of \(text)", "LocationRequest.Builder(\(Int(seconds * 1000))L)", of: base
      ) { $0.set("interval", .time(seconds)) }
    }
    let priority = base.setting("priority") ?? .choice("high_accuracy")
    guard priority == .choice("high_accuracy") else { return intervals }
    return intervals + [
      candidate(
        .fusedRequests, "balanced instead of high accuracy", ".setPriority(Priority.PRIORITY_BALANCED_POWER_ACCURACY)",
        of: base
      ) { $0.set("priority", .choice("balanced")) }
    ]
  }

  /// The interface of iOS 17: no accuracy and no filter to choose, and it rests by itself.
  private static func liveUpdates(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard base.platform.offers(.liveUpdates), base.parameters["allows_background"] != .flag(false) else { return [] }
    return [
      candidate(
        .liveUpdates, "live updates in place of startUpdatingLocation",
        "for try await update in CLLocationUpdate.liveUpdates() { ... }, with a CLBackgroundActivitySession", of: base
      ) { $0.become("live_updates") }
    ]
  }

  /// Deferral needs best accuracy, no filter, and a system that has it: it ended with iOS 13.
  private static func deferral(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard base.platform.offers(.deferredUpdates), accuracy(base) == 1, filter(base) == 0, base.use == .record else {
      return []
    }
    let change = "manager.allowDeferredLocationUpdates(untilTraveled: CLLocationDistanceMax, timeout: 600)"
    return [
      candidate(.deferUpdates, "deliveries deferred by up to 10 min", change, of: base) {
        $0.kind = "deferred"
        $0.parameters = base.parameters.filter { ["activity_type", "pauses_automatically"].contains($0.key) }
        $0.parameters["timeout"] = .time(600)
      }
    ]
  }

  private static func longerDeferral(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard case .time(let own) = base.parameters["timeout"] ?? .time(600), own < 3600 else { return [] }
    return [
      candidate(
        .deferUpdates, "deliveries deferred by up to 1 h",
        "manager.allowDeferredLocationUpdates(untilTraveled: CLLocationDistanceMax, timeout: 3600)", of: base
      ) { $0.parameters["timeout"] = .time(3600) }
    ]
  }

  private static func significantChange(_ base: StrategySpecification) -> [AdviceCandidate] {
    return [
      candidate(
        .significantChange, "the significant-change service", "manager.startMonitoringSignificantLocationChanges()",
        of: base
      ) { $0.become("significant_change") }
    ]
  }

  /// One position at each opening, of the accuracy asked for so far. A record of the way cannot be made of it; neither can
  /// either use be met by events, such as those of regions and visits, which tell no position.
  private static func quickUpdate(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard base.use == .live, base.platform.offers(.requestLocation) else { return [] }
    return [
      candidate(.quickUpdate, "one position at each opening", "manager.requestLocation()", of: base) {
        $0.kind = "one_shot"
        $0.parameters = base.parameters.filter { $0.key == "desired_accuracy" }
        if base.parameters["desired_accuracy"] == nil { $0.parameters["desired_accuracy"] = .choice("best") }
      }
    ]
  }

  /// Two changes that the Guide asks for together.
  private static func together(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard !pauses(base), accuracy(base) < 3, base.parameters["allows_background"] != .flag(false) else { return [] }
    return [
      candidate(
        .autoPause, "HundredMeters and automatic pausing together",
        "manager.desiredAccuracy = kCLLocationAccuracyHundredMeters; "
          + "manager.pausesLocationUpdatesAutomatically = true", of: base
      ) {
        $0.parameters["desired_accuracy"] = .choice("hundred_meters")
        $0.parameters["pauses_automatically"] = .flag(true)
      }
    ]
  }

  private static func uploads(_ base: StrategySpecification) -> [AdviceCandidate] {
    guard let own = base.upload else { return [] }
    func with(_ policy: UploadPolicy, _ title: String, _ change: String) -> AdviceCandidate {
      candidate(.uploads, title, change, of: base) { $0.upload = policy }
    }
    var candidates = [10, 100].filter { $0 > own.batchCount }.map { count in
      var policy = own
      policy.batchCount = count
      return with(policy, "uploads of \(count) positions at once", "send when \(count) positions wait")
    }
    if own.batchInterval.map({ $0 < 1800 }) ?? true {
      var policy = own
      (policy.batchCount, policy.batchInterval) = (.max, 1800)
      candidates.append(with(policy, "uploads every 30 min", "send what waits every 30 min"))
    }
    // Others see the user where they were when the last batch left.
    if own.batchCount > 1, own.batchInterval.map({ $0 > 60 }) ?? true {
      var policy = own
      policy.batchInterval = 60
      candidates.append(with(policy, "uploads each minute", "send what waits each minute"))
    }
    if !own.onWiFiOnly {
      var policy = own
      policy.onWiFiOnly = true
      candidates.append(with(policy, "uploads over Wi-Fi only", "wait for Wi-Fi before sending"))
    }
    return candidates
  }
}

extension StrategySpecification {
  /// Turns into one of another kind, with that kind's own settings.
  fileprivate mutating func become(_ kind: String, _ program: CompositeProgram? = nil) {
    (self.kind, parameters, composite) = (kind, [:], program)
  }
}
