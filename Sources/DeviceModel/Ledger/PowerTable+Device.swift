import Core

extension PowerTable {
  /// The paging cycle that idle powers are given for: 1.28 s, the middle of what LTE networks use (3GPP TS 36.304).
  private static let pagingCycle = TimeSpan.seconds(1.28)

  /// The prices of a device on a network.
  ///
  /// Each component's power is what it adds to the phone. The processor's states other than suspended add to
  /// `suspended` (sources F). A network's own powers, where it has them, go before the device's.
  ///
  /// - Throws: `ProfileFault` when the device has a cellular radio but neither it nor the network says what the network's
  ///   technology costs.
  package init(device: DeviceParameters, network: NetworkParameters) throws(ProfileFault) {
    self.init()
    if let gnss = device.gnss { price(gnss) }
    if let wifi = device.wifi { price(wifi) }
    if let bluetooth = device.bluetooth { price(bluetooth) }
    price(device.processor)
    set(.base, state: BaseLoad.State.on, device.base)
    set(.base, state: BaseLoad.State.travelling, device.base + (device.travelling ?? .zero))
    if let cellular = device.cellular {
      try price(CellularPrices(device: device, cellular: cellular, network: network), on: nil)
      for access in network.usable(by: device).accesses {
        try price(
          CellularPrices(device: device, cellular: cellular, network: access.network), on: access.network.technology)
      }
    }
  }

  private mutating func price(_ gnss: GNSSParameters) {
    set(.gnss, state: GNSSReceiver.State.sleeping, gnss.sleep)
    for state in [
      GNSSReceiver.State.acquiringHot, .acquiringAssisted, .acquiringExtended, .acquiringWarm, .acquiringCold,
    ] {
      set(.gnss, state: state, gnss.acquiring)
    }
    let weak = gnss.trackingStrong * gnss.weakMultiplier
    set(.gnss, state: GNSSReceiver.State.tracking, gnss.trackingStrong, weak: weak)
    set(.gnss, state: GNSSReceiver.State.batching, gnss.trackingStrong, weak: weak)
    let dutyCycled = gnss.dutyCycled ?? gnss.trackingStrong
    set(.gnss, state: GNSSReceiver.State.dutyCycled, dutyCycled, weak: dutyCycled * gnss.weakMultiplier)
  }

  private mutating func price(_ wifi: WiFiParameters) {
    set(.wifi, state: WiFiRadio.State.powerSave, wifi.powerSave)
    set(.wifi, state: WiFiRadio.State.scanPartial, wifi.scanPartial / wifi.scanPartialTime)
    set(.wifi, state: WiFiRadio.State.scanFull, wifi.scanFull / wifi.scanFullTime)
    set(.wifi, state: WiFiRadio.State.active, wifi.active)
    set(.wifi, state: WiFiRadio.State.transmitting, wifi.transmit)
    set(.wifi, state: WiFiRadio.State.receiving, wifi.receive)
    set(.wifi, state: WiFiRadio.State.tail, wifi.active)
  }

  private mutating func price(_ bluetooth: BluetoothParameters) {
    set(.bluetooth, state: BluetoothRadio.State.idle, bluetooth.idle)
    // What listening now and then adds, and what a link adds, come on top of a radio that is on.
    let listening = bluetooth.idle + bluetooth.beaconScan
    set(.bluetooth, state: BluetoothRadio.State.backgroundScan, listening)
    set(.bluetooth, state: BluetoothRadio.State.foregroundScan, bluetooth.foregroundScan)
    set(.bluetooth, state: BluetoothRadio.State.link, bluetooth.idle + bluetooth.link)
    set(.bluetooth, state: BluetoothRadio.State.linkedBackgroundScan, listening + bluetooth.link)
    set(
      .bluetooth, state: BluetoothRadio.State.linkedForegroundScan, bluetooth.foregroundScan + bluetooth.link)
    set(.bluetooth, state: BluetoothRadio.State.message, bluetooth.idle + bluetooth.link)
    set(.bluetoothMessage, bluetooth.message)
  }

  private mutating func price(_ processor: ProcessorParameters) {
    func above(_ power: Power) -> Power { processor.suspended + power }
    func spread(_ energy: Energy, over time: TimeSpan) -> Power {
      time > .zero ? above(energy / time) : processor.suspended
    }
    set(.processor, state: ApplicationProcessor.State.suspended, processor.suspended)
    set(
      .processor, state: ApplicationProcessor.State.resuming,
      spread(processor.resumeEnergy, over: processor.resumeTime))
    set(
      .processor, state: ApplicationProcessor.State.launching,
      spread(processor.backgroundLaunch, over: processor.launchTime))
    set(.processor, state: ApplicationProcessor.State.awakeIdle, above(processor.awakeIdle))
    set(.processor, state: ApplicationProcessor.State.locationSession, above(processor.locationSession))
    set(.processor, state: ApplicationProcessor.State.wifiSession, above(processor.wifiSession ?? .zero))
    set(.processor, state: ApplicationProcessor.State.dozingSession, above(processor.dozingSession ?? .zero))
    set(.processor, state: ApplicationProcessor.State.active, above(processor.active))
    set(.wifiFix, processor.wifiFix)
    set(.navigationFix, processor.navigationFix)
  }

