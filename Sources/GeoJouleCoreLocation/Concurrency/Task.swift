import Foundation
import Synchronization

/// A task of the simulated app. It takes the place of Swift's in files that import this module.
///
/// It runs on the simulation's thread, and `sleep` takes simulated time. Outside a simulation it is an ordinary task.
public struct Task<Success: Sendable, Failure: Error>: Sendable, Hashable {
  fileprivate let base: _Concurrency.Task<Success, Failure>

  public func cancel() { base.cancel() }
  public var isCancelled: Bool { base.isCancelled }
  public var result: Result<Success, Failure> { get async { await base.result } }
}

extension Task where Failure == Never {
  public var value: Success { get async { await base.value } }

  /// - Parameter name: for debuggers; of no effect in a simulation.
  @discardableResult
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Success
  ) {
    base = _Concurrency.Task(
      executorPreference: SimulationExecutor.shared, priority: priority, operation: operation)
  }

  @discardableResult
  public static func detached(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task {
    Task(
      base: _Concurrency.Task.detached(
        executorPreference: SimulationExecutor.shared, priority: priority, operation: operation))
  }
}

extension Task where Failure == any Error {
  public var value: Success { get async throws { try await base.value } }

  /// - Parameter name: for debuggers; of no effect in a simulation.
  @discardableResult
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async throws -> Success
  ) {
    base = _Concurrency.Task(
      executorPreference: SimulationExecutor.shared, priority: priority, operation: operation)
  }

  @discardableResult
  public static func detached(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task {
    Task(
      base: _Concurrency.Task.detached(
        executorPreference: SimulationExecutor.shared, priority: priority, operation: operation))
  }
}

extension Task where Success == Never, Failure == Never {
  public static var isCancelled: Bool { _Concurrency.Task<Never, Never>.isCancelled }
  public static var currentPriority: TaskPriority { _Concurrency.Task<Never, Never>.currentPriority }
  public static func checkCancellation() throws { try _Concurrency.Task<Never, Never>.checkCancellation() }
  public static func yield() async { await _Concurrency.Task<Never, Never>.yield() }

  /// Waits for simulated time. While the app is suspended it goes on waiting, as on a phone.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public static func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
    guard let process = AppSimulation.current?.process else {
      return try await _Concurrency.Task<Never, Never>.sleep(for: duration)
    }
    let sleeper = Sleeper()
    process.after(duration / .seconds(1)) { sleeper.wake() }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { sleeper.wait($0) }
    } onCancel: {
      sleeper.cancel()
    }
  }

  public static func sleep(nanoseconds duration: UInt64) async throws {
    try await sleep(for: .nanoseconds(Int64(clamping: duration)))
  }

  @available(*, unavailable, message: "a simulation has no such clock: use sleep(for:)")
  public static func sleep<C: Clock>(
    until deadline: C.Instant, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
  ) async throws {}
}

/// One sleep: ended by its timer or by cancellation, whichever comes first.
private final class Sleeper: Sendable {
  private enum State {
    case new
    case waiting(UnsafeContinuation<Void, any Error>)
    case over(Result<Void, any Error>)
  }

  private let state = Mutex(State.new)

  func wait(_ continuation: UnsafeContinuation<Void, any Error>) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if case .over(let outcome) = state { return outcome }
      state = .waiting(continuation)
      return nil
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  func wake() { end(.success(())) }
  func cancel() { end(.failure(CancellationError())) }

  private func end(_ outcome: Result<Void, any Error>) {
    let continuation: UnsafeContinuation<Void, any Error>? = state.withLock { state in
      defer { if case .over = state {} else { state = .over(outcome) } }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: outcome)
  }
}
