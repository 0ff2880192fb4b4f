import Documents
import ExampleTrackers
import FileFormats
import Foundation
import GeoJoule
import GeoJouleCoreLocation
import GeoJouleTesting
import Synchronization
import Testing

/// What an app's source sees of the simulated phone.
@Suite struct AppSourceTests {
  /// What an app has written down, in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// Tracks for ten minutes, by its own clock.
  private final class TenMinutes: CLLocationManagerDelegate, Sendable {
    init(_ log: Log) {
      let began = SimulatedPhone.now
      Task {
        let manager = CLLocationManager()
        manager.pausesLocationUpdatesAutomatically = false
        manager.allowsBackgroundLocationUpdates = true
        manager.startUpdatingLocation()
        try await Task.sleep(for: .seconds(600))
        log.add("\(SimulatedPhone.now.timeIntervalSince(began))")
        manager.stopUpdatingLocation()
      }
    }
  }

  /// By hand: the receiver is on for the ten minutes, and then for the 2 s that `modern-phone` takes to fall asleep; what it
  /// draws is what its states draw.
  @Test func tenMinutesOfTrackingAreTenMinutesOfTheReceiver() async throws {
    let log = Log()
    let result = try await simulate("city-run") { TenMinutes(log) }
    #expect(log.all == ["600.0"])
    let receiver = result.run.record.timeline.filter { $0.component == .gnss }
    let prices = result.run.record.prices
    let on = receiver.filter { prices.power(.gnss, state: $0.state, bin: $0.bin) > .zero }
    let first = try #require(on.first)
    let last = try #require(on.last)
    #expect((last.end - first.start).seconds == 600 + 2)
    let byHand = on.reduce(0) { sum, segment in
      sum + prices.power(.gnss, state: segment.state, bin: segment.bin).watts * (segment.end - segment.start).seconds
    }
    #expect(abs(try #require(result[.component(.gnss)]) - byHand) < 1e-9 * byHand)
    #expect(result.run.record.fixes.allSatisfy { $0.delivered <= last.end })
    #expect(result.deliveries > 300)
  }

