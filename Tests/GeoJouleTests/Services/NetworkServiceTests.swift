import GeoJoule
import Testing

/// S16, S17, S19 and S24: what services ask of the network, and what it gives them. Each expectation is derived from the words
/// of its source.
@Suite struct NetworkServiceTests {
  // S16. Session of 2012: since iOS 6 one download covers 5 by 5 km, before only the surroundings.
  @Test func aDriveNeedsFewerTilesThanAnswers() throws {
    func downloads(_ platform: Platform) throws -> Int {
      try ServiceDay.run(ServiceDay.way(.cycle, metres: 5000, speed: 5), on: platform, device: "iphone-6") { app, _ in
        app.makeManager(.hundredMeters).startUpdatingLocation()
      }.record.cellularTransfers
    }
    let (tiles, answers) = (try downloads(.ios6), try downloads(.ios5))
    #expect((1...4).contains(tiles), "\(tiles)")
    #expect(answers >= 3 * tiles, "\(answers) against \(tiles)")
  }

  // S17. Session of 2012: among high buildings Wi-Fi takes the worst peaks off a satellite track, since iOS 6.
  @Test func wiFiTakesThePeaksOffATrackInACanyon() throws {
    let canyon = Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    func errors(_ platform: Platform) throws -> (middle: Double, peaks: Double) {
      let runs = try (1...8 as ClosedRange<UInt64>).map { seed in
        try ServiceDay.run(ServiceDay.way(.drive, metres: 8000, speed: 8, canyon), on: platform, seed: seed) { app, _ in
          app.makeManager(.best).startUpdatingLocation()
        }.metrics
      }
      func mean(_ metric: Metric) -> Double { ServiceDay.mean(runs.map { $0[metric] ?? .infinity }) }
      return (mean(.errorP50), mean(.errorP95))
    }
    // The peaks go, the rest stays.
    let (aided, plain) = (try errors(.ios6), try errors(.ios5))
    #expect((0.6...0.92).contains(aided.peaks / plain.peaks), "\(aided), \(plain)")
    #expect((0.92...1.02).contains(aided.middle / plain.middle), "\(aided), \(plain)")
  }

  // S19. Session of 2011: a server turns addresses into positions and positions into addresses; without a network an address
  // fails and a position gives its country.
  @Test(arguments: [false, true])
  func geocodingNeedsANetwork(isOffline: Bool) throws {
    let off = isOffline ? [ScriptEvent(instant: .start, kind: .airplaneOn)] : []
    let day = ServiceDay.rest(
      minutes: 5, places: [ServiceDay.place("museum", ServiceDay.east(900))], script: off + ServiceDay.opened())
    let journal = Journal()
    let run = try ServiceDay.run(day, journal: journal) { app, host in
      let (forward, backward) = (host.makeGeocoder(), host.makeGeocoder())
      app.kept = [forward, backward]
      forward.geocodeAddressString("museum") { places, error in
        app.note(error == nil ? "found \(places?.first?.name ?? "")" : "no address")
      }
      host.schedule(after: 61) {
        let here = Location(position: ServiceDay.home, horizontalAccuracy: 10, instant: .seconds(61), speed: 0)
        backward.reverseGeocodeLocation(here) { places, _ in
          app.note(places?.first?.isCountryOnly == true ? "country" : "address")
        }
      }
    }
    #expect(journal.all("no address").count == (isOffline ? 1 : 0))
    #expect(journal.all("found museum").count == (isOffline ? 0 : 1))
    #expect(run.record.cellularTransfers >= 1 || isOffline)
    #expect(journal.all("address").count == (isOffline ? 0 : 1))
    #expect(journal.all("country").count == (isOffline ? 1 : 0))
  }

  // S24. The Energy Efficiency Guide: each upload pays the radio's start and tail; a batch pays them once.
  @Test func aBatchPaysTheTailOnce() throws {
    func energy(_ uploads: Int, of bytes: Int64) throws -> Double {
      try ServiceDay.run(ServiceDay.rest(minutes: 30), network: "lte") { app, host in
        for number in 0..<uploads { host.schedule(after: Double(number) * 100) { host.upload(bytes: bytes) } }
        app.makeManager(.threeKilometers).startUpdatingLocation()
      }.metrics[.component(.cellular)] ?? 0
    }
    let none = try energy(0, of: 0)
    let (one, ten) = (try energy(1, of: 6000) - none, try energy(10, of: 600) - none)
    #expect(one > 0.5)
    #expect((6...11).contains(ten / one), "\(ten) and \(one) J")
  }
}
