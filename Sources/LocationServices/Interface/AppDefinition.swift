/// An app to simulate: how to make its process, and what it may do.
public struct AppDefinition: Sendable {
  /// As reports show it.
  public let name: String
  /// What the user lets it do at the start of the run.
  public let authorization: Authorization
  /// How precisely the user lets it know the position; of no effect before iOS 14.
  public let accuracy: AccuracyAuthorization
  /// The system and its version.
  public let platform: Platform
  /// The SDK the app is linked against, which decides defaults; that of the platform unless set. A newer one than the
  /// platform counts as the platform's.
  package var linkedSDK: SystemVersion
  /// Whether the app's Info.plist names location among its background modes.
  public var hasLocationBackgroundMode = true
  package let role: AppRole
  /// What the app asks for whenever it comes to the screen undecided; `nil` when its code asks by itself.
  package let asksFor: AuthorizationRequest?
  /// The app asks for reduced accuracy only (`NSLocationDefaultAccuracyReduced`, iOS 14).
  package let asksReducedAccuracy: Bool
  /// Whether the app reads `AppHost.batteryLevel`, which is followed for such apps only.
  package var readsBattery = false
  /// Whether the app's Info.plist says that it uses service sessions explicitly (iOS 18): without one it gets no live updates.
  public var requiresServiceSession = false
  /// Makes the app's object each time its process starts.
  public var makeApp: @Sendable () -> any SimulatedApp

  /// An app; what the platform does not know yet is left out.
  public init(
    name: String, authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full,
    platform: Platform = .ios18, role: AppRole = .app, asksFor: AuthorizationRequest? = nil,
    asksReducedAccuracy: Bool = false, makeApp: @escaping @Sendable () -> any SimulatedApp
  ) {
    self.name = name
    self.authorization = authorization
    self.accuracy = platform.offers(.reducedAccuracy) ? accuracy : .full
    self.platform = platform
    self.role = authorization == .appClip ? .appClip : role
    self.asksFor = asksFor
    self.asksReducedAccuracy = asksReducedAccuracy
    self.makeApp = makeApp
    linkedSDK = platform.version
  }

  private var rules: SystemVersion { min(linkedSDK, platform.version) }

  /// Whether `allowsBackgroundLocationUpdates` counts. Before iOS 9, and for apps linked against an older SDK, the background
  /// mode alone decides (2015 session).
  package var hasBackgroundUpdatesFlag: Bool { rules >= SystemVersion(9) }
  /// Whether automatic pausing is on unless the app switches it off: for apps linked against iOS 6 and later (2012 session).
  package var pausesByDefault: Bool { !platform.isAndroid && rules >= SystemVersion(6) }

  var sessionTerms: SessionTerms {
    SessionTerms(
      hasLocationBackgroundMode: hasLocationBackgroundMode, hasBackgroundUpdatesFlag: hasBackgroundUpdatesFlag,
      requiresServiceSession: requiresServiceSession)
  }
  var authorizationTerms: AuthorizationTerms {
    AuthorizationTerms(
      role: role, asksFor: asksFor, asksReducedAccuracy: asksReducedAccuracy,
      isAllowedOnce: authorization == .allowOnce)
  }
}

/// An app under simulation. Its object lives as long as its process: after a kill, a relaunch makes a new one.
public protocol SimulatedApp: AnyObject {
  /// The process has started. Set up managers and delegates here.
  func didFinishLaunching(_ host: AppHost, reason: LaunchReason)
  func didEnterBackground(_ host: AppHost)
  func willEnterForeground(_ host: AppHost)
  /// Background app refresh: about half a minute to bring the app up to date.
  func performBackgroundRefresh(_ host: AppHost)
  /// The time for background tasks is about to end: stop what they are for and end them. The system terminates an app
  /// that leaves one open.
  func backgroundTaskWillExpire(_ host: AppHost)
  /// The battery's level has changed by a percent; told to apps whose definition reads the battery, while they run.
  func batteryLevelDidChange(_ host: AppHost)
}

extension SimulatedApp {
  public func didEnterBackground(_ host: AppHost) {}
  public func willEnterForeground(_ host: AppHost) {}
  public func performBackgroundRefresh(_ host: AppHost) {}
  public func backgroundTaskWillExpire(_ host: AppHost) {}
  public func batteryLevelDidChange(_ host: AppHost) {}
}
