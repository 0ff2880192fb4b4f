import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// Messages and contexts between the halves of an app (2015 session), and what they cost by hand.
@Suite struct PairLinkTests {
  private let message = BluetoothRadio.State.message.rawValue
  private let cause = EnergyAttribution(.accessory, app: 1)

  @Test func aMessageOfKnownSizeCostsBothEndsWhatPaperSays() throws {
    // 2000 bytes are three exchanges of 976: three times the energy and the time of a message at either end.
    let bench = try PairBench(
      script: [(5, .watchForeground), (20, .watchBackground)],
      watchCode: { app, _ in app.send(WatchMessage("hello", bytes: 2000)) })
    let (record, _, _) = bench.run()
    let watch = try #require(record.watch)
    #expect(record.ledger.count(.bluetoothMessage, cause: cause) == 3)
    #expect(watch.ledger.count(.bluetoothMessage, cause: cause) == 3)
    #expect(record.ledger.dwell(.bluetooth, state: message) == .seconds(3 * 0.031))
    #expect(watch.ledger.dwell(.bluetooth, state: message) == .seconds(3 * 0.037))
    #expect(abs(record.energy(of: .bluetooth) - (60 * 0.0032 + 3 * 0.0031)) < 1e-12)
    #expect(abs(watch.energy(of: .bluetooth) - (60 * 0.0018 + 3 * 0.0053)) < 1e-12)
    #expect(watch.messages == 1)
  }

  @Test func withoutAWatchAppTheLinkCostsItsIdlePowerOnly() throws {
    let (record, _, _) = try PairBench().run()
    let watch = try #require(record.watch)
    #expect(abs(record.energy(of: .bluetooth) - 60 * 0.0032) < 1e-12)
    #expect(abs(watch.energy(of: .bluetooth) - 60 * 0.0018) < 1e-12)
    // The watch leaves the network to the phone: its modem is off.
    #expect(watch.energy(of: .cellular) == 0)
  }

