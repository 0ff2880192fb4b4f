public import Foundation
import LocationServices

/// Watches conditions under a name of the app's own and tells of their changes (iOS 17).
///
/// Its conditions belong to the name and outlive the process: make a monitor of the same name after each launch.
public actor CLMonitor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    SimulationExecutor.shared.asUnownedSerialExecutor()
  }

  public let name: String
  private var stream: AsyncStream<Event>?

  public init(_ name: String) async { self.name = name }

  private func monitor(_ call: StaticString) -> (monitor: ConditionMonitor, process: AppProcess)? {
    guard let process = AppProcess.current(for: call) else { return nil }
    return (process.host.makeMonitor(name), process)
  }

  /// Watches a condition; another one of this name is replaced.
  ///
  /// - Parameter state: what the app takes for granted; with `unknown` the first event says what is.
  public func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: Event.State = .unknown
  ) {
    guard let (monitor, process) = monitor("add(_:identifier:)") else { return }
    if process.conditions[name]?[identifier] == nil {
      process.conditions[name, default: [:]][identifier] = Record(
        condition: condition, lastEvent: Event(identifier: identifier, state: state, date: process.now))
    }
    monitor.add(condition.simulated, identifier: identifier, assuming: state.simulated)
  }

  public func remove(_ identifier: String) {
    guard let (monitor, process) = monitor("remove(_:)") else { return }
    process.conditions[name]?[identifier] = nil
    monitor.remove(identifier)
  }

  /// Names of the conditions, in order.
  public var identifiers: [String] { (AppSimulation.current?.conditions[name] ?? [:]).keys.sorted() }

  /// A condition and its last event.
  public func record(for identifier: String) -> Record? { AppSimulation.current?.conditions[name]?[identifier] }

  /// The changes, for one loop: those that wait and those that come.
  public var events: Events {
    if let stream { return Events(source: .success(stream)) }
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    guard let (monitor, process) = monitor("events") else { return Events(source: .failure(.outsideSimulation)) }
    let name = name
    do {
      try monitor.consumeEvents { event in
        let event = Event(event, in: process)
        if let record = process.conditions[name]?[event.identifier] {
          process.conditions[name]?[event.identifier] = Record(condition: record.condition, lastEvent: event)
        }
        continuation.yield(event)
        process.settle()
      }
    } catch {
      return Events(source: .failure(.eventsInUse))
    }
    self.stream = stream
    return Events(source: .success(stream))
  }

  /// A condition and its last event.
  public struct Record: Sendable {
    public let condition: any CLCondition
    public let lastEvent: Event
  }

  /// A change of a condition.
  public struct Event: Sendable {
    public enum State: Int, Sendable {
      case unknown, satisfied, unsatisfied, unmonitored

      var simulated: MonitorEvent.State {
        switch self {
        case .unknown: .unknown
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unmonitored: .unmonitored
        }
      }
    }

    public let identifier: String
    public let state: State
    public let date: Date
    /// The app has as many conditions and regions as it may have.
    public let conditionLimitExceeded: Bool
    public let authorizationDenied: Bool

    fileprivate init(identifier: String, state: State, date: Date) {
      (self.identifier, self.state, self.date) = (identifier, state, date)
      (conditionLimitExceeded, authorizationDenied) = (false, false)
    }

    fileprivate init(_ event: MonitorEvent, in process: AppProcess) {
      identifier = event.identifier
      switch event.state {
      case .unknown: state = .unknown
      case .satisfied: state = .satisfied
      case .unsatisfied: state = .unsatisfied
      case .unmonitored: state = .unmonitored
      }
      date = process.date(event.date)
      conditionLimitExceeded = event.conditionLimitExceeded
      authorizationDenied = event.authorizationDenied
    }
  }

  /// The sequence of a monitor's events.
  public struct Events: AsyncSequence, Sendable {
    public typealias Element = Event
    public typealias Failure = any Error

    let source: Result<AsyncStream<Event>, SimulatedLocationError>

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source.map { $0.makeAsyncIterator() }) }

    public struct AsyncIterator: AsyncIteratorProtocol {
      var source: Result<AsyncStream<Event>.Iterator, SimulatedLocationError>

      /// - Throws: `SimulatedLocationError`.
      public mutating func next() async throws -> Event? { try await next(isolation: nil) }

      /// - Throws: `SimulatedLocationError`.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Event? {
        var events = try source.get()
        defer { source = .success(events) }
        return await events.next(isolation: actor)
      }
    }
  }
}

/// Something that a monitor can watch.
public protocol CLCondition: Sendable {}

extension CLMonitor {
  /// A circle on the ground.
  public struct CircularGeographicCondition: CLCondition {
    public let center: CLLocationCoordinate2D
    /// Metres.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    var simulated: MonitorCondition { .circular(center: center.earthVector, radius: radius) }
  }

  @available(*, unavailable, message: "beacons of a simulated day have names: use GeoJoule's ConditionMonitor")
  public struct BeaconIdentityCondition {}
}
