import Core
import Testing
import World

@testable import LocationServices

@Suite struct ConditionMonitorTests {
  private static func circle(east: Double = 0) -> MonitorCondition {
    .circular(center: Bench.berlin.moved(east: east, north: 0), radius: 103)
  }

  private static func consume(_ monitor: ConditionMonitor, _ app: RecordingApp) {
    try? monitor.consumeEvents { [unowned app] event in
      app.journal.note("\(event.identifier) \(event.state)\(event.conditionLimitExceeded ? " limit" : "")", at: app.now)
    }
  }

  private func monitoring(
    _ authorization: Authorization = .always, platform: Platform = .ios18,
    add: @escaping @Sendable (ConditionMonitor) -> Void = { $0.add(circle(), identifier: "shop") }
  ) -> Bench {
    .opened(authorization: authorization, platform: platform) { app, host in
      let monitor = host.makeMonitor("m")
      if host.now == 0 { add(monitor) }
      Self.consume(monitor, app)
    }
  }

  @Test func theFirstEventSaysWhatIsAndTheNextOnesWhatHasChanged() {
    var bench = monitoring()
    bench.advance(to: 2)
    bench.lookForRegions(east: 500)
    bench.goTo(east: 0)
    bench.goTo(east: 500)
    #expect(
      bench.journal.lines.dropFirst().map { $0 } == [
        "2.0 shop unsatisfied", "22.0 shop satisfied", "42.0 shop unsatisfied",
      ])
    // What was to begin with is no event of the day.
    #expect(bench.takeAppRequests().events.map(\.isEntry) == [true, false])
  }

  @Test func whatIsAssumedIsNotToldAgain() {
    var bench = monitoring { $0.add(Self.circle(), identifier: "shop", assuming: .unsatisfied) }
    bench.lookForRegions(east: 500)
    #expect(bench.journal.lines.count == 1)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.last == "20.0 shop satisfied")
  }

  @Test func conditionsBeyondTwentyOfAnyKindAreNotMonitored() {
    let bench = monitoring { monitor in
      for index in 1...13 { monitor.add(Self.circle(east: Double(index)), identifier: "c\(index)") }
      for index in 14...21 { monitor.add(.beacon("b\(index)"), identifier: "c\(index)") }
    }
    #expect(bench.journal.lines.dropFirst().map { $0 } == ["0.0 c21 unmonitored limit"])
  }

  @Test func conditionsOutliveTheProcessUnderTheMonitorsName() {
    var bench = monitoring()
    bench.lookForRegions(east: 500)
    bench.kill()
    bench.advance(to: 1000)
    bench.goTo(east: 0)
    #expect(bench.journal.lines.suffix(2) == ["1020.0 launched by location", "1020.0 shop satisfied"])
  }

  @Test func eventsHaveOneConsumer() {
    let bench = monitoring { monitor in
      try? monitor.consumeEvents { _ in }
      #expect(throws: ConditionMonitor.ConsumerExists.self) { try monitor.consumeEvents { _ in } }
    }
    #expect(bench.journal.lines.count == 1)
  }

  @Test func aRemovedConditionIsSilentAndMakesRoom() {
    var bench = monitoring { monitor in
      for index in 1...20 { monitor.add(.beacon("b\(index)"), identifier: "c\(index)") }
      monitor.remove("c7")
      monitor.add(Self.circle(), identifier: "shop")
    }
    bench.lookForRegions(east: 500)
    #expect(bench.journal.lines.dropFirst().map { $0 } == ["0.0 shop unsatisfied"])
    #expect(bench.system.board.regions.servedCount(0) == 20)
  }

  @Test func beforeVersionSeventeenThereIsNoMonitor() {
    let bench = monitoring(platform: .ios14)
    #expect(bench.journal.lines.last == "0.0 shop unmonitored")
  }
}
