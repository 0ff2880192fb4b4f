import LocationServices

/// What live updates deliver.
public struct CLLocationUpdate: Sendable {
  /// What the user is doing.
  public enum LiveConfiguration: Sendable {
    case `default`, automotiveNavigation, otherNavigation, fitness, airborne

    var simulated: LocationServices.LiveConfiguration {
      switch self {
      case .default: .standard
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      }
    }
  }

  /// `nil` when the update only says what stands in the way.
  public let location: CLLocation?
  /// The last update before updates rest because the user stays; they come again by themselves.
  public let stationary: Bool
  /// The user does not let the app use location.
  public let authorizationDenied: Bool
  /// The app is neither in use nor holds a background activity session.
  public let insufficientlyInUse: Bool
  public let locationUnavailable: Bool
  /// The app declares that it uses service sessions, and holds none.
  public let serviceSessionRequired: Bool

  /// The name of iOS 17.
  public var isStationary: Bool { stationary }
  /// Nobody switches location services off in a simulation.
  public var authorizationDeniedGlobally: Bool { false }
  /// Not told in a simulation; see `authorizationDenied`.
  public var authorizationRestricted: Bool { false }
  /// Not told in a simulation.
  public var authorizationRequestInProgress: Bool { false }
  /// Not told in a simulation; see `CLLocationManager.accuracyAuthorization`.
  public var accuracyLimited: Bool { false }

  init(_ update: LocationUpdate, in process: AppProcess) {
    location = update.location.map { CLLocation($0, at: process.date($0.timestamp)) }
    stationary = update.isStationary
    authorizationDenied = update.authorizationDenied
    insufficientlyInUse = update.insufficientlyInUse
    locationUnavailable = update.locationUnavailable
    serviceSessionRequired = update.serviceSessionRequired
  }

  /// Positions as a sequence, from the moment it is iterated until its loop ends.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(configuration: configuration)
  }

  /// A sequence of live updates.
  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate
    public typealias Failure = any Error

    let configuration: LiveConfiguration

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(configuration) }

    /// Ends the updates when it goes away.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var updates: AsyncStream<CLLocationUpdate>.Iterator
      private let session: Session?

      init(_ configuration: LiveConfiguration) {
        let (stream, continuation) = AsyncStream<CLLocationUpdate>.makeStream()
        updates = stream.makeAsyncIterator()
        guard let process = AppProcess.current(for: "liveUpdates()") else {
          session = nil
          return
        }
        session = Session(
          process.host.liveUpdates(configuration.simulated) { update in
            continuation.yield(CLLocationUpdate(update, in: process))
            process.settle()
          })
      }

      /// - Throws: `SimulatedLocationError.outsideSimulation`.
      public mutating func next() async throws -> CLLocationUpdate? { try await next(isolation: nil) }

      /// - Throws: `SimulatedLocationError.outsideSimulation`.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(any Error) -> CLLocationUpdate? {
        guard session != nil else { throw SimulatedLocationError.outsideSimulation }
        return await updates.next(isolation: actor)
      }
    }

    private final class Session {
      private let updates: LiveUpdates

      init(_ updates: LiveUpdates) { self.updates = updates }
      deinit { updates.stop() }
    }
  }
}
