import Foundation
import LocationServices

/// One process of the simulated app: what Core Location's names reach the system through.
final class AppProcess {
  let host: AppHost
  let reason: LaunchReason
  /// Since iOS 14 the authorization is a property of the manager; before, the delegate is told its value.
  let tellsAuthorizationByProperty: Bool
  private let simulation: AppSimulation

  init(_ host: AppHost, reason: LaunchReason, platform: Platform, in simulation: AppSimulation) {
    self.host = host
    self.reason = reason
    tellsAuthorizationByProperty = platform.offers(.reducedAccuracy)
    self.simulation = simulation
  }

  /// The process whose code is running.
  ///
  /// - Parameter call: named in the message when there is none.
  static func current(for call: StaticString) -> AppProcess? {
    if let process = AppSimulation.current?.process { return process }
    complain("\(call) was called outside a simulation and does nothing: \(remedy)")
    return nil
  }

  static let remedy =
    "make the app in the closure of simulate(...), and import GeoJouleCoreLocation in each file that starts tasks"

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("GeoJouleCoreLocation: \(text)\n".utf8))
  }

  /// Whether calls of an object of this process count. They do not after the process has ended.
  func isCurrent(for call: StaticString) -> Bool {
    guard let running = AppSimulation.current else { return false }
    if running === simulation, running.process === self { return true }
    running.fault(
      "\(call) was called on an object of an earlier process or simulation: \(Self.remedy); a shared instance keeps the old one"
    )
    return false
  }

  var now: Date { simulation.date(host.now) }
  func date(_ seconds: Double) -> Date { simulation.date(seconds) }
  var conditions: [String: [String: CLMonitor.Record]] {
    get { simulation.conditions }
    set { simulation.conditions = newValue }
  }
  var regions: [String: CLRegion] {
    get { simulation.regions }
    set { simulation.regions = newValue }
  }

  /// Calls `action` before the clock moves on, but after the code that runs now.
  func later(_ action: @escaping () -> Void) { simulation.enqueue(.action(action)) }

  /// Calls `action` after `seconds` of the app's time.
  func after(_ seconds: Double, _ action: @escaping () -> Void) {
    host.schedule(after: seconds) { [self] in
      action()
      settle()
    }
  }

  func settle() { simulation.settle() }
}

/// What an app takes from the phone besides Core Location, on the simulated clock.
///
/// `Date()`, `Timer`, `DispatchQueue` and `URLSession` belong to the real world: a simulated day is over before they do
/// anything. Use `now` in place of `Date()`, `Task.sleep(for:)` in place of timers, and `upload` in place of a request.
public enum SimulatedPhone {
  /// The simulated time; the real one outside a simulation.
  public static var now: Date { AppSimulation.current?.process?.now ?? Date() }

  /// Whether the app was on the screen when its code was last called.
  public static var isInForeground: Bool { AppSimulation.current?.process?.host.isInForeground ?? false }

  /// Whether a location service started this process, as `UIApplication.LaunchOptionsKey.location` says.
  public static var wasLaunchedForLocation: Bool { AppSimulation.current?.process?.reason == .location }

  /// Hands bytes to the network: Wi-Fi, else cellular, else when there is a network again.
  ///
  /// - Parameters:
  ///   - bytes: of the body; headers and the radio's own costs are the simulator's affair.
  ///   - onWiFiOnly: waits for Wi-Fi.
  ///   - completion: called when all is sent, while the app runs.
  public static func upload(bytes: Int, onWiFiOnly: Bool = false, completion: (() -> Void)? = nil) {
    guard let process = AppProcess.current(for: "upload(bytes:)") else { return }
    process.host.upload(bytes: Int64(max(0, bytes)), onWiFiOnly: onWiFiOnly) {
      completion?()
      process.settle()
    }
  }
}
