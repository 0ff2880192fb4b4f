package import Core

/// Energy of a history by Android's own rule.
///
/// Android charges current x time x voltage for the times that drivers report: GNSS on by signal quality, the Wi-Fi
/// controller idle, receiving and sending; in the old layout Wi-Fi on, active and scanning. It knows no sleep after a stop
/// and no tail. Source: Android Open Source Project, "Measure power values", and `BatteryStatsImpl`.
package struct AndroidEnergyRule: Sendable {
  package let gnss: Energy
  package let wifi: Energy
  /// How each was computed, with numbers.
  package let gnssText: String
  package let wifiText: String

  /// - Parameters:
  ///   - device: throughputs and scan times, which the file does not have, and the nominal voltage.
  package init(_ profile: AndroidPowerProfile, history: RadioHistory, device: DeviceParameters) {
    let nominal = device.battery.voltage.volts
    func current(_ name: String, _ index: Int = 0) -> Double? {
      guard let values = profile.items[name]?.values, values.indices.contains(index), values[index] > 0 else {
        return nil
      }
      return values[index]
    }
    func volts(_ name: String) -> Double {
      guard let value = current(name), (1500...6000).contains(value) else { return nominal }
      return value / 1000
    }
    func charge(_ parts: [(String, Double, TimeSpan)], _ volts: Double) -> (Energy, String) {
      let joules = parts.reduce(0) { $0 + $1.1 / 1000 * volts * $1.2.seconds }
      let text = parts.map {
        "\($0.0) \(DecimalText.significant($0.1, digits: 4)) mA x \(DecimalText.significant($0.2.seconds, digits: 4)) s"
      }
      let sum = parts.isEmpty ? "no figure in the file" : "(\(text.joined(separator: " + "))) x \(volts) V"
      return (.joules(joules), sum)
    }

    let tracking = history.gnssTime - history.acquisitionTime
    var gnssParts: [(String, Double, TimeSpan)] = []
    if let poor = current("gps.signalqualitybased"), let good = current("gps.signalqualitybased", 1) {
      gnssParts = [("poor", poor, history.acquisitionTime), ("good", good, tracking)]
    } else if let on = current("gps.on") {
      gnssParts = [("gps.on", on, history.gnssTime)]
    }
    (gnss, gnssText) = charge(gnssParts, volts("gps.voltage"))

    var wifiParts: [(String, Double, TimeSpan)] = []
    guard let radio = device.wifi else {
      (wifi, wifiText) = (.zero, "no Wi-Fi")
      return
    }
    let scanning = radio.scanPartialTime * Double(history.scans)
    let receiving = TimeSpan.seconds(Double(history.downloadedBytes) * 8 / radio.downlinkRate.bitsPerSecond)
    if let receive = current("wifi.controller.rx") {
      let idle = history.wifiTime - scanning - receiving
      if let rest = current("wifi.controller.idle") { wifiParts.append(("idle", rest, idle)) }
      wifiParts.append(("rx", receive, scanning + receiving))
      (wifi, wifiText) = charge(wifiParts, volts("wifi.controller.voltage"))
    } else {
      if let on = current("wifi.on") { wifiParts.append(("wifi.on", on, history.wifiTime)) }
      if let active = current("wifi.active") { wifiParts.append(("wifi.active", active, receiving)) }
      if let scan = current("wifi.scan") { wifiParts.append(("wifi.scan", scan, scanning)) }
      (wifi, wifiText) = charge(wifiParts, nominal)
    }
  }
}

/// What an app did, for a cross-check: one GNSS session under open sky, then scans and a download over Wi-Fi.
package struct RadioHistory: Sendable, Hashable {
  /// From the request to the stop, time to first fix included.
  package var gnssTime: TimeSpan
  /// Of which the receiver searches in signal that counts as poor.
  package var acquisitionTime: TimeSpan
  /// Scans of few channels.
  package var scans: Int
  package var downloadedBytes: Int64
  /// How long Wi-Fi is on.
  package var wifiTime: TimeSpan

  /// Ten minutes of tracking after 5 s of search; 20 scans and 1 MB in the same ten minutes.
  package init(
    gnssTime: TimeSpan = .minutes(10), acquisitionTime: TimeSpan = .seconds(5), scans: Int = 20,
    downloadedBytes: Int64 = 1_000_000, wifiTime: TimeSpan = .minutes(10)
  ) {
    self.gnssTime = gnssTime
    self.acquisitionTime = acquisitionTime
    self.scans = scans
    self.downloadedBytes = downloadedBytes
    self.wifiTime = wifiTime
  }
}

/// The same history through this model's machines.
package struct ModelledEnergy: Sendable {
  package let gnss: Energy
  /// Of which in the sleep after the stop.
  package let gnssSleep: Energy
  package let wifi: Energy
  /// Of which in the tail after the download.
  package let wifiTail: Energy

  /// Runs the machines of `device` through `history`.
  package init(_ device: DeviceParameters, history: RadioHistory) {
    let cause = EnergyAttribution(.fix, app: 1)
    var gnssEnergy = Energy.zero
    var sleepEnergy = Energy.zero
    if let parameters = device.gnss {
      var receiver = GNSSReceiver(
        parameters: parameters, lastFixAge: nil, ephemerisAge: nil, almanacAge: .hours(8))
      receiver.acquire(.assisted, timeToFirstFix: history.acquisitionTime, cause: cause, at: .start)
      gnssEnergy += parameters.acquiring * (receiver.deadline - .start)
      let acquired = receiver.deadline
      receiver.timerFired(at: acquired)
      let stop = Instant.start + history.gnssTime
      gnssEnergy += parameters.trackingStrong * (stop - acquired)
      receiver.stop(at: stop)
      if receiver.state == .sleeping { sleepEnergy = parameters.sleep * (receiver.deadline - stop) }
    }
    gnss = gnssEnergy + sleepEnergy
    gnssSleep = sleepEnergy

    guard let parameters = device.wifi else {
      (wifi, wifiTail) = (.zero, .zero)
      return
    }
    var radio = WiFiRadio(parameters: parameters)
    var energy = Energy.zero
    var tail = Energy.zero
    var now = Instant.start
    let end = Instant.start + history.wifiTime
    func power(_ state: WiFiRadio.State) -> Power {
      switch state {
      case .off: .zero
      case .powerSave: parameters.powerSave
      case .scanPartial: parameters.scanPartial / parameters.scanPartialTime
      case .scanFull: parameters.scanFull / parameters.scanFullTime
      case .active, .tail: parameters.active
      case .transmitting: parameters.transmit
      case .receiving: parameters.receive
      }
    }
    func advance(to instant: Instant) {
      while now < instant {
        let next = min(radio.deadline, instant)
        let spent = power(radio.state) * (next - now)
        energy += spent
        if radio.state == .tail { tail += spent }
        now = next
        if radio.deadline <= now { radio.timerFired(at: now) }
      }
    }
    let pause = history.wifiTime * (1 / Double(max(history.scans, 1)))
    for index in 0..<history.scans {
      advance(to: .start + pause * Double(index))
      radio.scan(.partial, cause: cause, at: now)
    }
    advance(to: max(now, end - pause * 0.5))
    radio.transfer(
      RadioTransfer(id: 0, uplinkBytes: 0, downlinkBytes: history.downloadedBytes, cause: cause), at: now)
    advance(to: end)
    (wifi, wifiTail) = (energy, tail)
  }
}
