import DeviceModel
import LocationServices
import Core
import Simulation
import Synchronization
import Testing
import World

/// Geocoding asks the network: it costs a transfer with its tail, and fails without one.
@Suite struct GeocodingTests {
  final class Answers: Sendable {
    private let storage = Mutex<[String]>([])
    func note(_ text: String) { storage.withLock { $0.append(text) } }
    var all: [String] { storage.withLock { $0 } }
  }

  /// A phone at a named place without Wi-Fi, whose app asks for it as soon as it is opened, at 5 s.
  private func run(
    coverage: Coverage, asks: Bool = true
  ) throws -> (record: RunRecord, answers: [String]) {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let answers = Answers()
    let app = AppDefinition(name: "asks") {
      ScriptedApp { app, host in
        guard asks else { return }
        host.makeGeocoder().geocodeAddressString("Field") { [weak host] placemarks, error in
          let place = placemarks?.first
          answers.note("\(place?.name ?? "-") \(error.map { "\($0)" } ?? "-") \((host?.now ?? 0) < 8)")
        }
        let here = Location(position: Trials.berlin, horizontalAccuracy: 10, instant: .seconds(host.now), speed: 0)
        host.schedule(after: 61) { [weak host] in
          host?.makeGeocoder().reverseGeocodeLocation(here) { placemarks, error in
            answers.note("\(placemarks?.first?.isCountryOnly ?? false) \(error.map { "\($0)" } ?? "-")")
          }
        }
      }
    }
    let field = Surroundings(sky: .openSky, accessPoints: .none, cells: .urban, coverage: coverage)
    let scenario = Scenario(
      name: "field", summary: "", notes: [], horizon: .seconds(120),
      places: [Place(name: "field", position: GeodeticPosition(Trials.berlin))],
      legs: [Leg(dwell: "field", at: Trials.berlin, stay: .toTheEnd, surroundings: field)],
      script: [ScriptEvent(instant: .seconds(5), kind: .foreground)])
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let record = PhoneSimulation.record(
      of: phone, world: Trials.world(scenario, seed: 3, network: network))
    return (record, answers.all)
  }

  @Test func aRequestCostsATransferWithItsTailForTheAppThatAsked() throws {
    let (asking, answers) = try run(coverage: .good)
    #expect(answers == ["field - true", "false -"])
    let silent = try run(coverage: .good, asks: false).record
    #expect(asking.ledger.bytes(.uplink, cause: EnergyAttribution(.lookup, app: 1)) == 3000)
    #expect(asking.ledger.bytes(.downlink, cause: EnergyAttribution(.lookup, app: 1)) == 6000)
    #expect(silent.ledger.bytes(.uplink, cause: EnergyAttribution(.lookup, app: 1)) == 0)
    // Two promotions and two tails of LTE: far more than the few milliseconds of sending.
    #expect((asking.energy - silent.energy).joules > 2)
  }

  @Test func withoutCoverageAnAddressFailsAtOnceAndAPositionGivesItsCountry() throws {
    let (asking, answers) = try run(coverage: .none)
    #expect(answers == ["- network true", "true geocodeFoundPartialResult"])
    #expect(asking.ledger.bytes(.uplink, cause: EnergyAttribution(.lookup, app: 1)) == 0)
  }
}
