package import DeviceModel
public import LocationServices

/// A location strategy as data: which kind of app, with which parameters. What a file in `profiles/strategies` holds.
public struct StrategySpecification: Sendable, Hashable {
  /// How the positions are used, which decides whether live or track error is shown first.
  public enum Use: String, CaseIterable, Sendable {
    /// The app shows or acts on where the user is now.
    case live
    /// The app records where the user was.
    case record
  }

  /// As reports show it.
  public var name: String
  /// One sentence for lists.
  public var summary: String
  /// The kind of strategy, such as `standard`; `docs/strategy-format.md` has all.
  public var kind: String
  package var use: Use
  /// The system it runs on.
  public var platform: Platform
  /// What the user allows at the start.
  public var authorization: Authorization
  /// The system version whose SDK the app is linked against, which decides defaults; the platform's own when `nil`.
  package var linkedSDK: SystemVersion?
  /// Whether the app's Info.plist names location among its background modes.
  package var hasLocationBackgroundMode = true
  /// Whether the app's Info.plist demands a service session (`NSLocationRequireExplicitServiceSession`, iOS 18): without
  /// one it gets no live updates.
  package var requiresServiceSession = false
  /// How precisely the user lets the app know the position.
  public var accuracy: AccuracyAuthorization
  /// What the file gave; the kind's standard values hold for the rest.
  public var parameters: [String: StrategyValue]
  package var upload: UploadPolicy?
  /// The states of a strategy of kind `composite`.
  package var composite: CompositeProgram?
  /// Said in the strategy's row of every report.
  package var note: String?
  /// The version that lacks what the strategy needs, where one was asked for or is the phone's newest: it runs on its own.
  package var unavailableOn: Platform?
  /// The strategy and the decision of the user that this is a variant for; `nil` for a strategy as its file says.
  package var decided: Decided?

  /// A strategy by its own name, and what the user decided about it.
  package struct Decided: Sendable, Hashable {
    package let strategy: String
    package let choice: AuthorizationChoice
    /// Whether the strategy's system knows such a decision; where not, the strategy is as its file says.
    package let isOffered: Bool
  }

  /// A strategy of one kind, on its standard platform unless another is given.
  ///
  /// - Parameter parameters: by the keys of `docs/strategy-format.md`; what is left out has its default.
  package init(
    name: String, summary: String = "", kind: String, use: Use = .live, platform: Platform? = nil,
    authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full,
    parameters: [String: StrategyValue] = [:], upload: UploadPolicy? = nil,
    composite: CompositeProgram? = nil, note: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.use = use
    self.platform = platform ?? StrategyRegistry.kind(named: kind)?.standardPlatform ?? .ios18
    self.authorization = authorization
    self.accuracy = accuracy
    self.parameters = parameters
    self.upload = upload
    self.composite = composite
    self.note = note
  }

  /// The same strategy on a present version of the phone's system, if it uses no location and is on no version of its own.
  package func base(on system: PhoneSystem) -> StrategySpecification {
    guard needs.authorization == nil, platform == .today(for: []) else { return self }
    return on(.today(on: system))
  }

  /// The same strategy on a phone: where the newest version that it runs lacks a service, the note says so.
  package func fitting(_ device: DeviceProfile) -> StrategySpecification {
    guard unavailableOn == nil, let newest = device.newestSystem.flatMap(Platform.named),
      newest.system == platform.system, newest.version < platform.version
    else { return self }
    let fitted = on(newest, because: "\(device.name) ends at \(newest.name), and ")
    return fitted.unavailableOn == nil ? self : fitted
  }

  /// What a reader must know where the phone is of another system; `nil` where the strategy asks none for anything.
  package func systemNote(on system: PhoneSystem) -> String? {
    guard needs.authorization != nil, platform.system != system else { return nil }
    return "on \(platform.title), with this \(system == .ios ? "iOS" : "Android") phone's hardware"
  }

  /// The same strategy on another system version. Where that lacks a service it stays on its own, and the note says so.
  package func on(_ platform: Platform, because reason: String = "") -> StrategySpecification {
    var changed = self
    changed.platform = platform
    guard let service = changed.missingServices.first else { return changed }
    changed.platform = self.platform
    changed.unavailableOn = platform
    let text =
      "\(reason)\(platform.name) has no \(service.title) (\(service.lifetime(on: platform.system))): run on \(self.platform.name)"
    changed.note = note.map { "\(text); \($0)" } ?? text
    return changed
  }

