/// The changes that Apple's Guide and Android's advice suggest for a strategy, each as a strategy of its own.
package struct AdviceCandidates {
  private let base: StrategySpecification
  private var candidates: [AdviceCandidate] = []

  /// Nothing is suggested for a strategy that has it already, or that uses no location.
  package static func all(for base: StrategySpecification) -> [AdviceCandidate] {
    var advice = AdviceCandidates(base: base)
    advice.addServices()
    advice.addUploads()
    // What the system version does not have cannot be advised.
    return advice.candidates.filter { $0.specification.missingServices.isEmpty && $0.specification.isPossible }
  }

  private mutating func add(
    _ chapter: GuideChapter, _ title: String, _ change: String, _ edit: (inout StrategySpecification) -> Void
  ) {
    var specification = base
    (specification.unavailableOn, specification.note) = (nil, nil)
    edit(&specification)
    (specification.name, specification.summary) = (title, title)
    candidates.append(AdviceCandidate(chapter: chapter, title: title, change: change, specification: specification))
  }

  private mutating func addServices() {
    switch base.kind {
    case "standard":
      addAccuracies()
      addFilters()
      addPausing()
      addMotionGating()
      addOtherInterfaces()
    case "deferred":
      addLongerDeferral()
      addSparsePositions()
    case "fused":
      addFusedRequests()
      add(
        .motionGating, "requests while the user moves, as activity transitions tell",
        "ActivityRecognition.getClient(context).requestActivityTransitionUpdates(...)"
      ) { $0.kind = "activity_gated" }
      addSignificantMotionGating()
    case "activity_gated": addFusedRequests()
    case "composite": addCompositeSettings()
    default: break
    }
  }

  // MARK: Settings

  /// Apple's constants without their common beginning, from fine to coarse.
  private static let constants: [(name: String, constant: String)] = [
    ("best_for_navigation", "BestForNavigation"), ("best", "Best"), ("nearest_ten_meters", "NearestTenMeters"),
    ("hundred_meters", "HundredMeters"), ("kilometer", "Kilometer"), ("three_kilometers", "ThreeKilometers"),
  ]

  /// Its place among the constants.
  private var accuracy: Int {
    guard case .choice(let name) = base.setting("desired_accuracy") else { return 1 }
    return Self.constants.firstIndex { $0.name == name } ?? 1
  }

  /// In metres; 0 without one.
  private var filter: Double {
    guard case .distance(let metres) = base.setting("distance_filter"), metres.isFinite else { return 0 }
    return metres
  }

  private var pauses: Bool { base.parameters["pauses_automatically"] == .flag(true) }
  private var isInBackground: Bool { base.parameters["allows_background"] != .flag(false) }

  private mutating func addAccuracies() {
    let own = Self.constants[accuracy].constant
    for (name, constant) in Self.constants.dropFirst(accuracy + 1) {
      add(
        .reduceAccuracy, "\(constant) instead of \(own)", "manager.desiredAccuracy = kCLLocationAccuracy\(constant)"
      ) { $0.set("desired_accuracy", .choice(name)) }
    }
  }

  private mutating func addFilters() {
    for metres in [10.0, 100, 1000] where metres > filter {
      let text = metres < 1000 ? "\(Int(metres)) m" : "\(Int(metres / 1000)) km"
      add(.distanceFilter, "a distance filter of \(text)", "manager.distanceFilter = \(Int(metres))") {
        $0.set("distance_filter", .distance(metres))
      }
    }
  }

  private static func text(seconds: Double) -> String {
    seconds < 60 ? "\(Int(seconds)) s" : "\(Int(seconds / 60)) min"
  }

  /// What a composite's actions ask for, and how long it tracks on at rest. Its states and rules are its own.
  private mutating func addCompositeSettings() {
    if base.setting("desired_accuracy") != nil { addAccuracies() }
    if base.setting("distance_filter") != nil { addFilters() }
    if base.setting("interval") != nil { addFusedRequests() }
    if case .time(let own) = base.setting("rest_time") {
      for seconds in [30.0, 60, 180] where seconds < own {
        let text = Self.text(seconds: seconds)
        add(
          .motionGating, "tracking ends after \(text) at rest", "the timer that motion activity starts at rest: \(text)"
        ) { $0.set("rest_time", .time(seconds)) }
      }
    }
    candidates.removeAll { $0.specification.composite == base.composite }
  }

  private mutating func addPausing() {
    guard isInBackground else { return }
    if pauses {
      add(.autoPause, "no automatic pausing", "manager.pausesLocationUpdatesAutomatically = false") {
        $0.parameters["pauses_automatically"] = .flag(false)
      }
    } else {
      for (activity, name) in [
        (ActivityType.other, "other"), (.fitness, "fitness"), (.automotiveNavigation, "automotiveNavigation"),
      ] {
        add(
          .autoPause, "automatic pausing, activity type \(name)",
          "manager.pausesLocationUpdatesAutomatically = true; manager.activityType = .\(name)"
        ) {
          $0.parameters["pauses_automatically"] = .flag(true)
          $0.parameters["activity_type"] = .choice(activity.name)
        }
      }
    }
    add(.stopWhenUnused, "updates in the foreground only", "manager.allowsBackgroundLocationUpdates = false") {
      $0.parameters["allows_background"] = .flag(false)
    }
  }

  private mutating func addFusedRequests() {
    var own = 1.0
    if case .time(let seconds) = base.setting("interval") { own = seconds }
    for seconds in [5.0, 30, 120] where seconds > own {
      let text = Self.text(seconds: seconds)
      add(.fusedRequests, "an interval of \(text)", "LocationRequest.Builder(\(Int(seconds * 1000))L)") {
        $0.set("interval", .time(seconds))
      }
    }
    if [nil, .choice("high_accuracy")].contains(base.setting("priority")) {
      add(
        .fusedRequests, "balanced instead of high accuracy", ".setPriority(Priority.PRIORITY_BALANCED_POWER_ACCURACY)"
      ) { $0.set("priority", .choice("balanced")) }
    }
  }

  // MARK: Rest

  private static let rest = CompositeAction.setTimer("asleep", after: 180)

  /// What leads from the first state, while the phone moves, to the second one.
  private static let fallingAsleep = [
    CompositeRule(.motion(.still, confidence: .low), do: [rest]),
    CompositeRule(.motion(.moving, confidence: .low), do: [.cancelTimer("asleep")]),
    CompositeRule(.timer("asleep"), goTo: 1),
  ]

  /// Asleep at 3 km after three minutes at rest, woken by motion activity: the catalogue's `motion-recorder`.
  private mutating func addMotionGating() {
    guard base.platform.offers(.activityRecognition), isInBackground, accuracy < 5,
      base.parameters["desired_accuracy"] != .choice("reduced")
    else { return }
    var tracking = CompositeConfiguration(pausesAutomatically: false, allowsBackground: true)
    tracking.desiredAccuracy = DesiredAccuracy.names.first { $0.name == Self.constants[accuracy].name }?.value
    tracking.distanceFilter = filter > 0 ? filter : .infinity
    let program = CompositeProgram(states: [
      CompositeState(
        "tracking", enter: [.configure(tracking), .start(.standard), .start(.motionActivity)],
        rules: Self.fallingAsleep),
      CompositeState(
        "asleep", enter: [.configure(CompositeConfiguration(desiredAccuracy: .threeKilometers))],
        rules: [CompositeRule(.motion(.moving, confidence: .low), goTo: 0), CompositeRule(.delivery, do: [.drop])]),
    ])
    add(
      .motionGating, "ThreeKilometers after 3 min at rest by motion activity",
      "CMMotionActivityManager().startActivityUpdates(to: .main) { ... }; lower desiredAccuracy at rest, raise it again"
    ) { $0.become("composite", program) }
  }

  /// Nothing after three minutes at rest, until the significant-motion sensor wakes an app that has kept its foreground
  /// service: sooner than a transition. The timer ends what the sensor began without a transition to follow.
  private mutating func addSignificantMotionGating() {
    guard let request = base.fusedRequest, base.parameters["foreground_service"] != .flag(false) else { return }
    let program = CompositeProgram(states: [
      CompositeState(
        "tracking", enter: [.beginForegroundService, .request(request), .start(.motionActivity), Self.rest],
        rules: Self.fallingAsleep),
      CompositeState(
        "asleep", enter: [.stop(.fused), .start(.significantMotion)],
        rules: [
          CompositeRule(.significantMotion, goTo: 0), CompositeRule(.motion(.moving, confidence: .low), goTo: 0),
        ], leave: [.stop(.significantMotion)]),
    ])
    add(
      .motionGating, "asleep after 3 min at rest, woken by significant motion",
      "SensorManager.requestTriggerSensor(...) for TYPE_SIGNIFICANT_MOTION; removeLocationUpdates at rest, the "
        + "foreground service stays"
    ) { $0.become("composite", program) }
  }

  // MARK: Interfaces

  private mutating func addOtherInterfaces() {
    // The interface of iOS 17: no accuracy and no filter to choose, and it rests by itself.
    if base.platform.offers(.liveUpdates), isInBackground {
      add(
        .liveUpdates, "live updates in place of startUpdatingLocation",
        "for try await update in CLLocationUpdate.liveUpdates() { ... }, with a CLBackgroundActivitySession"
      ) { $0.become("live_updates") }
    }
    // Deferral needs best accuracy, no filter, and a system that has it: it ended with iOS 13.
    if base.platform.offers(.deferredUpdates), accuracy == 1, filter == 0, base.use == .record {
      let kept = base.parameters.filter { ["activity_type", "pauses_automatically"].contains($0.key) }
      addDeferral(of: "10 min", seconds: 600) { ($0.kind, $0.parameters) = ("deferred", kept) }
    }
    addSparsePositions()
    // Two changes that the Guide asks for together.
    if !pauses, accuracy < 3, isInBackground {
      add(
        .autoPause, "HundredMeters and automatic pausing together",
        "manager.desiredAccuracy = kCLLocationAccuracyHundredMeters; "
          + "manager.pausesLocationUpdatesAutomatically = true"
      ) {
        $0.parameters["desired_accuracy"] = .choice("hundred_meters")
        $0.parameters["pauses_automatically"] = .flag(true)
      }
    }
  }

  private mutating func addLongerDeferral() {
    guard case .time(let own) = base.parameters["timeout"] ?? .time(600), own < 3600 else { return }
    addDeferral(of: "1 h", seconds: 3600) { _ in }
  }

  private mutating func addDeferral(of text: String, seconds: Double, _ edit: (inout StrategySpecification) -> Void) {
    add(
      .deferUpdates, "deliveries deferred by up to \(text)",
      "manager.allowDeferredLocationUpdates(untilTraveled: CLLocationDistanceMax, timeout: \(Int(seconds)))"
    ) {
      edit(&$0)
      $0.parameters["timeout"] = .time(seconds)
    }
  }

  private mutating func addSparsePositions() {
    add(
      .significantChange, "the significant-change service", "manager.startMonitoringSignificantLocationChanges()"
    ) { $0.become("significant_change") }
    // One position at each opening, of the accuracy asked for so far. A record of the way cannot be made of it; neither
    // can either use be met by events, such as those of regions and visits, which tell no position.
    guard base.use == .live, base.platform.offers(.requestLocation) else { return }
    let accuracy = base.parameters["desired_accuracy"] ?? .choice("best")
    add(.quickUpdate, "one position at each opening", "manager.requestLocation()") {
      ($0.kind, $0.parameters) = ("one_shot", ["desired_accuracy": accuracy])
    }
  }

  // MARK: Uploads

  private mutating func addUploads() {
    guard let own = base.upload else { return }
    for count in [10, 100] where count > own.batchCount {
      add(.uploads, "uploads of \(count) positions at once", "send when \(count) positions wait") {
        $0.upload?.batchCount = count
      }
    }
    if own.batchInterval.map({ $0 < 1800 }) ?? true {
      add(.uploads, "uploads every 30 min", "send what waits every 30 min") {
        $0.upload?.batchCount = .max
        $0.upload?.batchInterval = 1800
      }
    }
    // Others see the user where they were when the last batch left.
    if own.batchCount > 1, own.batchInterval.map({ $0 > 60 }) ?? true {
      add(.uploads, "uploads each minute", "send what waits each minute") { $0.upload?.batchInterval = 60 }
    }
    if !own.onWiFiOnly {
      add(.uploads, "uploads over Wi-Fi only", "wait for Wi-Fi before sending") { $0.upload?.onWiFiOnly = true }
    }
  }
}

extension StrategySpecification {
  /// Turns into one of another kind, with that kind's own settings.
  fileprivate mutating func become(_ kind: String, _ program: CompositeProgram? = nil) {
    (self.kind, parameters, composite) = (kind, [:], program)
  }
}
