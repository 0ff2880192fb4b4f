package import Core

/// What a fused request comes to at one moment: where its positions come from, and how often.
///
/// Documented: the priorities, balanced as good to a block, and that the interval is a wish (developers.google.com). Beyond a polling
/// threshold of 10 s the satellite receiver is switched off between fixes (AOSP, `GnssLocationProvider`). Measured on Nexus
/// 6 (MobilityNet): on the move a balanced request of 1 s is served by satellites on the days of the fit and by Wi-Fi on others, so
/// that the device says up to which interval it is; at rest, among access points, one for high accuracy each 30 s is not, its
/// positions have the radii of Wi-Fi and cost next to nothing. Where a scan answers nothing, satellites stand in for high and
/// balanced accuracy (`SatelliteStandIn`).
package struct FusedPace: Sendable, Hashable {
  package enum Source: Sendable, Hashable { case none, cell, wifi, satellites }

  /// The receiver stays on up to this interval.
  package static let pollingThreshold = TimeSpan.seconds(10)
  /// How long a poll waits for satellites at most (AOSP, `NO_FIX_TIMEOUT`), and for a scan and its look-up (estimate).
  package static let satellitePatience = TimeSpan.seconds(60)
  package static let wifiPatience = TimeSpan.seconds(10)
  package static let longestJitter = TimeSpan.seconds(30)

  package let source: Source
  package let interval: TimeSpan
  /// No two positions come closer together than this, whoever caused them: the minimum that was asked for, else the interval
  /// that limits leave; how rarely Wi-Fi can be asked does not count.
  package let minimum: TimeSpan
  /// How much sooner one may come all the same (AOSP, `LocationProviderManager`: a tenth of the interval, 30 s at most).
  package let jitter: TimeSpan
  /// How long positions are gathered; zero for none.
  package let delay: TimeSpan

  /// The app is behind the screen without a foreground service, where Android gives few positions an hour.
  let isLimited: Bool
  /// The app gets the approximate place only.
  let isCoarse: Bool
  /// High accuracy was asked for and may be had, wherever positions come from.
  package let isForHighAccuracy: Bool

  /// Satellites take the place of scans that answer nothing.
  package let standsIn: Bool
  /// A look for Wi-Fi that brings no position may turn to satellites.
  let mayTurnToSatellites: Bool

  /// A request for one position of high accuracy: satellites are asked at rest, too. A position of the network is held back for as
  /// long as a scan takes, since `setWaitForAccurateLocation` is on by default and waits for a small amount of time
  /// (developers.google.com); one that is poorer than a city block until the look ends. Both times are estimates.
  let waitsForAccurate: Bool

  /// How long one position is looked for (AOSP, `LocationManagerService`, `GET_CURRENT_LOCATION_MAX_TIMEOUT_MS`).
  static let onePatience = TimeSpan.seconds(30)
  /// The radius of what balanced priority asks for, a city block, in metres (developers.google.com).
  static let blockRadius = 100.0

  /// The receiver runs on from fix to fix.
  package var isContinuous: Bool {
    source == .satellites && interval <= Self.pollingThreshold && !standsIn && !waitsForAccurate
  }

  /// How long one poll looks before it takes what it has; `nil` for a receiver that runs on.
  package var patience: TimeSpan? {
    guard source == .satellites, !waitsForAccurate else { return Self.wifiPatience }
    if isContinuous { return nil }
    return standsIn ? Self.satellitePatience : max(Self.wifiPatience, min(Self.satellitePatience, interval))
  }

  /// Whether a position is what a poll is for; others are kept in case nothing better comes.
  func isServed(by location: Location, fromGNSS: Bool) -> Bool {
    switch source {
    case .none: false
    case .cell: true
    // The poorest class of Wi-Fi positions reports less than any cell's.
    case .wifi: fromGNSS || location.horizontalAccuracy <= 200
    case .satellites: fromGNSS || (standsIn && location.horizontalAccuracy <= 200)
    }
  }

  /// - Parameters:
  ///   - isBackground: the app is not on the screen and has no foreground service.
  ///   - isCoarse: the app gets the approximate place only.
  ///   - hasSatellites: the receiver may be used.
  ///   - scansFail: the last look for Wi-Fi brought no position.
  ///   - balancedInterval: up to this interval a balanced request takes satellites on the move; `nil` for never.
  package init(
    _ request: FusedLocationRequest, on platform: Platform, isBackground: Bool, isCoarse: Bool, isStill: Bool,
    hasSatellites: Bool = true, scansFail: Bool = false, balancedInterval: TimeSpan? = nil
  ) {
    self.isCoarse = isCoarse
    let takesSatellites = hasSatellites && !isCoarse
    var interval = TimeSpan.seconds(request.interval)
    var delay = request.batches ? TimeSpan.seconds(request.maxUpdateDelay) : .zero
    isLimited = isBackground && platform.limitsBackgroundLocation
    if isLimited {
      if request.batches {
        delay = max(delay, BackgroundLimits.interval)
      } else {
        interval = max(interval, BackgroundLimits.interval)
      }
    }
    var minimum = request.minUpdateInterval.map { TimeSpan.seconds($0) } ?? interval
    if isCoarse {
      interval = max(interval, BackgroundLimits.coarseInterval)
      minimum = max(minimum, BackgroundLimits.coarseInterval)
    }
    self.minimum = minimum
    isForHighAccuracy = request.priority == .highAccuracy && !isCoarse
    waitsForAccurate = isForHighAccuracy && request.isForOne && takesSatellites
    jitter = min(interval * 0.1, Self.longestJitter)
    let wantsSatellites =
      switch request.priority {
      case .highAccuracy: request.isForOne || !isStill || interval <= Self.pollingThreshold
      case .balanced: !isStill && balancedInterval.map { interval <= $0 } ?? false
      case .lowPower, .passive: false
      }
    let mayStandIn = takesSatellites && !wantsSatellites && (isForHighAccuracy || request.priority == .balanced)
    standsIn = mayStandIn && scansFail
    mayTurnToSatellites = mayStandIn && !scansFail
    switch request.priority {
    case .passive: source = .none
    case .lowPower: source = .cell
    case .highAccuracy, .balanced: source = takesSatellites && (wantsSatellites || standsIn) ? .satellites : .wifi
    }
    // The network's positions come no more often than this, as was measured; those from cells at most as often (estimate).
    let isOfNetwork =
      switch request.priority {
      case .passive: false
      case .lowPower: true
      case .balanced: !(wantsSatellites && takesSatellites)
      case .highAccuracy: source == .wifi
      }
    if isOfNetwork {
      interval = max(interval, platform.wifiPositionInterval(isStill: isStill, isForHighAccuracy: isForHighAccuracy))
    }
    self.interval = interval
    self.delay = delay
  }
}