  @Test func aMessageToThePhoneLaunchesTheAppThere() throws {
    var bench = try PairBench(
      script: [(5, .watchForeground), (20, .watchBackground)], watchCode: { app, _ in app.send(WatchMessage("start")) })
    bench.watch.device.processor.launchTime = .seconds(2)
    bench.phone.device.processor.launchTime = .seconds(1.9)
    bench.run()
    // The watch app runs at 7 s; its message takes the slower radio's 0.037 s, and the launch 1.9 s.
    #expect(
      bench.journal.lines == [
        "watch 7.0: launched by user", "phone 8.937: launched by watch", "phone 8.937: message start",
      ])
  }

  @Test func inUseStateIsLentToThePhoneAppSoThatItMayBeginASession() throws {
    // With authorization for when in use only: launched in the background by the message, and the session goes on.
    let bench = try PairBench(
      seconds: 90, script: [(5, .watchForeground), (20, .watchBackground)], authorization: .whenInUse,
      phoneCode: { app, host in
        app.onUpdate = { _ in if host.now > 80, host.now < 81 { app.note("still tracks") } }
        app.onMessage = { _ in app.track() }
      },
      watchCode: { app, _ in app.send(WatchMessage("start")) })
    bench.run()
    #expect(bench.journal.lines.contains { $0.hasSuffix("still tracks") })
    #expect(!bench.journal.lines.contains { $0.contains("failed") })
  }

  @Test func theInUseStateIsLentForTheWorkOnTheMessageOnly() throws {
    // A background task keeps the app running longer; twenty seconds later nothing is lent any more.
    let bench = try PairBench(
      seconds: 90, script: [(5, .watchForeground), (20, .watchBackground)], authorization: .whenInUse,
      phoneCode: { app, host in
        app.onMessage = { _ in
          host.beginBackgroundTask()
          host.schedule(after: 20) { app.track() }
        }
      },
      watchCode: { app, _ in app.send(WatchMessage("start")) })
    bench.run()
    #expect(bench.journal.lines.last?.hasSuffix("failed denied") == true)
  }

  @Test func aMessageToAWatchAppThatDoesNotRunEndsInTheErrorHandlerAndCostsNothing() throws {
    let bench = try PairBench(
      script: [(5, .foreground), (20, .background)], phoneCode: { app, _ in app.send(WatchMessage("update")) })
    let (record, _, _) = bench.run()
    #expect(bench.journal.lines.last?.hasSuffix("update failed: notReachable") == true)
    #expect(record.watch?.failedMessages == 1)
    #expect(record.watch?.messages == 0)
    #expect(record.ledger.count(.bluetoothMessage, cause: cause) == 0)
  }

  @Test func aMessageToARunningWatchAppArrives() throws {
    let bench = try PairBench(
      script: [(1, .watchForeground), (10, .foreground), (20, .background)],
      phoneCode: { app, _ in app.send(WatchMessage("update", locations: [])) })
    let (record, _, _) = bench.run()
    #expect(bench.journal.lines.last?.hasSuffix("message update") == true)
    #expect(record.watch?.messages == 1)
    #expect(record.watch?.failedMessages == 0)
  }

  @Test func ofTheContextsForAnAppThatDoesNotRunTheNewestArrivesWhenItDoes() throws {
    let bench = try PairBench(
      script: [(2, .foreground), (40, .watchForeground)],
      phoneCode: { app, host in
        for second in 1...9 {
          host.schedule(after: Double(second)) {
            host.watchSession?.updateApplicationContext(WatchMessage("state \(second)"))
          }
        }
      })
    let (record, _, _) = bench.run()
    let contexts = bench.journal.lines.filter { $0.contains("context") }
    #expect(contexts.count == 1)
    #expect(contexts.first?.hasSuffix("context state 9") == true)
    #expect(record.watch?.messages == 1)
    #expect(record.ledger.count(.bluetoothMessage, cause: cause) == 1)
  }

  @Test func contextsForARunningAppAllArrive() throws {
    let bench = try PairBench(
      script: [(1, .watchForeground), (10, .foreground)],
      phoneCode: { app, host in
        for second in 1...4 {
          host.schedule(after: Double(second)) {
            host.watchSession?.updateApplicationContext(WatchMessage("state \(second)"))
          }
        }
      })
    bench.run()
    #expect(
      bench.journal.lines.filter { $0.contains("context") }.map { String($0.suffix(7)) } == [
        "state 1", "state 2", "state 3", "state 4",
      ])
  }

  @Test func oneBatchIsCheaperThanItsMessagesSingly() throws {
    let location = Location(position: Trials.berlin, horizontalAccuracy: 5, instant: .start, speed: 0)
    func run(_ code: @escaping HalfApp.Code) throws -> RunRecord {
      try PairBench(script: [(1, .watchForeground), (10, .foreground)], phoneCode: code).run().record
    }
    // 31 positions: 160 bytes each singly, or 120 + 31 x 40 = 1360 bytes, which are two exchanges.
    let singly = try run { app, _ in for _ in 1...31 { app.send(WatchMessage("p", locations: [location])) } }
    let batch = try run { app, _ in
      app.send(WatchMessage("p", locations: Array(repeating: location, count: 31)))
    }
    let none = try run { _, _ in }
    #expect(abs(singly.energy(of: .bluetooth) - none.energy(of: .bluetooth) - 31 * 0.0031) < 1e-12)
    #expect(abs(batch.energy(of: .bluetooth) - none.energy(of: .bluetooth) - 2 * 0.0031) < 1e-12)
    let (watchSingly, watchBatch) = try (#require(singly.watch), #require(batch.watch))
    #expect(abs(watchSingly.energy(of: .bluetooth) - watchBatch.energy(of: .bluetooth) - 29 * 0.0053) < 1e-12)
    #expect(singly.fixes.count == 31)
    #expect(batch.fixes.count == 31)
    #expect((singly.deliveries, batch.deliveries) == (31, 1))
  }

  @Test func outOfReachBothDirectionsFail() throws {
    let legs = [
      Leg(dwell: "home", at: Trials.berlin, stay: .lasting(.seconds(10)), surroundings: PairBench.field),
      PairBench.without(
        Leg(
          .walk, name: "walk", route: RoutePath([Trials.berlin, Trials.east(100)]), speed: .metresPerSecond(1.4),
          surroundings: PairBench.field)),
    ]
    let bench = try PairBench(
      seconds: 60, script: [(20, .foreground), (20, .watchForeground)], legs: legs,
      phoneCode: { app, _ in app.send(WatchMessage("to watch")) },
      watchCode: { app, _ in app.send(WatchMessage("to phone")) })
    let (record, _, _) = bench.run()
    #expect(record.watch?.messages == 0)
    #expect(bench.journal.lines.contains { $0.hasSuffix("to watch failed: notReachable") })
    #expect(bench.journal.lines.contains { $0.hasSuffix("to phone failed: notReachable") })
    // Linked for ten seconds, then alone.
    #expect(abs(record.energy(of: .bluetooth) - (60 * 0.0019 + 10 * 0.0013)) < 1e-12)
    #expect(try #require(record.watch).energy(of: .cellular) > 0)
  }

  @Test func aMessageThatIsCutOffEndsInTheErrorHandler() throws {
    let legs = [
      Leg(dwell: "home", at: Trials.berlin, stay: .lasting(.seconds(10)), surroundings: PairBench.field),
      PairBench.without(Leg(dwell: "away", at: Trials.berlin, stay: .toTheEnd, surroundings: PairBench.field)),
    ]
    // 400 exchanges of 37 ms take 14.8 s: from 5 s on until after the phone is left at 10 s.
    let bench = try PairBench(
      script: [(2, .watchForeground)], legs: legs,
      watchCode: { app, _ in app.send(WatchMessage("long", bytes: 400 * 976)) })
    let (record, _, _) = bench.run()
    #expect(bench.journal.lines.last?.hasSuffix("long failed: transferTimedOut") == true)
    #expect(record.watch?.failedMessages == 1)
  }
}
