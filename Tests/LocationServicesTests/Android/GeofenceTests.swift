import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

@Suite struct GeofenceTests {
  private static func fence(
    _ platform: Platform, count: Int = 1, onEnter: Bool = true, terms: GeofenceTerms = GeofenceTerms()
  ) -> Bench {
    .opened(platform: platform, motion: .still) { app, host in
      let client = host.makeGeofencingClient()
      app.keep.append(client)
      client.onTransition = { [unowned app] in app.journal.note("\($0)", at: app.now) }
      for index in 0..<count {
        client.addGeofence("place \(index)", center: Bench.berlin, radius: 150, onEnter: onEnter, terms: terms)
      }
    }
  }

  private static func add(_ bench: inout Bench) {
    bench.act { app in
      (app.keep.first as? GeofencingClient)?.addGeofence("place 0", center: Bench.berlin, radius: 150)
    }
  }

  /// A position for geofences: 10 m from the middle, or 21 m beyond the edge.
  private static func see(_ bench: inout Bench, inside: Bool, at time: Double) {
    bench.advance(to: time)
    bench.system.regionMeasured(
      Bench.location(east: inside ? 10 : 171, accuracy: 20, at: time), isCell: false, at: bench.now)
    bench.settle()
  }

  private static func times(_ bench: borrowing Bench, _ transition: String) -> [Double] {
    bench.journal.times("\(transition)(\"place 0\")")
  }

  @Test func aCrossingIsBelievedAtOnceWithoutABuffer() {
    var bench = Self.fence(.android8)
    Self.see(&bench, inside: false, at: 20)
    Self.see(&bench, inside: true, at: 50)
    #expect(Self.times(bench, "entered") == [50])
    Self.see(&bench, inside: false, at: 90)
    #expect(Self.times(bench, "exited") == [90])
    #expect(bench.takeAppRequests().events.map(\.isEntry) == [true, false])
  }

  @Test func aHundredGeofencesAreWatchedAndTheNextRefused() {
    let bench = Self.fence(.android12, count: 101)
    #expect(bench.journal.entries.filter { $0.text.hasPrefix("failed") }.map(\.text) == ["failed(\"place 100\")"])
  }

  /// By default; and it is no event of the day, which a report would have to call false.
  @Test func whoeverIsInsideIsToldEachTimeTheGeofenceIsAdded() {
    var bench = Self.fence(.android12)
    Self.see(&bench, inside: true, at: 3)
    bench.advance(to: 40)
    Self.add(&bench)
    #expect(Self.times(bench, "entered") == [3, 40])
    bench.kill()
    bench.advance(to: 100)
    bench.open()
    #expect(Self.times(bench, "entered") == [3, 40, 100])
    #expect(bench.takeAppRequests().events.isEmpty)
    Self.see(&bench, inside: false, at: 130)
    Self.add(&bench)
    #expect(Self.times(bench, "entered").count == 3 && Self.times(bench, "exited") == [130])
  }

  @Test func anotherInitialTriggerTellsSomethingElse() {
    var silent = Self.fence(.android12, terms: GeofenceTerms(initialTrigger: []))
    Self.see(&silent, inside: true, at: 3)
    #expect(Self.times(silent, "entered").isEmpty)
    var outside = Self.fence(.android12, terms: GeofenceTerms(initialTrigger: .exit))
    Self.see(&outside, inside: false, at: 3)
    #expect(Self.times(outside, "exited") == [3])
    #expect(outside.takeAppRequests().events.isEmpty)
  }

  @Test func dwellingIsToldAfterTheDelayAndLeavingCancelsIt() {
    var bench = Self.fence(.android12, terms: GeofenceTerms(notifyOnDwell: true, loiteringDelay: 300))
    Self.see(&bench, inside: false, at: 1)
    Self.see(&bench, inside: true, at: 50)
    Self.see(&bench, inside: false, at: 349)
    Self.see(&bench, inside: true, at: 400)
    bench.advance(to: 699)
    #expect(Self.times(bench, "dwelt").isEmpty)
    bench.advance(to: 2000)
    #expect(Self.times(bench, "dwelt") == [700])
    // It does not take the place of the entry.
    #expect(Self.times(bench, "entered") == [50, 400])
    let delivered = bench.takeAppRequests().events
    #expect(delivered.map(\.isDwell) == [false, false, false, true])
  }

  @Test func onlyDwellingIsToldWhereOnlyThatIsAsked() {
    var bench = Self.fence(
      .android12, onEnter: false, terms: GeofenceTerms(notifyOnDwell: true, loiteringDelay: 61))
    Self.see(&bench, inside: true, at: 7)
    bench.advance(to: 500)
    #expect(Self.times(bench, "entered").isEmpty && Self.times(bench, "dwelt") == [68])
    // It was inside from the start.
    #expect(bench.takeAppRequests().events.isEmpty)
    var enter = Self.fence(
      .android12, terms: GeofenceTerms(notifyOnDwell: true, loiteringDelay: 61, initialTrigger: .enter))
    Self.see(&enter, inside: true, at: 7)
    enter.advance(to: 500)
    #expect(Self.times(enter, "dwelt").isEmpty)
  }

  @Test func dwellingStartsAProcessThatIsNotThere() {
    var bench = Self.fence(.android12, terms: GeofenceTerms(notifyOnDwell: true, loiteringDelay: 300))
    Self.see(&bench, inside: false, at: 1)
    Self.see(&bench, inside: true, at: 50)
    bench.kill()
    bench.advance(to: 360)
    #expect(bench.journal.times("launched by location") == [350])
    #expect(Self.times(bench, "dwelt") == [350])
  }

  @Test func aGeofenceExpiresWithoutAnEvent() {
    var bench = Self.fence(.android12, terms: GeofenceTerms(expirationDuration: 500))
    Self.see(&bench, inside: true, at: 3)
    bench.advance(to: 499)
    #expect(bench.system.board.regions.servedCount(0) == 1)
    bench.advance(to: 500)
    #expect(bench.system.board.regions.servedCount(0) == 0)
    Self.see(&bench, inside: false, at: 520)
    #expect(Self.times(bench, "exited").isEmpty)
    let ends = bench.system.systemRequests()?.watchChanges.filter { !$0.isBegun }
    #expect(ends?.count == 1)
  }
}
