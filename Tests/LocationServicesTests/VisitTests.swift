import Core
import Testing
import World

@testable import LocationServices

@Suite struct VisitTests {
  private static func visit(_ arrival: Double, _ departure: Double) -> Visit {
    Visit(position: Bench.berlin, horizontalAccuracy: 65, arrivalDate: arrival, departureDate: departure)
  }

  private func monitoring(_ authorization: Authorization = .always, platform: Platform = .ios12) -> Bench {
    .opened(authorization: authorization, platform: platform) { app, host in
      app.makeManager(host).startMonitoringVisits()
    }
  }

  @Test func aVisitThatGoesOnDepartsInTheDistantFuture() {
    var bench = monitoring()
    bench.advance(to: 731)
    bench.system.visitNoticed(Self.visit(611, Visit.distantFuture), serial: -1, at: bench.now)
    bench.settle()
    bench.system.visitNoticed(Self.visit(611, 707), serial: -1, at: bench.now)
    bench.settle()
    #expect(bench.journal.lines.suffix(2) == ["731.0 visit 611.0 to inf", "731.0 visit 611.0 to 707.0"])
    #expect(bench.takeAppRequests().events.map(\.isEntry) == [true, false])
  }

  @Test func visitsStartATerminatedAppAndNeedAlways() {
    for (authorization, count) in [(Authorization.always, 1), (.whenInUse, 0)] {
      var bench = monitoring(authorization)
      bench.kill()
      bench.advance(to: 731)
      bench.system.visitNoticed(Self.visit(611, Visit.distantFuture), serial: -1, at: bench.now)
      bench.settle()
      #expect(bench.journal.times("visit 611.0 to inf") == Array(repeating: 731, count: count))
      #expect(bench.process == (count == 1 ? .background : .notRunning))
    }
  }

  @Test func visitsAreToldToTheWholeAppUntilItStops() {
    var bench = monitoring()
    bench.act { $0.managers[0].stopMonitoringVisits() }
    bench.system.visitNoticed(Self.visit(1, Visit.distantFuture), serial: -1, at: bench.now)
    bench.settle()
    #expect(bench.journal.lines.count == 1)
    #expect(bench.system.systemRequests()?.watchChanges.map(\.isBegun) == [true, false])
  }

  @Test func deniedItFails() {
    let bench = monitoring(.denied)
    #expect(bench.journal.lines == ["0.0 launched by user", "0.0 failed denied"])
  }
}
