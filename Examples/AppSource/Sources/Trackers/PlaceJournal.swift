import Foundation

#if canImport(GeoJouleCoreLocation)
  import GeoJouleCoreLocation
#else
  import CoreLocation
#endif

/// Keeps a journal of the day with the interfaces of iOS 17: where the user went, and when they came to and left the places
/// that they named.
@MainActor
public final class PlaceJournal {
  /// A place that the user named.
  public struct Place: Sendable {
    public let name: String
    public let center: CLLocationCoordinate2D
    public let radius: CLLocationDistance

    public init(name: String, center: CLLocationCoordinate2D, radius: CLLocationDistance = 100) {
      self.name = name
      self.center = center
      self.radius = radius
    }
  }

  /// One line of the journal.
  public struct Entry: Sendable, Hashable {
    public let place: String
    public let isArrival: Bool
    public let date: Date
  }

  public private(set) var path: [CLLocation] = []
  public private(set) var entries: [Entry] = []
  /// How often updates rested because the user stayed.
  public private(set) var rests = 0

  private var session: CLBackgroundActivitySession?
  private var updates: Task<Void, Never>?
  private var events: Task<Void, Never>?

  public init() {}

  public func follow(_ configuration: CLLocationUpdate.LiveConfiguration = .default) {
    session = CLBackgroundActivitySession()
    updates = Task {
      do {
        for try await update in CLLocationUpdate.liveUpdates(configuration) {
          if update.isStationary {
            rests += 1
          } else if let location = update.location {
            path.append(location)
          }
        }
      } catch {
        session?.invalidate()
      }
    }
  }

  public func stopFollowing() {
    updates?.cancel()
    updates = nil
    session?.invalidate()
    session = nil
  }

  public func watch(_ places: [Place]) {
    events = Task {
      let monitor = await CLMonitor("places")
      for place in places {
        await monitor.add(
          CLMonitor.CircularGeographicCondition(center: place.center, radius: place.radius), identifier: place.name)
      }
      do {
        for try await event in await monitor.events {
          guard event.state == .satisfied || event.state == .unsatisfied else { continue }
          entries.append(Entry(place: event.identifier, isArrival: event.state == .satisfied, date: event.date))
        }
      } catch {
        events = nil
      }
    }
  }
}