  private mutating func price(_ prices: CellularPrices, on access: RadioTechnology?) throws(ProfileFault) {
    typealias State = CellularRadio.State
    // Idle power is that of listening for pages, given for the usual cycle: a shorter cycle listens more often.
    let idle = try prices.power("cellular.idle") * (Self.pagingCycle / prices.pagingCycle)
    set(State.idle, on: access, idle, weak: idle * (try prices.number("cellular.weak_multiplier")))
    if access == nil {
      set(.cellular, state: State.searching, try prices.power("cellular.searching"))
      set(.handover, .joules(prices.values["cellular.handover"] ?? 0))
    }
    let factor = try prices.number("cellular.weak_transfer_multiplier")
    for (state, key) in prices.states {
      let power = try prices.power(key)
      set(state, on: access, power, weak: power * factor)
    }
    if prices.technology != .umts {
      let section = prices.technology.rawValue
      let uplink = try prices.number("\(section).uplink")
      set(.uplink, on: access, .joulesPerBit(uplink))
      set(.weakUplink, on: access, .joulesPerBit(uplink * factor))
      set(.downlink, on: access, .joulesPerBit(try prices.number("\(section).downlink")))
    }
  }
}

extension NetworkParameters {
  /// The network without the accesses for which the device has no modem: it stays on the main one there, as an LTE phone does
  /// in a 5G network.
  package func usable(by device: DeviceParameters) -> NetworkParameters {
    guard !accesses.isEmpty else { return self }
    var result = self
    result.accesses = accesses.filter { access in
      guard let cellular = device.cellular else { return false }
      return CellularPrices.missing(access.network.technology, cellular.values.merging(access.network.powers) { $1 })
        == nil
    }
    return result
  }
}

/// The powers of a cellular radio on one network: the network's own, else the device's.
struct CellularPrices {
  let technology: RadioTechnology
  let values: [String: Double]
  let pagingCycle: TimeSpan

  init(
    device: DeviceParameters, cellular: CellularParameters, network: NetworkParameters
  ) throws(ProfileFault) {
    technology = network.technology
    pagingCycle = network.pagingCycle
    values = cellular.values.merging(network.powers) { _, own in own }
    let section = technology.rawValue
    guard Self.missing(technology, values) == nil else {
      let modems = cellular.technologies.map(\.title).joined(separator: ", ")
      throw ProfileFault(
        key: section,
        message: "\(device.name) has no \(technology.title) modem, which the network \(network.name) needs",
        remedy: "choose a network for one of: \(modems.isEmpty ? "none" : modems)")
    }
  }

  /// The first power of a technology that is not known.
  static func missing(_ technology: RadioTechnology, _ values: [String: Double]) -> String? {
    needed[technology]?.first { values[$0] == nil }
  }

  private static let needed = Dictionary(
    uniqueKeysWithValues: RadioTechnology.allCases.map { technology in
      (technology, DeviceSchema.all.filter { $0.section == technology.rawValue }.map(\.key))
    })

  /// States the technology uses, with the key of their power.
  var states: [(CellularRadio.State, String)] {
    switch technology {
    case .lte:
      [
        (.promotion, "lte.promotion"), (.transferring, "lte.transferring"), (.connected, "lte.connected"),
        (.shortDRX, "lte.short_drx"), (.longDRX, "lte.long_drx"),
      ]
    case .umts:
      [
        (.promotion, "umts.promotion"), (.fachPromotion, "umts.fach_promotion"), (.dch, "umts.dch"),
        (.fach, "umts.fach"),
      ]
    case .nrNSA:
      [
        (.promotion, "nr_nsa.promotion"), (.nrSwitch, "nr_nsa.switch"), (.nrConnected, "nr_nsa.connected"),
        (.nrTail, "nr_nsa.tail"),
      ]
    case .nrSA:
      [
        (.promotion, "nr_sa.promotion"), (.nrConnected, "nr_sa.connected"), (.nrTail, "nr_sa.tail"),
        (.inactive, "nr_sa.inactive"), (.resuming, "nr_sa.resume"),
      ]
    }
  }

  func number(_ key: String) throws(ProfileFault) -> Double {
    guard let value = values[key] else {
      throw ProfileFault(key: key, message: "\(key) is missing", remedy: "add it to the device")
    }
    return value
  }

  func power(_ key: String) throws(ProfileFault) -> Power { .watts(try number(key)) }
}
