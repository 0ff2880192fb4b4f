import Foundation
import Synchronization

/// The main actor of the simulated app. It takes the place of Swift's in files that import this module.
///
/// Its code runs on the simulation's thread and clock: a task that it starts has come to its next `await` before the
/// simulated time moves on.
@globalActor public actor MainActor {
  public static let shared = MainActor()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    SimulationExecutor.shared.asUnownedSerialExecutor()
  }

  public static func run<Result: Sendable>(
    resultType: Result.Type = Result.self, body: @MainActor @Sendable () throws -> Result
  ) async rethrows -> Result {
    try await body()
  }

  /// Runs code of the main actor from a callback that is known to come on it.
  ///
  /// - Precondition: the caller runs on this actor, as every callback of a simulation does.
  public static func assumeIsolated<Result: Sendable>(
    _ operation: @MainActor () throws -> Result, file: StaticString = #fileID, line: UInt = #line
  ) rethrows -> Result {
    shared.preconditionIsolated(file: file, line: line)
    // The closure's isolation, just checked, is no part of its representation; the standard library does the same.
    return try withoutActuallyEscaping(operation) { try unsafeBitCast($0, to: (() throws -> Result).self)() }
  }

  /// The same function without its isolation: to be called where a simulation's callbacks run.
  package static func withoutIsolation<Input, Result>(
    _ function: @escaping @MainActor @Sendable (Input) -> Result
  ) -> @Sendable (Input) -> Result {
    unsafeBitCast(function, to: (@Sendable (Input) -> Result).self)
  }
}

/// Runs the tasks of simulated apps, one at a time.
///
/// A job that a simulation's own thread enqueues waits in that simulation, which runs it before its clock moves on. Any
/// other job waits until no simulation runs: so simulations follow each other, and nothing from outside gets into one.
package final class SimulationExecutor: SerialExecutor, TaskExecutor {
  package static let shared = SimulationExecutor()

  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let simulation = AppSimulation.current {
      simulation.enqueue(.job(job))
      return
    }
    let begins = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if begins { _Concurrency.Task.detached { self.runAll() } }
  }

  private func runAll() {
    while let job = next() { run(job) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.isRunning = false
      return nil
    }
  }

  func run(_ job: UnownedJob) {
    job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
  }
}
