import DeviceModel
import LocationServices
import Quantities
import World

extension PhoneSimulation {
  private var usesWiFi: Bool { surroundings.onWiFi && wifi?.isEnabled == true }

  /// Whether a request would be answered now.
  var canReachNetwork: Bool { usesWiFi || cellular?.isAvailable == true }

  /// Starts a transfer over Wi-Fi where the phone is associated, else over cellular (which waits for coverage).
  ///
  /// - Returns: `false` when the phone has neither.
  @discardableResult
  mutating func send(
    _ purpose: TransferPurpose, uplink: Int64, downlink: Int64, cause: Cause, at now: Instant
  ) -> Bool {
    guard usesWiFi || cellular != nil else { return false }
    let transfer = RadioTransfer(id: nextTransfer, uplinkBytes: uplink, downlinkBytes: downlink, cause: cause)
    transfers[nextTransfer] = purpose
    nextTransfer += 1
    if usesWiFi {
      wifi?.transfer(transfer, at: now)
      settleWiFi(at: now)
    } else {
      cellular?.transfer(transfer, at: now)
      settleCellular(at: now)
    }
    return true
  }

  mutating func startUploads(at now: Instant) {
    for upload in system.takeUploads() { start(upload, at: now) }
  }

  mutating func sendWaitingUploads(at now: Instant) {
    guard !waitingUploads.isEmpty else { return }
    let uploads = waitingUploads
    waitingUploads.removeAll(keepingCapacity: true)
    for upload in uploads { start(upload, at: now) }
  }

  private mutating func start(_ upload: LocationSystem.Upload, at now: Instant) {
    let purpose = TransferPurpose.upload(app: upload.app, identifier: upload.identifier)
    let cause = Cause(.upload, app: upload.app + 1)
    if upload.onWiFiOnly, !usesWiFi {
      waitingUploads.append(upload)
    } else if !send(purpose, uplink: upload.bytes, downlink: 0, cause: cause, at: now) {
      waitingUploads.append(upload)
    }
  }

  mutating func wifiTimerFired(at now: Instant) {
    let output = wifi?.timerFired(at: now)
    settleWiFi(at: now)
    switch output {
    case .scanFinished: finishScan(at: now)
    case .transferFinished(let transfer): finished(transfer, at: now)
    case nil: break
    }
  }

  mutating func cellularTimerFired(at now: Instant) {
    let output = cellular?.timerFired(at: now)
    settleCellular(at: now)
    if case .transferFinished(let transfer) = output {
      pay(transfer.uplinkBytes, .uplink, cause: transfer.cause, at: now)
      pay(transfer.downlinkBytes, .downlink, cause: transfer.cause, at: now)
      finished(transfer, at: now)
    }
  }

  private mutating func pay(_ bytes: Int64, _ direction: EnergyLedger.Direction, cause: Cause, at now: Instant) {
    record.ledger.add(bytes: bytes, direction, cause: cause)
    observer.paid(configuration.prices.energyPerBit(direction) * DataSize.bytes(Double(bytes)), at: now)
  }

  private mutating func finished(_ transfer: RadioTransfer, at now: Instant) {
    switch transfers.removeValue(forKey: transfer.id) {
    case .upload(let app, let identifier):
      record.uploads += 1
      system.uploadFinished(identifier, app: app)
    case .tile(let fix, let use): tileArrived(fix, for: use, at: now)
    case .assistance, nil: break
    }
  }
}
