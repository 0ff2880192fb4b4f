import Core

/// A service that holds its own state for all apps: it takes inputs and returns effects, and reads neither clock nor system.
///
/// A new one is a folder here, a line in `ServiceBoard` and its name in `SystemService`.
protocol OwnedService {
  mutating func take(_ input: ServiceInput, in context: ServiceContext, _ effects: inout [ServiceEffect])
}

/// What every service may know besides its inputs.
struct ServiceContext {
  let now: Instant
  let outcomes: any RandomOutcomes
  /// The phone's; all apps of a phone are of one system.
  let platform: Platform

  var isAndroid: Bool { platform.isAndroid }
}

/// What an app asks of one of these services.
protocol ServiceCommand: Sendable {}

/// What one of these services tells an app.
protocol ServiceEvent: Sendable {
  /// A newer one takes the place of one that the app has not been handed yet.
  static var isReplacedByNewer: Bool { get }
  /// Android: an app that gets it may begin a foreground service.
  var allowsForegroundService: Bool { get }
}

extension ServiceEvent {
  static var isReplacedByNewer: Bool { false }
  var allowsForegroundService: Bool { false }
}