  @Test func authorizationIsToldBeforeTheFirstPosition() async throws {
    final class Asker: CLLocationManagerDelegate {
      let log: Log
      let manager = CLLocationManager()
      var hasPosition = false

      init(_ log: Log) {
        self.log = log
        manager.delegate = self
        manager.requestWhenInUseAuthorization()
        manager.requestLocation()
      }
      func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        log.add("\(manager.authorizationStatus)")
        if manager.authorizationStatus == .authorizedWhenInUse { manager.startUpdatingLocation() }
      }
      func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard !hasPosition else { return }
        hasPosition = true
        let age = locations[0].timestamp.timeIntervalSince(SimulatedPhone.now)
        log.add("position, \(age <= 0 && age > -10 ? "fresh" : "old")")
      }
      func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        if case CLError.locationUnknown = error { log.add("unknown") } else { log.add("other") }
      }
    }
    let log = Log()
    _ = try await simulate("city-run", authorization: .notDetermined) { Asker(log) }
    #expect(log.all.prefix(2) == ["notDetermined", "authorizedWhenInUse"])
    #expect(log.all.last == "position, fresh")
    let denied = Log()
    let result = try await simulate("city-run", authorization: .denied) { Asker(denied) }
    #expect(denied.all.first == "denied")
    #expect(result.deliveries == 0)
  }

  /// An app that knows the older method only is told by that one.
  @Test func theOlderAuthorizationMethodIsCalledToo() async throws {
    final class Old: CLLocationManagerDelegate {
      let log: Log
      let manager = CLLocationManager()

      init(_ log: Log) {
        self.log = log
        manager.delegate = self
      }
      func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        log.add("\(status)")
      }
    }
    for system in [Platform.ios13, .ios18] {
      let log = Log()
      _ = try await simulate("city-run", system: system) { Old(log) }
      #expect(log.all == ["authorizedAlways"])
    }
  }

  @Test func leavingALoopEndsTheUpdates() async throws {
    final class Once: Sendable {
      init(_ log: Log) {
        let session = CLBackgroundActivitySession()
        Task {
          for try await update in CLLocationUpdate.liveUpdates(.fitness) {
            guard let location = update.location, location.horizontalAccuracy < 30 else { continue }
            log.add("good")
            break
          }
          session.invalidate()
          log.add("over")
        }
      }
    }
    let log = Log()
    let result = try await simulate("city-run") { Once(log) }
    #expect(log.all == ["good", "over"])
    let all = try await simulate("city-run") {
      let journal = PlaceJournal()
      journal.follow(.fitness)
      return journal
    }
    #expect(result.addedEnergy.joules < all.addedEnergy.joules / 3)
    #expect(result.addedEnergy > .zero)
  }

  @Test func aCancelledTaskWakesAtOnceAndEndsItsUpdates() async throws {
    final class Impatient: Sendable {
      init(_ log: Log) {
        let updates = Task {
          for try await _ in CLLocationUpdate.liveUpdates() {}
          log.add("updates over")
        }
        let sleep = Task {
          do { try await Task.sleep(for: .seconds(3_600)) } catch { log.add("\(type(of: error))") }
        }
        let began = SimulatedPhone.now
        Task {
          try await Task.sleep(for: .seconds(60))
          sleep.cancel()
          updates.cancel()
          await Task.yield()
          _ = await sleep.result
          _ = await updates.result
          log.add("\(SimulatedPhone.now.timeIntervalSince(began))")
        }
      }
    }
    let log = Log()
    _ = try await simulate("city-run") { Impatient(log) }
    #expect(Set(log.all.prefix(2)) == ["updates over", "CancellationError"])
    #expect(log.all.last == "60.0")
  }

  @Test func uploadsAreTheSystemsOwn() async throws {
    final class Sender: Sendable {
      init(_ log: Log) {
        Task {
          try await Task.sleep(for: .seconds(61))
          SimulatedPhone.upload(bytes: 1_210_000) { log.add("sent") }
        }
      }
    }
    final class Own: SimulatedApp {
      func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
        host.schedule(after: 61) { [unowned host] in host.upload(bytes: 1_210_000) {} }
      }
    }
    let log = Log()
    let result = try await simulate("city-run") { Sender(log) }
    #expect(log.all == ["sent"])
    #expect(result.uploads == 1)
    let catalog = Catalog()
    let device = try catalog.device("modern-phone")
    let own = try AppRun(
      of: AppDefinition(name: "own") { Own() }, device: device, network: try catalog.network(device.defaultNetwork),
      scenario: try catalog.scenario("city-run"))
    #expect(result.run.metrics == own.metrics)
  }

  /// Regions outlive the process; a new one sees what the last one registered.
  @Test func aNewProcessKnowsTheRegionsOfTheLast() async throws {
    final class Fences: CLLocationManagerDelegate {
      let manager = CLLocationManager()

      init(_ log: Log) {
        manager.delegate = self
        log.add(manager.monitoredRegions.map(\.identifier).sorted().joined(separator: ","))
        guard manager.monitoredRegions.isEmpty else { return }
        for (name, latitude) in [("home", 52.5265), ("meadow", 52.5095)] {
          manager.startMonitoring(
            for: CLCircularRegion(
              center: CLLocationCoordinate2D(latitude: latitude, longitude: 13.3415), radius: 100, identifier: name))
        }
      }
    }
    let log = Log()
    _ = try await simulate("run-and-kill") { Fences(log) }
    #expect(log.all.count >= 2)
    #expect(log.all.first == "")
    #expect(log.all.dropFirst().allSatisfy { $0 == "home,meadow" })
  }

  /// A second loop over the events of one name is refused, as on a phone.
  @Test func oneLoopGetsTheEventsOfAMonitor() async throws {
    final class Two: Sendable {
      init(_ log: Log) {
        for number in 1...2 {
          Task {
            let monitor = await CLMonitor("places")
            await monitor.add(
              CLMonitor.CircularGeographicCondition(
                center: CLLocationCoordinate2D(latitude: 52.5265, longitude: 13.3415), radius: 100),
              identifier: "home")
            do {
              for try await event in await monitor.events {
                log.add("\(number): \(event.identifier) \(event.state)")
                let record = await monitor.record(for: "home")
                log.add("\(record?.lastEvent.state == event.state)")
              }
            } catch {
              log.add("\(number): \(error)")
            }
          }
        }
      }
    }
    let log = Log()
    _ = try await simulate("city-run") { Two(log) }
    #expect(log.all.first == "2: another CLMonitor of this name has the events: there can be one loop over them")
    #expect(log.all.dropFirst().prefix(2) == ["1: home satisfied", "true"])
    #expect(log.all.dropFirst(3).prefix(2) == ["1: home unsatisfied", "true"])
  }

  @Test func theDeviceSaysWhatItHas() async throws {
    final class Asker: Sendable {
      init(_ log: Log) {
        log.add("\(CLLocationManager.significantLocationChangeMonitoringAvailable())")
        log.add("\(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))")
      }
    }
    for (device, expected) in [("modern-phone", ["true", "true"]), ("wifi-only", ["false", "true"])] {
      let log = Log()
      _ = try await simulate("city-run", SimulatedDevice(device)) { Asker(log) }
      #expect(log.all == expected)
    }
  }

  @Test func theScreenIsToldOf() async throws {
    final class Quiet: Sendable {
      let log: Log
      init(_ log: Log) { self.log = log }
    }
    let log = Log()
    _ = try await simulate(
      "run-and-kill", didEnterBackground: { (app: Quiet) in app.log.add("left") },
      willEnterForeground: { app in app.log.add("back") }
    ) {
      log.add("launched")
      return Quiet(log)
    }
    #expect(log.all == ["launched", "left", "launched", "left"])
  }

  // MARK: Faults

  @Test func aSharedInstanceIsRefused() async throws {
    @MainActor final class Shared {
      static let shared = Shared()
      private let manager = CLLocationManager()

      func start() -> Shared {
        manager.startUpdatingLocation()
        return self
      }
    }
    _ = try await simulate("city-run") { Shared.shared.start() }
    let fault = await #expect(throws: SimulationFault.self) {
      try await simulate("city-run") { Shared.shared.start() }
    }
    #expect(
      fault?.description.contains("startUpdatingLocation() was called on an object of an earlier process") == true)
  }

  @Test func anAppThatNeverRestsIsRefused() async throws {
    final class Restless: Sendable {
      init() {
        Task {
          while true { await Task.yield() }
        }
      }
    }
    let fault = await #expect(throws: SimulationFault.self) { try await simulate("city-run") { Restless() } }
    #expect(fault?.description.contains("do not come to rest") == true)
  }

  @Test func namesThatDoNotExistAreRefused() async throws {
    final class Nothing: Sendable {}
    await #expect(throws: InputError.self) { try await simulate("comute") { Nothing() } }
    await #expect(throws: InputError.self) { try await simulate(.commute, "modern-fone") { Nothing() } }
  }

  @Test func outsideASimulationNothingHappens() async throws {
    let recorder = TrailRecorder()
    recorder.start()
    #expect(recorder.points.isEmpty)
    await #expect(throws: SimulatedLocationError.self) { for try await _ in CLLocationUpdate.liveUpdates() {} }
  }
}