extension PositioningDemand {
  /// Adds what one fused request needs.
  ///
  /// - Parameter onChip: fixes may be kept on the GNSS chip.
  mutating func ask(for source: FusedPace.Source, onChip: Bool, by app: Int) {
    guard source != .none else { return }
    isFused = true
    if source == .satellites, onChip { return ask(.batching, by: app) }
    cell = true
    switch source {
    case .none: break
    case .satellites: ask(.continuous, .bridging, by: app)
    case .wifi: ask(.off, .regular, by: app)
    case .cell: ask(.off, .fallback, by: app)
    }
  }
}

/// What Android leaves of a request whose app is neither on the screen nor shown by a foreground service.
///
/// From: developer.android.com, "Background location limits" (since Android 8 a few times an hour; requests that batch are
/// computed more often and delivered a few times an hour; a faster minimum interval still gets what others cause). The
/// figure is the platform's default throttle of 30 min (AOSP, `DEFAULT_BACKGROUND_THROTTLE_INTERVAL_MS`).
package enum BackgroundLimits {
  package static let interval = TimeSpan.minutes(30)
  /// An app that is shown its approximate place only gets it this often at most, whoever causes the positions (AOSP,
  /// `LocationProviderManager.MIN_COARSE_INTERVAL_MS`).
  package static let coarseInterval = TimeSpan.minutes(10)
}
