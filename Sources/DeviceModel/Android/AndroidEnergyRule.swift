package import Quantities

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
