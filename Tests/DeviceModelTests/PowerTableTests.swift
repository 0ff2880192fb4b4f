import DeviceModel
import Core
import Testing

struct PowerTableTests {
  @Test func networkPowersGoBeforeTheDevices() throws {
    let device = try SampleProfiles.phone.parameters(mode: .fixed)
    let own = try PowerTable(device: device, network: SampleProfiles.lte2012.parameters(mode: .fixed))
    let promotion = CellularRadio.State.promotion.rawValue
    #expect(own.power(.cellular, state: promotion, bin: .strong).watts == 1.2107)
    #expect(own.energyPerBit(.uplink).joulesPerBit == 438.39e-9)
    let plain = try PowerTable(device: device, network: SampleProfiles.lte.parameters(mode: .fixed))
    #expect(plain.power(.cellular, state: promotion, bin: .strong).watts == 0.71)
    #expect(plain.energyPerBit(.downlink).joulesPerBit == 11.5e-9)
  }

  static let old = SampleProfiles.profile(
    SampleProfiles.phoneValues.filter { key, _ in !["lte", "nr_nsa", "nr_sa"].contains { key.hasPrefix($0 + ".") } },
    name: "old-phone")

  @Test func aDeviceWithoutTheModemIsRefusedByName() throws {
    let device = try Self.old.parameters(mode: .fixed)
    let network = try SampleProfiles.lte.parameters(mode: .fixed)
    #expect {
      try PowerTable(device: device, network: network)
    } throws: { error in
      "\(error)".contains("old-phone has no LTE modem") && "\(error)".contains("3G")
    }
    #expect(throws: Never.self) {
      try PowerTable(device: device, network: SampleProfiles.umts.parameters(mode: .fixed))
    }
  }

  @Test func aNetworkWithAllPowersNeedsNoModem() throws {
    let device = try Self.old.parameters(mode: .fixed)
    let table = try PowerTable(device: device, network: SampleProfiles.lte2012.parameters(mode: .fixed))
    #expect(table.power(.cellular, state: CellularRadio.State.longDRX.rawValue, bin: .strong).watts == 1.06)
  }

  @Test(arguments: [
    (SampleProfiles.lte, CellularRadio.State.transferring, 0.53), (SampleProfiles.umts, .fachPromotion, 0.547),
    (SampleProfiles.nrNSA, .nrSwitch, 1.01), (SampleProfiles.nrNSA, .nrTail, 0.263),
    (SampleProfiles.nrSA, .nrTail, 0.503), (SampleProfiles.nrSA, .resuming, 0.83),
    (SampleProfiles.nrSA, .inactive, 0.061),
  ])
  func eachTechnologyPricesItsStates(network: NetworkProfile, state: CellularRadio.State, watts: Double) throws {
    let table = try CellularContractTests.prices(network)
    #expect(table.power(.cellular, state: state.rawValue, bin: .strong).watts == watts)
    #expect(table.power(.cellular, state: state.rawValue, bin: .weak).watts == watts * 1.5)
  }

  @Test func everyStateHasAUniqueNameAndFitsTheLedger() {
    for component in Component.allCases {
      let names = ComponentStates.names(of: component)
      #expect(names.count <= EnergyLedger.stateLimit)
      #expect(Set(names).count == names.count)
      for (index, name) in names.enumerated() {
        #expect(ComponentStates.name(of: component, state: UInt8(index)) == name)
      }
    }
    #expect(ComponentStates.name(of: .cellular, state: CellularRadio.State.longDRX.rawValue) == "long_drx")
  }

  @Test func bytesAndEventsArePricedPerBitAndPerEvent() throws {
    let table = try CellularContractTests.prices(SampleProfiles.lte)
    var ledger = EnergyLedger()
    ledger.add(bytes: 1000, .uplink, cause: EnergyAttribution(.upload, app: 1))
    ledger.add(bytes: 3000, .downlink, cause: EnergyAttribution(.upload, app: 1))
    ledger.add(.wifiFix, cause: EnergyAttribution(.fix, app: 1))
    ledger.add(.bluetoothMessage, cause: EnergyAttribution(.accessory))
    let energy = EnergyBreakdown(ledger: ledger, prices: table)
    #expect(abs(energy.energy(of: .cellular).joules - 8 * (1000 * 77e-9 + 3000 * 11.5e-9)) < 1e-15)
    #expect(abs(energy.energy(of: .processor).joules - 0.19) < 1e-15)
    #expect(abs(energy.energy(of: .bluetooth).joules - 0.0037) < 1e-15)
  }

  @Test func batteryCountsPercentAndChargeAtItsOwnVoltage() throws {
    let battery = Battery(parameters: try SampleProfiles.phone.parameters(mode: .fixed).battery)
    #expect(battery.usableEnergy == .joules(32_400))
    #expect(abs(battery.percent(of: .joules(324)) - 1) < 1e-12)
    #expect(abs(battery.charge(of: .joules(3.7 * 3.6 * 100)).milliampereHours - 100) < 1e-9)
  }

  @Test(arguments: [
    (Dimension.power, "45 mW", 0.045), (.energy, "1.5 J", 1.5), (.energyPerBit, "77 mW/(Mbit/s)", 77e-9),
    (.timeSpan, "4 h", 14_400), (.ratio, "0.35", 0.35), (.count, "300", 300), (.voltage, "3.87 V", 3.87),
    (.dataRate, "8 Mbit/s", 8e6), (.dataSize, "10 kB", 10_000), (.distance, "0.7 km", 700),
  ])
  func dimensionsReadTheirUnits(dimension: Dimension, text: String, value: Double) throws {
    #expect(abs(try dimension.parse(text) - value) <= 1e-12 * value)
  }

  @Test func plainNumbersRefuseUnits() {
    #expect(throws: QuantityError.self) { try Dimension.ratio.parse("3 mW") }
    #expect(throws: QuantityError.self) { try Dimension.power.parse("3") }
    #expect(throws: QuantityError.self) { try Dimension.count.parse("many") }
    #expect(Dimension.ratio.describe(0.35) == "0.35")
    #expect(Dimension.power.describe(0.045) == "45 mW")
  }
}
