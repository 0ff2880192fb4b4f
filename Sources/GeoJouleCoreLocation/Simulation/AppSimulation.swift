import Foundation
package import LocationServices

/// One simulated run of an app's own source: the tasks that wait, the process that runs, and what outlives processes.
///
/// It belongs to the thread that simulates, and its code reaches it through that thread.
package final class AppSimulation {
  /// Something of the app's that has to run before the clock moves on.
  enum Work {
    case job(UnownedJob)
    case action(() -> Void)
  }

  /// An app whose tasks go on and on at one instant would never let the clock move.
  private static let workLimit = 100_000
  private static let key = "geojoule.simulation"

  /// The simulation that this thread runs.
  static var current: AppSimulation? { Thread.current.threadDictionary[key] as? AppSimulation }

  /// The clock at the run's start.
  let startDate: Date
  /// The process whose code may run.
  private(set) var process: AppProcess?
  /// Regions that the app has registered, by name. They outlive the process.
  var regions: [String: CLRegion] = [:]
  /// Conditions by monitor and name; they outlive the process as well.
  var conditions: [String: [String: CLMonitor.Record]] = [:]
  /// What makes the run's figures worthless, each once.
  package private(set) var faults: [String] = []
  private var work: [Work] = []
  private var isSettling = false
  private var isStuck = false

  package init(startDate: Date) { self.startDate = startDate }

  /// Runs a simulation on this thread.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Thread.current.threadDictionary[Self.key] = self
    defer {
      Thread.current.threadDictionary[Self.key] = outer
      // They know each other.
      process = nil
    }
    return try body()
  }

  func begin(_ process: AppProcess) { self.process = process }

  func fault(_ text: String) {
    if !faults.contains(text) { faults.append(text) }
  }

  func enqueue(_ item: Work) { work.append(item) }

  /// Lets every task of the app come to its next suspension.
  func settle() {
    guard !isSettling, !work.isEmpty else { return }
    isSettling = true
    defer { isSettling = false }
    var next = 0
    while next < work.count, !isStuck {
      switch work[next] {
      case .job(let job): SimulationExecutor.shared.run(job)
      case .action(let action): action()
      }
      next += 1
      if next == Self.workLimit {
        isStuck = true
        fault("the app's tasks do not come to rest: a loop awaits nothing that takes simulated time")
      }
    }
    work.removeAll(keepingCapacity: next < 1_024)
  }

  func date(_ seconds: Double) -> Date { startDate.addingTimeInterval(seconds) }
}

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
