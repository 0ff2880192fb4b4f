import Core
import Testing
import World

@testable import LocationServices

/// WWDC 2011, What's New in Core Location; documentation of CLGeocoder.
@Suite struct GeocoderTests {
  private static func note(
    _ journal: Journal, _ host: AppHost, _ word: String
  ) -> Geocoder.CompletionHandler {
    { [weak host] placemarks, error in
      let found =
        placemarks.map { "\($0.map { $0.isCountryOnly ? "a country" : $0.name ?? "a position" })" } ?? "nothing"
      journal.note("\(word): \(found), \(error.map { $0.fileText } ?? "no error")", at: host?.now ?? -1)
    }
  }

  /// What the driver does.
  private func answer(_ bench: inout Bench, _ answer: GeocodeAnswer) {
    for geocode in bench.takeAppRequests().geocodes {
      bench.system.geocodeAnswered(geocode.identifier, app: 0, answer)
    }
    bench.settle()
  }

  @Test func anAddressGivesAPositionAndAPositionAPlace() {
    var bench = Bench.opened { _, _ in }
    let journal = bench.journal
    bench.actOnHost {
      $0.makeGeocoder().geocodeAddressString("Office", completionHandler: Self.note(journal, $0, "forward"))
    }
    answer(&bench, .found(name: "office", Bench.berlin))
    bench.advance(to: 61)
    bench.actOnHost {
      $0.makeGeocoder().reverseGeocodeLocation(Bench.location(), completionHandler: Self.note(journal, $0, "reverse"))
    }
    answer(&bench, .found(name: nil, Bench.berlin))
    #expect(
      journal.lines.suffix(2) == ["0.0 forward: [\"office\"], no error", "61.0 reverse: [\"a position\"], no error"])
  }

  @Test func withoutANetworkAnAddressFailsAndAPositionGivesItsCountry() {
    var bench = Bench.opened { _, _ in }
    let journal = bench.journal
    bench.actOnHost {
      $0.makeGeocoder().geocodeAddressString("Office", completionHandler: Self.note(journal, $0, "forward"))
    }
    answer(&bench, .offline)
    bench.advance(to: 61)
    bench.actOnHost {
      $0.makeGeocoder().reverseGeocodeLocation(Bench.location(), completionHandler: Self.note(journal, $0, "reverse"))
    }
    answer(&bench, .offline)
    #expect(
      journal.lines.suffix(2) == [
        "0.0 forward: nothing, network", "61.0 reverse: [\"a country\"], geocodeFoundPartialResult",
      ])
  }

  @Test func whatTheServerCannotMakeSenseOfHasNoResult() {
    var bench = Bench.opened { _, _ in }
    let journal = bench.journal
    bench.actOnHost {
      $0.makeGeocoder().geocodeAddressString("xyzzy", completionHandler: Self.note(journal, $0, "forward"))
    }
    answer(&bench, .nothing)
    #expect(journal.lines.last == "0.0 forward: nothing, geocodeFoundNoResult")
  }

  @Test func aRequestInFlightCanBeCancelledAndItsHandlerHears() {
    var bench = Bench.opened { _, _ in }
    let journal = bench.journal
    bench.actOnHost { host in
      let geocoder = host.makeGeocoder()
      geocoder.geocodeAddressString("Office", completionHandler: Self.note(journal, host, "first"))
      #expect(geocoder.isGeocoding)
      // One at a time: another geocoder is for that.
      geocoder.geocodeAddressString("Home", completionHandler: Self.note(journal, host, "second"))
      geocoder.cancelGeocode()
    }
    answer(&bench, .found(name: "office", Bench.berlin))
    #expect(
      journal.lines.suffix(2) == ["0.0 second: nothing, geocodeCanceled", "0.0 first: nothing, geocodeCanceled"])
  }

  /// Each geocoder has its own request under way; all of an app's count, for a minute from the first.
  @Test func geocodersWorkSideBySideAndFiftyRequestsAMinutePass() {
    var bench = Bench.opened { _, _ in }
    let journal = bench.journal
    func ask(_ bench: inout Bench, _ count: Int, at time: Double) {
      bench.advance(to: time)
      bench.actOnHost { host in
        for _ in 0..<count {
          host.makeGeocoder().geocodeAddressString("Office", completionHandler: Self.note(journal, host, "a"))
        }
      }
      answer(&bench, .found(name: "office", Bench.berlin))
    }
    ask(&bench, 37, at: 7)
    ask(&bench, 17, at: 66)
    ask(&bench, 3, at: 67)
    #expect(
      journal.times("a: [\"office\"], no error") == Array(repeating: 7, count: 37) + Array(repeating: 66, count: 13) + [
        67, 67, 67,
      ])
    #expect(journal.times("a: nothing, network") == [66, 66, 66, 66])
  }

  @Test func aKilledAppHearsNothing() {
    var bench = Bench.opened { _, _ in }
    let journal = bench.journal
    bench.actOnHost {
      $0.makeGeocoder().geocodeAddressString("Office", completionHandler: Self.note(journal, $0, "forward"))
    }
    let requests = bench.takeAppRequests().geocodes
    bench.kill()
    bench.open()
    for geocode in requests {
      bench.system.geocodeAnswered(geocode.identifier, app: 0, .found(name: "office", Bench.berlin))
    }
    bench.settle()
    #expect(!journal.lines.contains { $0.contains("forward") })
  }
}

extension LocationError {
  fileprivate var fileText: String { "\(self)" }
}
