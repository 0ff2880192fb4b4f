import Documents
import Foundation
public import GeoJoule
import GeoJouleCoreLocation
public import LocationServices
import World

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
