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
