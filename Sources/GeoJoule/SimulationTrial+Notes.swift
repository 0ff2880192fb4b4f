extension SimulationTrial {
  /// What a reader must know about the row: what the device or the day lacks, what the strategy's file says, and why there
  /// are no figures where there are none.
  func notes(_ strategy: StrategySpecification, of record: RunRecord) -> [String] {
    platformNotes(strategy) + record.missingServices.map(\.message) + deviceNotes(strategy)
      + authorizationNotes(strategy)
      + watchNotes(strategy) + dayNotes(strategy) + unheardCircleNotes(strategy, record)
      + scanNotes(strategy, record)
      + [strategy.note, silence(of: strategy, record)].compactMap(\.self)
  }

  /// What the day took by Low Power Mode or Battery Saver from a strategy that uses location; `nil` where neither was on.
  func powerSaving(_ strategy: StrategySpecification, of record: RunRecord) -> PowerSaving? {
    let time = record.lowPower.total
    guard time > .zero, strategy.needs.authorization != nil else { return nil }
    let effect =
      switch strategy.platform.locationPowerSaveMode {
      case nil: "no background refresh and no silent push; location goes on"
      case .gpsDisabledWhenScreenOff: "no satellites while the screen is off"
      case .allDisabledWhenScreenOff: "no positions while the screen is off"
      case .foregroundOnly: "positions reach the screen and foreground services only"
      }
    return PowerSaving(
      name: strategy.platform.isAndroid ? "Battery Saver" : "Low Power Mode", effect: effect, time: time)
  }

  /// Both systems may stand in one comparison, on a phone of either: the row says when it runs what the phone does not.
  private func platformNotes(_ strategy: StrategySpecification) -> [String] {
    guard let note = strategy.systemNote(on: device.system) else {
      // The base line asks no system for anything.
      return strategy.platform.isAndroid && strategy.needs.authorization != nil ? ["on \(strategy.platform.title)"] : []
    }
    // A session that keeps its app from being suspended is most of the cost of 100 m on measured iPhones.
    guard device.system == .android, device.processor.wifiSession == nil else { return [note] }
    return ["\(note); what a session without GNSS keeps awake on iOS is not in its profile and costs nothing here"]
  }

  private func authorizationNotes(_ strategy: StrategySpecification) -> [String] {
    guard let note = strategy.authorizationNote else { return [] }
    return [strategy.authorization == .notDetermined ? "\(note); \(answer)" : note]
  }

  /// What the day's user answers to the first question.
  private var answer: String {
    guard let time = world.user.answersAfter else { return "the day's user never answers" }
    let words =
      switch world.user.access {
      case .always: "yes to all that is asked"
      case .whileUsing: "while using the app"
      case .once: "once"
      case .never: "no"
      }
    return "the day's user answers after \(time): \(words)"
  }

  private func deviceNotes(_ strategy: StrategySpecification) -> [String] {
    let services = strategy.services
    var notes: [String] = []
    if services.contains(.significantChange), device.cellular == nil {
      notes.append("significant change rests on cell towers: not available on \(device.name)")
    }
    if services.contains(.deferredUpdates), (device.gnss?.batchCapacity ?? 0) == 0 {
      notes.append("\(device.name) cannot keep fixes on a GNSS chip: updates are not deferred")
    }
    if device.cellular != nil {
      for access in network.accesses where !network.usable(by: device).accesses.contains(access) {
        let title = access.network.technology.title
        notes.append("\(device.name) has no \(title) modem: it stays on \(network.name) where that has \(title)")
      }
    }
    let listens = strategy.kind == "beacons" || strategy.kind == "monitor" && !world.beacons.isEmpty
    if listens, device.bluetooth == nil { notes.append("\(device.name) has no Bluetooth: beacons are not heard") }
    // The profile's phone takes Wi-Fi at this interval, some of those drawn satellites (docs/what-is-modelled.md).
    let asked = strategy.parameters
    if asked["priority"] == .choice("balanced"), case .time(let interval)? = asked["interval"], interval <= 2,
      let mean = device.gnss?.balancedInterval, interval > mean.seconds
    {
      notes.append("phones differ in whether a balanced request so often takes satellites: drawn ones have both")
    }
    let watchesCircles = !services.isDisjoint(with: [.regionMonitoring, .regionNotifications, .conditionMonitor])
    if watchesCircles, device.cellular == nil, !strategy.platform.offers(.regionsOnWiFiOnlyDevices) {
      notes.append("\(strategy.platform.name) monitors no regions on a device without cellular, such as \(device.name)")
    }
    return notes
  }

  private func watchNotes(_ strategy: StrategySpecification) -> [String] {
    guard strategy.usesWatch, let watch else {
      let isLeft = world.phoneAtHand.steps.contains { !$0.value }
      return isLeft ? ["the phone is left behind for part of the day, errors are those against its user"] : []
    }
    var notes = ["with \(watch.device.name) on the wrist: figures of positions are those on the watch"]
    if device.bluetooth == nil { notes.append("\(device.name) has no Bluetooth: the watch is on its own") }
    if !watch.world.script.contains(where: { $0.kind == .foreground }) {
      notes.append("the watch app is not opened on this day")
    }
    return notes
  }

  private func dayNotes(_ strategy: StrategySpecification) -> [String] {
    var notes: [String] = []
    if ["regions", "region_notifications", "monitor", "android_geofences"].contains(strategy.kind) {
      if world.places.isEmpty { notes.append("the day names no place: there is no circle to watch") }
      let limit = strategy.platform.regionLimit
      if world.places.count > limit {
        notes.append("the day names \(world.places.count) places: the first \(limit) are watched")
      }
    }
    let names = Set(world.places.map(\.name))
    for address in Set(strategy.composite?.addresses ?? []).subtracting(names).sorted() {
      notes.append("the day names no place '\(address)': the address is not found")
    }
    if strategy.kind == "beacons", world.beacons.isEmpty { notes.append("the day has no beacon to listen for") }
    return notes
  }

  /// Small circles whose edges the phone crosses without hearing an access point: there only cells say where it is.
  private func unheardCircleNotes(_ strategy: StrategySpecification, _ record: RunRecord) -> [String] {
    guard !strategy.tellsEvents || EventScore(record, truth: truth).missed > 0 else { return [] }
    var names: [String] = []
    for watch in record.watches {
      guard case .area(let circles) = watch.subject, circles.count == 1, circles[0].radius <= 1000,
        truth.occupancy(in: circles[0]).crossings.contains(where: { !world.hearsAccessPoints(at: $0.instant) })
      else { continue }
      let place = world.places.first { $0.position.earthVector().distance(to: circles[0].center) < 1 }
      names.append(place.map { "'\($0.name)'" } ?? "a circle of the app's own")
    }
    guard !names.isEmpty else { return [] }
    return [
      "no access point is heard at the edge of \(names.uniqued().joined(separator: ", ")): phones go by cells there, and miss small "
        + "circles or report them up to some kilometres off (docs/sources.md C1)"
    ]
  }

  /// Without numbers, which differ from seed to seed: a row has the note once.
  private func scanNotes(_ strategy: StrategySpecification, _ record: RunRecord) -> [String] {
    guard record.wifiScans.limited > 0 else { return [] }
    let limits =
      switch strategy.platform.scanLimits {
      case .none: "by no limit"
      case .eachAppInBackground: "behind the screen without a service 1 in 30 min is made"
      case .foregroundAndBackground:
        "on the screen or with a service 4 in 2 min are made, of all apps behind it together 1 in 30 min"
      }
    return ["some scans were refused: \(limits)"]
  }

  /// Why a strategy that wants positions or events has none; `nil` when it has some, wants none, or may have none.
  private func silence(of strategy: StrategySpecification, _ record: RunRecord) -> String? {
    let mayHaveNone: [Authorization] = [.denied, .restricted, .notDetermined]
    guard strategy.needs.authorization != nil, record.fixCount == 0, !mayHaveNone.contains(strategy.authorization)
    else {
      return nil
    }
    if strategy.tellsEvents {
      guard record.events.isEmpty else { return nil }
      let isMissing = EventScore(record, truth: truth).missed > 0
      return isMissing ? "no event was reported" : "no event occurred on this day"
    }
    if record.deliveries > 0 { return "no position was good enough for the app" }
    let isOpened = world.script.contains { $0.kind == .foreground }
    return isOpened ? "no position at all" : "no position: the app is never opened on this day"
  }
}

