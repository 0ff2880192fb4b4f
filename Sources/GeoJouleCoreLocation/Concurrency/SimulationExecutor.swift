import Foundation
import Synchronization

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
