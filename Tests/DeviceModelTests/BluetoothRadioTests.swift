import DeviceModel
import Core
import Testing

private let beacon = EnergyAttribution(.service, app: 1)
private let watch = EnergyAttribution(.accessory)

struct BluetoothRadioTests {
  var trace: Trace<BluetoothRadio>

  init() throws {
    let parameters = try #require(try SampleProfiles.phone.parameters(mode: .fixed).bluetooth)
    trace = Trace(BluetoothRadio(parameters: parameters)) { $0.timerFired(at: $1) }
  }

  @Test mutating func theMostDemandingStateHolds() {
    trace.input(at: 1) { $0.setLinked(true, cause: watch, at: $1) }
    trace.input(at: 3) { $0.setScan(.background, cause: beacon, at: $1) }
    trace.input(at: 4) { $0.setScan(.foreground, cause: beacon, at: $1) }
    trace.input(at: 7) { $0.message(cause: watch, at: $1) }
    trace.input(at: 8) { $0.setScan(.none, cause: beacon, at: $1) }
    trace.input(at: 9) { $0.setLinked(false, cause: watch, at: $1) }
    trace.advance(to: 10)
    #expect(
      trace.timeline
        == "idle 1 | link 2 | linked_background_scan 1 | linked_foreground_scan 3 | message 0.03"
        + " | linked_foreground_scan 0.97"
        + " | link 1 | idle 1")
  }

  @Test mutating func messagesFollowOneAnother() {
    trace.input(at: 1) { radio, instant in
      let answer1 = radio.message(cause: watch, at: instant)
      #expect(answer1)
      let answer2 = radio.message(cause: watch, at: instant)
      #expect(answer2)
    }
    trace.advance(to: 2)
    #expect(trace.timeline == "idle 1 | message 0.06 | idle 0.94")
  }

  @Test mutating func offItSendsNothingAndScansAgainWhenOn() {
    trace.input(at: 1) { $0.setEnabled(false, at: $1) }
    trace.input(at: 2) { radio, instant in
      radio.setScan(.background, cause: beacon, at: instant)
      let answer3 = radio.message(cause: watch, at: instant)
      #expect(!answer3)
    }
    trace.input(at: 3) { $0.setEnabled(true, at: $1) }
    trace.advance(to: 4)
    #expect(trace.timeline == "idle 1 | off 2 | background_scan 1")
  }

  @Test func listeningForBeaconsAddsTheSameToALinkedRadioAsToAnIdleOne() throws {
    let prices = try CellularContractTests.prices(SampleProfiles.lte)
    func milliwatts(_ state: BluetoothRadio.State) -> Double {
      prices.power(.bluetooth, state: state.rawValue, bin: .strong).watts * 1000
    }
    #expect(abs(milliwatts(.backgroundScan) - (1.9 + 1.7)) < 1e-12)
    #expect(abs(milliwatts(.linkedBackgroundScan) - (1.9 + 1.7 + 1.3)) < 1e-12)
    #expect(abs(milliwatts(.foregroundScan) - 53) < 1e-12)
    #expect(abs(milliwatts(.linkedForegroundScan) - (53 + 1.3)) < 1e-12)
  }

  @Test func aMessagePaysTheLinkAndItsOwnEnergy() throws {
    let prices = try CellularContractTests.prices(SampleProfiles.lte)
    #expect(
      prices.power(.bluetooth, state: BluetoothRadio.State.message.rawValue, bin: .strong).watts == 0.0019 + 0.0013)
    #expect(prices.energy(of: .bluetoothMessage).joules == 0.0037)
  }
}
