import DeviceModel
import Core
import Testing

private let upload = EnergyAttribution(.upload, app: 2)
private let scan = EnergyAttribution(.fix, app: 1)

// 1 MB/s up, 2 MB/s down.
private func transfer(up: Int64, down: Int64) -> RadioTransfer {
  RadioTransfer(id: 1, uplinkBytes: up, downlinkBytes: down, cause: upload)
}

struct WiFiRadioTests {
  var trace: Trace<WiFiRadio>

  init() throws {
    let parameters = try #require(try SampleProfiles.phone.parameters(mode: .fixed).wifi)
    trace = Trace(WiFiRadio(parameters: parameters)) { $0.timerFired(at: $1) }
  }

  @Test mutating func transmitsReceivesAndHasATail() {
    trace.input(at: 1) { $0.transfer(transfer(up: 300_000, down: 1_000_000), at: $1) }
    trace.advance(to: 3)
    #expect(trace.timeline == "power_save 1 | transmitting 0.3 | receiving 0.5 | tail 0.23 | power_save 0.97")
    #expect(trace.stretches[3].cause == upload)
  }

  @Test mutating func transferInTheTailRestartsIt() {
    trace.input(at: 0) { $0.transfer(transfer(up: 100_000, down: 0), at: $1) }
    trace.input(at: 0.2) { $0.transfer(transfer(up: 0, down: 400_000), at: $1) }
    trace.advance(to: 1)
    #expect(trace.timeline == "transmitting 0.1 | tail 0.1 | receiving 0.2 | tail 0.23 | power_save 0.37")
  }

  @Test mutating func aTransferThatIsTakenBackLeavesItsTail() {
    trace.input(at: 1) { $0.transfer(transfer(up: 300_000, down: 1_000_000), at: $1) }
    trace.input(at: 1.1) { radio, instant in
      let taken = radio.withdrawTransfers(where: { $0.cause == upload }, at: instant)
      #expect(taken.count == 1)
    }
    trace.advance(to: 2)
    #expect(trace.timeline == "power_save 1 | transmitting 0.1 | tail 0.23 | power_save 0.67")
    #expect(trace.stretches[2].cause == upload)
    // During a scan nothing flows, and nothing is left.
    trace.input(at: 3) { $0.scan(.partial, cause: scan, at: $1) }
    trace.input(at: 3.1) { $0.transfer(transfer(up: 300_000, down: 0), at: $1) }
    trace.input(at: 3.2) { $0.withdrawTransfers(where: { _ in true }, at: $1) }
    trace.advance(to: 4)
    #expect(trace.timeline.hasSuffix("power_save 1.67 | scan_partial 0.33 | power_save 0.67"))
  }

  @Test mutating func scanDuringATransferFollowsIt() {
    trace.input(at: 0) { $0.transfer(transfer(up: 500_000, down: 0), at: $1) }
    trace.input(at: 0.1) { radio, instant in
      let answer1 = radio.scan(.partial, cause: scan, at: instant)
      #expect(answer1)
      let answer2 = radio.scan(.full, cause: scan, at: instant)
      #expect(!answer2)
    }
    trace.advance(to: 2)
    // The tail would have ended at 0.73 s, during the scan.
    #expect(trace.timeline == "transmitting 0.5 | scan_partial 0.33 | power_save 1.17")
    #expect(trace.stretches[1].cause == scan)
  }

  @Test mutating func transferDuringAScanFollowsIt() {
    trace.input(at: 0) { $0.scan(.full, cause: scan, at: $1) }
    trace.input(at: 1) { $0.transfer(transfer(up: 500_000, down: 0), at: $1) }
    trace.advance(to: 4)
    #expect(trace.timeline == "scan_full 2.5 | transmitting 0.5 | tail 0.23 | power_save 0.77")
  }

  @Test mutating func switchedOffItForgetsScansAndKeepsTransfers() {
    trace.input(at: 0) { $0.transfer(transfer(up: 500_000, down: 0), at: $1) }
    trace.input(at: 0.2) { radio, instant in
      radio.scan(.full, cause: scan, at: instant)
      radio.setEnabled(false, at: instant)
      let answer3 = radio.scan(.full, cause: scan, at: instant)
      #expect(!answer3)
    }
    trace.input(at: 1) { $0.setEnabled(true, at: $1) }
    trace.advance(to: 2)
    #expect(trace.timeline == "transmitting 0.2 | off 0.8 | transmitting 0.5 | tail 0.23 | power_save 0.27")
  }

  @Test mutating func heldAwakeItIsActiveBetweenTransfers() {
    trace.input(at: 1) { $0.setHeldAwake(for: EnergyAttribution(.foreground, app: 1), at: $1) }
    trace.input(at: 2) { $0.transfer(transfer(up: 100_000, down: 0), at: $1) }
    trace.input(at: 3) { $0.setHeldAwake(for: nil, at: $1) }
    trace.advance(to: 4)
    #expect(
      trace.timeline == "power_save 1 | active 1 | transmitting 0.1 | tail 0.23 | active 0.67 | power_save 1")
  }

  @Test mutating func aScanCostsItsEnergy() throws {
    let prices = try CellularContractTests.prices(SampleProfiles.lte)
    trace.input(at: 0) { $0.scan(.full, cause: scan, at: $1) }
    trace.advance(to: 2.5)
    #expect(abs(trace.energy(prices).joules - 0.76) < 1e-12)
    trace.input(at: 3) { $0.scan(.partial, cause: scan, at: $1) }
    trace.advance(to: 3.33)
    #expect(abs(trace.energy(prices).joules - 0.76 - 0.099 - 0.5 * 0.0061) < 1e-12)
  }
}