  /// Whether the app acts on the battery's level. Then what it does depends on the powers of the phone: multiplying all of
  /// them does not just multiply the energy, and one run cannot be priced with another profile.
  package var readsBattery: Bool { composite?.readsBattery ?? false }

  /// The services of the system that it cannot do without.
  package var services: Set<SystemService> {
    if let composite { return Set(composite.services(onAndroid: platform.isAndroid)) }
    return Set(StrategyRegistry.kind(named: kind)?.requires ?? [])
  }

  /// Whether it is told events only, such as entries and visits, and never a position.
  package var tellsEvents: Bool {
    let events: Set<SystemService> = [
      .regionMonitoring, .regionNotifications, .beaconRegions, .visits, .conditionMonitor, .geofences,
    ]
    return !services.isDisjoint(with: events)
      && services.isDisjoint(
        with: [.standardUpdates, .significantChange, .fusedLocation, .requestLocation, .liveUpdates])
  }

  /// Whether it gets its positions by looking for one at a time: it says so, or each request is for one.
  package var looksForOne: Bool {
    guard let composite else { return services.contains(.requestLocation) }
    let requests = composite.actions.compactMap { if case .request(let request) = $0 { request.isForOne } else { nil } }
    return composite.actions.contains(.beginSearch) || (!requests.isEmpty && requests.allSatisfy(\.self))
  }

  package var sendsPositions: Bool {
    upload != nil || composite?.actions.contains { if case .upload = $0 { true } else { false } } ?? false
  }

  /// The app to simulate.
  ///
  /// - Throws: `UnknownStrategyKind`.
  package func appDefinition() throws(UnknownStrategyKind) -> AppDefinition {
    guard let kind = StrategyRegistry.kind(named: kind) else { throw UnknownStrategyKind(name: kind) }
    let settings = StrategySettings(kind: kind, given: parameters, upload: upload, composite: composite)
    let make = kind.makeApp
    var app = AppDefinition(
      name: name, authorization: authorization, accuracy: accuracy, platform: platform,
      asksFor: needs.authorization
    ) { make(settings) }
    if let linkedSDK { app.linkedSDK = linkedSDK }
    app.hasLocationBackgroundMode = hasLocationBackgroundMode
    app.requiresServiceSession = requiresServiceSession
    app.readsBattery = readsBattery
    return app
  }

  /// What the strategy asks for and its system version lacks. A file that asks for it is refused.
  package var missingServices: [SystemService] {
    guard let kind = StrategyRegistry.kind(named: kind) else { return [] }
    let values = kind.parameters.compactMap { given in parameters[given.key].flatMap { given.requires[$0] } }
    return (kind.requires + values + (composite?.services(onAndroid: platform.isAndroid) ?? [])).filter {
      !platform.offers($0)
    }
  }

  /// Whether the strategy needs a watch beside the phone.
  package var usesWatch: Bool { StrategyRegistry.kind(named: kind)?.usesWatch ?? false }

  /// The app's half on the watch; one that uses no location for a strategy of the phone alone.
  ///
  /// - Throws: `UnknownStrategyKind`.
  package func watchAppDefinition() throws(UnknownStrategyKind) -> AppDefinition {
    guard let kind = StrategyRegistry.kind(named: kind) else { throw UnknownStrategyKind(name: kind) }
    let settings = StrategySettings(kind: kind, given: parameters, upload: upload)
    let make = kind.makeWatchApp
    var app = try appDefinition()
    app.makeApp = { make?(settings) ?? NoLocationApp() }
    return app
  }
}

/// A specification names a kind of strategy that does not exist.
public struct UnknownStrategyKind: Error, Sendable {
  /// The kind that is unknown.
  public let name: String
}

/// When an app sends its positions to its server.
package struct UploadPolicy: Sendable, Hashable {
  /// Positions that make a batch full; 1 sends each fix at once.
  package var batchCount: Int
  /// Seconds after which a batch is sent although it is not full; `nil` for never.
  package var batchInterval: Double?
  /// Sends over Wi-Fi only; the batch waits for it.
  package var onWiFiOnly: Bool
  /// Bytes per position, headers included.
  package var bytesPerFix: Int64

  /// - Parameter bytesPerFix: 600 by default: a JSON point of a field app (sources C4, Overland).
  package init(batchCount: Int = 1, batchInterval: Double? = nil, onWiFiOnly: Bool = false, bytesPerFix: Int64 = 600) {
    self.batchCount = batchCount
    self.batchInterval = batchInterval
    self.onWiFiOnly = onWiFiOnly
    self.bytesPerFix = bytesPerFix
  }
}
