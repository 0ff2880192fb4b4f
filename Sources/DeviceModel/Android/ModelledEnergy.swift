package import Quantities

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
