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