extension ComparisonRequest {
  /// That a recording's surroundings are guessed, and what hangs on the guess: the error of the first strategy with positions
  /// under open sky and in street canyons, on the first seed.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `WatchMissing`.
  package func surroundingsNote() throws -> String? {
    guard scenario.guessesSurroundings else { return nil }
    let open = Surroundings(sky: .openSky, accessPoints: .few, cells: .rural)
    let canyon = Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    let guess = "surroundings are guessed from rests and speed"
    let remedy = "name them with --surroundings"
    for strategy in strategies where strategy.needs.authorization != nil {
      let metric = strategy.use == .live ? Metric.errorP95 : .movingErrorP95
      func error(in surroundings: Surroundings) throws -> Double? {
        var request = self
        request.scenario = scenario.surrounded(by: surroundings)
        let day = try SimulationTrial(request, seed: firstSeed)
        return try day.run(strategy, meter: RunMeter([metric])).figures[metric]
      }
      guard let best = try error(in: open), let worst = try error(in: canyon) else { continue }
      func metres(_ error: Double) -> String { "\(DecimalText.significant(error, digits: 2)) m" }
      return "\(guess): 95 % of the errors of \(strategy.name) are under \(metres(best)) in open sky, "
        + "\(metres(worst)) in street canyons; \(remedy)"
    }
    return "\(guess); \(remedy)"
  }
}
