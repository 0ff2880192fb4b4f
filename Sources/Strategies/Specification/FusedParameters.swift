package import LocationServices

extension StrategyParameter {
  /// What a fused request takes; the words are those of `LocationRequest.Builder`.
  static let fusedRequest: [StrategyParameter] = [
    StrategyParameter(
      "priority", .choice(LocationPriority.allCases.map(\.rawValue)), standard: .choice("high_accuracy"),
      "what comes first: accuracy or power", search: .choices(["high_accuracy", "balanced", "low_power"])),
    StrategyParameter(
      "interval", .time(0.1...86_400, orNone: false), standard: .time(1), "how often a position is wanted",
      search: .range(1...3_600, orNone: false)),
    StrategyParameter(
      "min_interval", .time(0...86_400, orNone: true), standard: .time(.infinity),
      "no two positions come closer together; the interval itself when none"),
    StrategyParameter(
      "min_distance", .distance(0...1_000_000, orNone: false), standard: .distance(0),
      "how far the user must have come since the last position", search: .range(5...1_000, orNone: true)),
    StrategyParameter(
      "max_delay", .time(0...604_800, orNone: false), standard: .time(0),
      "how long positions may be gathered; of effect from twice the interval on",
      search: .range(60...3_600, orNone: true)),
    StrategyParameter(
      "granularity", .choice(Granularity.allCases.map(\.rawValue)), standard: .choice("permission_level"),
      "how precise positions are", requires: [.choice("coarse"): .reducedAccuracy]),
  ]
  static let delivery = StrategyParameter(
    "delivery", .choice(FusedLocationRequest.Delivery.allCases.map(\.rawValue)), standard: .choice("callback"),
    "where positions go to: the running process, or a pending intent, which starts it")
  static let foregroundService = StrategyParameter(
    "foreground_service", .flag, standard: .flag(true), "whether a notification shows that the app is at work")
}

extension StrategySpecification {
  /// The request of a strategy of the kinds that take one: what the file gave, and the kind's own values for the rest.
  package var fusedRequest: FusedLocationRequest? {
    guard let kind = StrategyRegistry.kind(named: kind), kind.parameters.contains(where: { $0.key == "priority" })
    else {
      return nil
    }
    return StrategySettings(kind: kind, given: parameters, upload: upload).fusedRequest
  }
}

extension StrategySettings {
  var fusedRequest: FusedLocationRequest {
    let minimum = number("min_interval")
    var request = FusedLocationRequest(
      priority: LocationPriority(rawValue: choice("priority")) ?? .highAccuracy, interval: number("interval"),
      minUpdateInterval: minimum.isFinite ? minimum : nil, minUpdateDistance: number("min_distance"),
      maxUpdateDelay: number("max_delay"), granularity: Granularity(rawValue: choice("granularity")) ?? .permissionLevel
    )
    request.delivery = FusedLocationRequest.Delivery(rawValue: choice("delivery")) ?? .callback
    return request
  }
}
