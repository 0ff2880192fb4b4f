import Foundation
import LocationServices

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
