import Core
import Testing
import World

@testable import LocationServices

/// Coalesced delivery: what an app gets that handles locations more slowly than they come.
@Suite struct SlowAppTests {
  /// An app on the screen whose code takes 2.3 s for each delivery.
  private func slow(then extra: @escaping @Sendable (RecordingApp, AppHost) -> Void = { _, _ in }) -> Bench {
    Bench.opened(motion: .walking) { app, host in
      app.makeManager(host).startUpdatingLocation()
      app.onUpdate = { [weak host] in host?.work(for: 2.3) }
      extra(app, host)
    }
  }

  private func walk(_ bench: inout Bench, to end: Int) {
    for second in Int(bench.now.seconds) + 1...end {
      bench.advance(to: Double(second))
      bench.fix(east: Double(second))
    }
  }

  @Test func anAppThatFallsBehindGetsArraysInTimeOrderTheNewestLast() {
    var bench = slow()
    walk(&bench, to: 12)
    #expect(bench.journal.deliveries.map(\.time) == [1, 3.3, 5.6, 7.9, 10.2])
    let arrays = bench.journal.deliveries.map { $0.locations.map(\.timestamp) }
    #expect(arrays == [[1], [2, 3], [4, 5], [6, 7], [8, 9, 10]])
  }

  @Test func nothingIsLost() {
    var bench = slow()
    walk(&bench, to: 200)
    bench.advance(to: 210)
    #expect(bench.journal.deliveries.flatMap(\.locations).map(\.timestamp) == (1...200).map(Double.init))
  }

  @Test func othersCallbacksWaitInTheirOrderWhileTheAppIsAtWork() {
    var bench = slow { app, host in
      let journal = app.journal
      host.schedule(after: 1.7) { [weak host] in journal.note("timer", at: host?.now ?? -1) }
    }
    walk(&bench, to: 2)
    bench.leave()
    bench.advance(to: 3.3)
    #expect(bench.journal.lines.dropFirst() == ["1.0 1 locations", "3.3 timer", "3.3 1 locations"])
    bench.advance(to: 6)
    #expect(bench.journal.lines.last == "5.6 background")
  }

  @Test func aKillEndsTheWork() {
    var bench = slow()
    walk(&bench, to: 1)
    bench.kill()
    bench.advance(to: 1.5)
    bench.open()
    walk(&bench, to: 2)
    // The new process is free for the position from before.
    #expect(bench.journal.times("1 locations") == [1, 1.5])
  }

  @Test func theProcessorTimeIsHandedToTheDriver() {
    var bench = slow()
    walk(&bench, to: 4)
    #expect(bench.takeAppRequests().work.map(\.span) == [.seconds(2.3), .seconds(2.3)])
    bench.settle()
    #expect(bench.takeAppRequests().work.isEmpty)
  }
}
