package import LocationServices

/// An app's own object on the simulated system: made anew for each process, as the app itself would.
package final class HostedApp<App: AnyObject>: SimulatedApp {
  /// What a test says about the app besides its source.
  package struct Plan: Sendable {
    let platform: Platform
    let make: @Sendable (()) -> App
    let didEnterBackground: (@Sendable (App) -> Void)?
    let willEnterForeground: (@Sendable (App) -> Void)?

    package init(
      platform: Platform, make: @escaping @MainActor @Sendable () -> App,
      didEnterBackground: (@MainActor @Sendable (App) -> Void)?,
      willEnterForeground: (@MainActor @Sendable (App) -> Void)?
    ) {
      self.platform = platform
      self.make = MainActor.withoutIsolation { _ in make() }
      self.didEnterBackground = didEnterBackground.map { MainActor.withoutIsolation($0) }
      self.willEnterForeground = willEnterForeground.map { MainActor.withoutIsolation($0) }
    }
  }

  private let plan: Plan
  private var app: App?
  private var process: AppProcess?

  package init(_ plan: Plan) { self.plan = plan }

  package func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    guard let simulation = AppSimulation.current else { return }
    let process = AppProcess(host, reason: reason, platform: plan.platform, in: simulation)
    simulation.begin(process)
    self.process = process
    app = plan.make(())
    process.settle()
  }

  package func didEnterBackground(_ host: AppHost) { tell(plan.didEnterBackground) }
  package func willEnterForeground(_ host: AppHost) { tell(plan.willEnterForeground) }

  private func tell(_ callback: ((App) -> Void)?) {
    if let app { callback?(app) }
    process?.settle()
  }
}
