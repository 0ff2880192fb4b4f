public import Core

/// A network's timers as the radio uses them: what happens before data flow, and the stages after the last byte.
@usableFromInline struct CellularTiming: Sendable {
  @usableFromInline let technology: RadioTechnology
  let rate: TransferRate
  private let network: NetworkParameters
  /// 3G only: rates and largest transfer in FACH.
  let fachRate: TransferRate
  let fachUplinkLimit: Int64
  let fachDownlinkLimit: Int64
  let promotion: TimeSpan
  /// 3G: FACH to DCH. NSA: LTE to NR. SA: from inactive.
  @usableFromInline let secondPromotion: TimeSpan
  /// States after the last byte and when each ends, counted from the last byte; idle follows.
  @usableFromInline let stages: (CellularRadio.State, CellularRadio.State, CellularRadio.State)
  @usableFromInline let ends: (TimeSpan, TimeSpan, TimeSpan)

  init(_ network: NetworkParameters) {
    technology = network.technology
    self.network = network
    promotion = network.promotion
    let cellRate = TransferRate(uplink: network.uplinkRate, downlink: network.downlinkRate)
    rate = cellRate
    switch network.timers {
    case .lte(let timers):
      let connected = min(timers.inactivity, timers.tail)
      stages = (.connected, .shortDRX, .longDRX)
      ends = (connected, min(connected + timers.shortDRX, timers.tail), timers.tail)
      (secondPromotion, fachRate, fachUplinkLimit, fachDownlinkLimit) = (.zero, cellRate, -1, -1)
    case .umts(let timers):
      stages = (.dch, .fach, .fach)
      ends = (timers.dch, timers.dch + timers.fach, timers.dch + timers.fach)
      secondPromotion = timers.fachPromotion
      fachRate = TransferRate(uplink: timers.fachUplinkRate, downlink: timers.fachDownlinkRate)
      fachUplinkLimit = Int64(timers.uplinkThreshold.bytes.rounded(.down))
      fachDownlinkLimit = Int64(timers.downlinkThreshold.bytes.rounded(.down))
    case .nrNSA(let timers):
      stages = (.nrTail, .nrTail, .nrTail)
      ends = (timers.tail, timers.tail, timers.tail)
      (secondPromotion, fachRate, fachUplinkLimit, fachDownlinkLimit) = (timers.switchToNR, cellRate, -1, -1)
    case .nrSA(let timers):
      stages = (.nrTail, .inactive, .inactive)
      ends = (timers.tail, timers.tail + timers.inactive, timers.tail + timers.inactive)
      (secondPromotion, fachRate, fachUplinkLimit, fachDownlinkLimit) = (timers.resume, cellRate, -1, -1)
    }
  }

  /// Whether the transfer may stay in FACH.
  @inline(__always)
  func fitsFACH(_ transfer: RadioTransfer) -> Bool {
    transfer.uplinkBytes <= fachUplinkLimit && transfer.downlinkBytes <= fachDownlinkLimit
  }

  /// The rate at a received power in dBm; by the coverage alone where the level is not known or does not matter.
  func rate(at level: Double?, isWeak: Bool) -> TransferRate {
    func scaled(_ rate: DataRate, _ factor: Double) -> DataRate {
      .bitsPerSecond(min(1e10, max(1e3, rate.bitsPerSecond * factor)))
    }
    guard let level, let response = network.throughput else {
      guard isWeak, network.weakRates < 1 else { return rate }
      return TransferRate(
        uplink: scaled(network.uplinkRate, network.weakRates), downlink: scaled(network.downlinkRate, network.weakRates)
      )
    }
    return TransferRate(
      uplink: scaled(network.uplinkRate, response.factor(response.uplinkSlope, at: level)),
      downlink: scaled(network.downlinkRate, response.factor(response.downlinkSlope, at: level)))
  }
}
