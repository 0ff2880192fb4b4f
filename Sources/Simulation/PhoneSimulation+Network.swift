import DeviceModel
import LocationServices
import Positioning
import Quantities
import World

extension PhoneSimulation {
  var usesWiFi: Bool { surroundings.onWiFi && wifi?.isEnabled == true }

  /// Whether a request would be answered now.
  var canReachNetwork: Bool { usesWiFi || usesCellularData }

  private var usesCellularData: Bool { allowsCellularData && cellular?.isAvailable == true }

  /// Starts a transfer over Wi-Fi where the phone is associated, else over cellular.
  ///
  /// - Returns: `false` when there is no network at hand.
  @discardableResult
  mutating func send(
    _ purpose: TransferPurpose, uplink: Int64, downlink: Int64, cause: EnergyAttribution, at now: Instant
  ) -> Bool {
    guard canReachNetwork else { return false }
    let transfer = RadioTransfer(id: nextTransfer, uplinkBytes: uplink, downlinkBytes: downlink, cause: cause)
    transfers[nextTransfer] = purpose
    nextTransfer += 1
    if usesWiFi {
      wifi?.transfer(transfer, at: now)
      settleWiFi(at: now)
    } else {
      record.cellularTransfers += 1
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
    let cause = EnergyAttribution(.upload, app: upload.app + 1)
    // Of messages that wait, the newest is kept.
    if upload.message != nil { waitingUploads.removeAll { $0.app == upload.app && $0.message != nil } }
    let mayBegin = upload.message == .high || !platform.isAndroid || system.mayUseNetwork(upload.app)
    if upload.onWiFiOnly && !usesWiFi || !mayBegin {
      waitingUploads.append(upload)
    } else if !send(
      .upload(upload), uplink: upload.uplink, downlink: upload.downlink, cause: cause, at: now)
    {
      waitingUploads.append(upload)
    }
  }

  /// Uploads of an app, under way and waiting, that nobody will carry on. Those of its half on the watch are not its own.
  mutating func dropUploads(of app: Int, at now: Instant) {
    func isMeant(_ upload: LocationSystem.Upload) -> Bool { upload.app == app && !upload.isForWatch }
    waitingUploads.removeAll(where: isMeant)
    var dropped: Set<Int> = []
    for (id, purpose) in transfers {
      if case .upload(let upload) = purpose, isMeant(upload) { dropped.insert(id) }
    }
    guard !dropped.isEmpty else { return }
    for id in dropped { transfers[id] = nil }
    wifi?.withdrawTransfers(where: { dropped.contains($0.id) }, at: now)
    settleWiFi(at: now)
    cellular?.withdrawTransfers(where: { dropped.contains($0.id) }, at: now)
    settleCellular(at: now)
  }

  /// A network was lost or found: what the lost one still had to do is taken back, and uploads take the best way there
  /// is now. A look-up that was cut is given up; a service that waited for it measures again, a session scans again anyway.
  mutating func networkChanged(at now: Instant) {
    system.deviceChanged(.onWiFi, isOn: usesWiFi, at: now)
    if hadNetwork || canReachNetwork { gnss?.networkSeen(at: now) }
    hadNetwork = canReachNetwork
    var cut: [RadioTransfer] = []
    if let radio = wifi, radio.pendingTransfers > 0, !usesWiFi {
      cut += wifi?.cancelTransfers(at: now) ?? []
      settleWiFi(at: now)
    }
    if let radio = cellular, radio.pendingTransfers > 0, !usesCellularData {
      // Data may be switched off for a modem in service, whose tail then begins.
      let isInService = radio.isAvailable
      let taken =
        isInService
        ? cellular?.withdrawTransfers(where: { _ in true }, at: now) : cellular?.cancelTransfers(at: now)
      cut += taken ?? []
      settleCellular(at: now)
    }
    for transfer in cut {
      switch transfers.removeValue(forKey: transfer.id) {
      case .upload(let upload): waitingUploads.append(upload)
      case .geocode(let geocode): system.geocodeAnswered(geocode.identifier, app: geocode.app, .offline)
      case .scanLookup(let lookup): system.scanLocated(lookup, isAnswered: false)
      case .tile(_, let use):
        tileSettled(at: now)
        makeUp(for: use)
      case .placeTile: tileSettled(at: now)
      case .neighbours: awaitsNeighbours = false
      case .roads: awaitsRoads = false
      case .assistance: lastAssistance = nil
      case nil: break
      }
    }
    sendWaitingUploads(at: now)
  }

  mutating func wifiTimerFired(at now: Instant) {
    let output = wifi?.timerFired(at: now)
    settleWiFi(at: now)
    switch output {
    case .scanFinished: finishScan(at: now)
    case .transferFinished(let transfer): finished(transfer, at: now)
    case nil: isQuiet = true
    }
  }

  mutating func cellularTimerFired(at now: Instant) {
    let output = cellular?.timerFired(at: now)
    settleCellular(at: now)
    guard case .transferFinished(let transfer, let rest) = output else {
      isQuiet = true
      return
    }
    // The bytes before a handover have been paid for.
    pay(rest, on: cellular?.access, at: now)
    finished(transfer, at: now)
  }

  /// The network has another access here.
  mutating func radioAccessChanged(to technology: RadioTechnology?, at now: Instant) {
    let old = cellular?.access
    let flowed = cellular?.setAccess(technology, at: now)
    settleCellular(at: now)
    if let flowed { pay(flowed, on: old, at: now) }
  }

  private mutating func pay(_ bytes: RadioTransfer, on access: RadioTechnology?, at now: Instant) {
    pay(bytes.uplinkBytes, .uplink, on: access, cause: bytes.cause, at: now)
    pay(bytes.downlinkBytes, .downlink, on: access, cause: bytes.cause, at: now)
  }

  private mutating func pay(
    _ bytes: Int64, _ direction: EnergyLedger.Direction, on access: RadioTechnology?, cause: EnergyAttribution,
    at now: Instant
  ) {
    record.ledger.add(bytes: bytes, direction, on: access, cause: cause)
    let energy = prices.energyPerBit(direction, on: access) * DataSize.bytes(Double(bytes))
    paid(EnergyPayment(.bytes(direction, on: access), cause: cause, instant: now, energy: energy))
  }

  /// Notes an event that has a price of its own.
  mutating func pay(_ charge: EventCharge, cause: EnergyAttribution, at now: Instant) {
    record.ledger.add(charge, cause: cause)
    paid(
      EnergyPayment(.event(charge), cause: cause, instant: now, energy: prices.energy(of: charge)))
  }

  private mutating func paid(_ payment: EnergyPayment) {
    battery?.paid(payment.energy, at: payment.instant)
    observer.paid(payment)
  }

  private mutating func finished(_ transfer: RadioTransfer, at now: Instant) {
    switch transfers.removeValue(forKey: transfer.id) {
    case .upload(let upload) where upload.message != nil:
      if let priority = upload.message { system.messageArrived(app: upload.app, priority: priority, at: now) }
    case .upload(let upload):
      record.uploads += 1
      system.uploadFinished(upload.identifier, app: upload.app)
    case .geocode(let geocode): geocodeArrived(geocode)
    case .scanLookup(let lookup): system.scanLocated(lookup, isAnswered: true)
    case .tile(let fix, let use): tileArrived(fix, for: use, at: now)
    case .placeTile(let place): placeTileArrived(place, at: now)
    case .neighbours(let position): neighboursArrived(around: position)
    case .roads(let position): roadsArrived(at: position)
    case .assistance, nil: break
    }
  }
}
