public import DeviceModel
import Documents
import Foundation
public import GeoJoule
import GeoJouleCoreLocation
public import LocationServices
public import World

/// Runs an app's own location code through a simulated day.
///
/// ```swift
/// let result = try await simulate(.commute, "modern-phone") { TripRecorder() }
/// #expect(result.addedDrainPercentPerHour < 1)
/// ```
///
/// The code imports `GeoJouleCoreLocation` in place of Core Location. The same seed gives the same figures on each run.
/// Simulations of one program follow each other, also those of tests that run in parallel.
///
/// - Parameters:
///   - day: a scenario's name or path, or a `Scenario`.
///   - device: a device's name or path, or profiles of your own.
///   - system: the system version.
///   - authorization: what the user lets the app do at the start; with `.notDetermined` the app has to ask.
///   - accuracy: how precisely the user lets it know the position.
///   - hasLocationBackgroundMode: whether the Info.plist names location among its background modes.
///   - seed: of the day's chance.
///   - parameters: `.fixed` takes each value of the profiles at its mean; `.drawn` draws a phone for each seed.
///   - didEnterBackground: called when the user leaves the app.
///   - willEnterForeground: called when the user returns to it.
///   - app: makes the app's object, once for each process, and begins what the app begins at its launch.
/// - Throws: `InputError` for a name or a file that cannot be used, `ProfileFault` for a profile, `SimulationFault` when
///   the app's code was not simulated as a whole.
public func simulate<App: AnyObject>(
  _ day: SimulatedDay, _ device: SimulatedDevice = .modernPhone, system: Platform = .ios18,
  authorization: Authorization = .always, accuracy: AccuracyAuthorization = .full,
  hasLocationBackgroundMode: Bool = true, seed: UInt64 = 1, parameters: ParameterChoice = .fixed,
  didEnterBackground: (@MainActor @Sendable (App) -> Void)? = nil,
  willEnterForeground: (@MainActor @Sendable (App) -> Void)? = nil,
  app make: @escaping @MainActor @Sendable () -> App
) async throws -> SimulationResult {
  let catalog = Catalog()
  let scenario = try day.scenario(in: catalog)
  let (profile, network) = try device.profiles(in: catalog)
  let plan = HostedApp.Plan(
    platform: system, make: make, didEnterBackground: didEnterBackground, willEnterForeground: willEnterForeground)
  var app = AppDefinition(
    name: "\(App.self)", authorization: authorization, accuracy: accuracy, platform: system
  ) { HostedApp(plan) }
  app.hasLocationBackgroundMode = hasLocationBackgroundMode
  let definition = app
  return try await MainActor.run {
    let simulation = AppSimulation(startDate: firstInstant(of: scenario))
    let run = try simulation.run {
      try AppRun(
        of: definition, device: profile, network: network, scenario: scenario, seed: seed, parameters: parameters)
    }
    guard simulation.faults.isEmpty else { throw SimulationFault(reasons: simulation.faults) }
    return SimulationResult(run: run)
  }
}

/// The clock at a day's start. Scenarios have a time and no date: all are on 1 January 2001, in UTC.
private func firstInstant(of scenario: Scenario) -> Date {
  Date(timeIntervalSinceReferenceDate: Double(scenario.startOfDay))
}

/// The app's code was not simulated as a whole, so that its figures would mean nothing.
public struct SimulationFault: Error, CustomStringConvertible, Sendable {
  public let reasons: [String]

  public var description: String { reasons.joined(separator: "; ") }
}

/// The day that a test simulates: a scenario of the catalogue by its name, a file by its path, or one of your own.
///
/// `geojoule list scenarios` names the catalogue's. A path contains `/` or ends in `.yml`.
public struct SimulatedDay: Sendable, ExpressibleByStringLiteral {
  private enum Source: Sendable {
    case named(String)
    case given(Scenario)
  }

  private let source: Source

  public init(_ nameOrPath: String) { source = .named(nameOrPath) }
  public init(stringLiteral nameOrPath: String) { self.init(nameOrPath) }
  public init(_ scenario: Scenario) { source = .given(scenario) }

  /// To work, back, and the time between.
  public static let commute = SimulatedDay("commute")

  /// - Throws: `InputError` that names the nearest name, or the place of the fault in the file.
  func scenario(in catalog: Catalog) throws -> Scenario {
    switch source {
    case .named(let name): try catalog.scenario(name)
    case .given(let scenario): scenario
    }
  }
}

/// The phone and the network that a test simulates, of the catalogue or of your own.
///
/// `geojoule list devices` and `geojoule list networks` name the catalogue's. A path contains `/` or ends in `.yml`.
public struct SimulatedDevice: Sendable, ExpressibleByStringLiteral {
  private enum Source: Sendable {
    case named(String, network: String?)
    case given(DeviceProfile, NetworkProfile)
  }

  private let source: Source

  /// - Parameter network: the device's own default when left out.
  public init(_ nameOrPath: String, network: String? = nil) { source = .named(nameOrPath, network: network) }
  public init(stringLiteral nameOrPath: String) { self.init(nameOrPath) }
  public init(_ device: DeviceProfile, network: NetworkProfile) { source = .given(device, network) }

  /// A phone of today on its default network.
  public static let modernPhone = SimulatedDevice("modern-phone")

  /// - Throws: `InputError` that names the nearest name, or the place of the fault in the file.
  func profiles(in catalog: Catalog) throws -> (DeviceProfile, NetworkProfile) {
    switch source {
    case .named(let name, let network):
      let device = try catalog.device(name)
      return (device, try catalog.network(network ?? device.defaultNetwork))
    case .given(let device, let network): return (device, network)
    }
  }
}
