import Core
import DeviceModel
import LocationServices
import World

extension PhoneSimulation {
  var usesWiFi: Bool { day.surroundings.onWiFi && device.isWiFiEnabled }

  /// Whether a request would be answered now.
  var canReachNetwork: Bool { usesWiFi || device.usesCellularData }

  /// Starts a transfer over Wi-Fi where the phone is associated, else over cellular.
  ///
  /// - Returns: `false` when there is no network at hand.
  @discardableResult
  mutating func send(
    _ purpose: NetworkTransfers.Purpose, uplink: Int64, downlink: Int64, cause: EnergyAttribution, at now: Instant
  ) -> Bool {
    guard canReachNetwork else { return false }
    let transfer = network.begin(purpose, uplink: uplink, downlink: downlink, cause: cause)
    device.transfer(transfer, overWiFi: usesWiFi, at: now)
    return true
  }

  // MARK: Uploads

  mutating func sendWaitingUploads(at now: Instant) {
    for upload in network.takeWaiting() { start(upload, at: now) }
  }

  mutating func start(_ upload: Upload, at now: Instant) {
    if upload.message != nil { network.replaceMessages(of: upload.app) }
    var upload = upload
    if upload.message == nil, !upload.isForWatch { upload.earlier += network.takeRefused(of: upload.app) }
    let mayBegin =
      upload.message == .high || !positioning.platform.isAndroid || system.mayUseNetwork(upload.app)
    let isSent =
      mayBegin && (usesWiFi || !upload.onWiFiOnly)
      && send(
        .upload(upload), uplink: upload.uplink, downlink: upload.downlink,
        cause: EnergyAttribution(.upload, app: upload.app + 1), at: now)
    if !isSent { network.wait(upload) }
  }

  /// Uploads of an app, under way and waiting, that nobody will carry on.
  mutating func dropUploads(of app: Int, at now: Instant) {
    let dropped = network.dropUploads(of: app)
    if !dropped.isEmpty { device.withdrawTransfers(dropped, at: now) }
  }

  // MARK: Changes

  /// A network was lost or found: what the lost one still had to do is taken back, and uploads take the best way there
  /// is now. A look-up that was cut is given up; a service that waited for it measures again, a session scans again anyway.
  mutating func networkChanged(at now: Instant) {
    system.deviceChanged(.onWiFi, isOn: usesWiFi, at: now)
    if network.look(isAtHand: canReachNetwork) { device.gnss.machine?.networkSeen(at: now) }
    let cut = device.takeCutTransfers(usesWiFi: usesWiFi, at: now)
    for transfer in cut {
      switch network.take(transfer) {
      case .upload(let upload): network.wait(upload)
      case .geocode(let geocode): system.geocodeAnswered(geocode.identifier, app: geocode.app, .offline)
      case .scanLookup(let lookup): system.scanLocated(lookup, isAnswered: false)
      case .tile(_, let use):
        tileSettled(at: now)
        makeUp(for: use)
      case .placeTile: tileSettled(at: now)
      case .neighbours: lookUps.neighboursSettled(around: nil)
      case .roads: lookUps.roadsSettled()
      case .assistance: network.assistanceCut()
      case nil: break
      }
    }
    sendWaitingUploads(at: now)
  }

  /// A scan or its look-up was cut: the services that it was for look again. The next approximate area is due anyway.
  mutating func makeUp(for use: ScanUse) {
    if use.significantChange != nil { system.hintOfMovement() }
    if use.regions != nil { system.hintForRegions(.accessPoints) }
  }

  // MARK: The radios' timers

  mutating func wifiTimerFired(at now: Instant) {
    let output = device.wifi.machine?.timerFired(at: now)
    device.settleWiFi(at: now)
    switch output {
    case .scanFinished: finishScan(at: now)
    case .transferFinished(let transfer): finished(transfer, at: now)
    case nil: quiet.isQuiet = true
    }
  }

  mutating func cellularTimerFired(at now: Instant) {
    guard let transfer = device.cellularTimerFired(at: now) else {
      quiet.isQuiet = true
      return
    }
    finished(transfer, at: now)
  }

  private mutating func finished(_ transfer: RadioTransfer, at now: Instant) {
    switch network.take(transfer) {
    case .upload(let upload) where upload.message != nil:
      if let priority = upload.message { system.messageArrived(app: upload.app, priority: priority, at: now) }
    case .upload(let upload) where !upload.isForWatch && world.serverOutage?.contains(now) == true:
      // The app is told, and keeps what it wanted to send.
      network.refuse(upload)
      system.uploadFinished(upload.identifier, app: upload.app)
    case .upload(let upload):
      for item in upload.earlier + [upload] {
        device.account.uploadArrived(item.identifier, app: item.app, at: now)
      }
      system.uploadFinished(upload.identifier, app: upload.app)
    case .geocode(let geocode): geocodeArrived(geocode)
    case .scanLookup(let lookup): system.scanLocated(lookup, isAnswered: true)
    case .tile(let fix, let use): tileArrived(fix, for: use, at: now)
    case .placeTile(let place):
      lookUps.accessPoints.learn(place)
      tileSettled(at: now)
    case .neighbours(let position): lookUps.neighboursSettled(around: position)
    case .roads(let position):
      lookUps.roadsSettled()
      positioning.aiding.roads.learn(position)
    case .assistance, nil: break
    }
  }
}

extension PhoneSimulation {
  /// Bytes of a geocoding request and of its answer (estimate: a few hundred bytes of text with headers and TLS records,
  /// and a placemark in several languages).
  private var geocodeUplink: Int64 { 1500 }
  private var geocodeDownlink: Int64 { 3000 }
  /// A position is called by the scenario's place that lies within so many metres (estimate: a city block).
  private var placeRadius: Double { 100 }

  /// Takes a request to the network; without one it is answered at once.
  mutating func start(_ geocode: PendingGeocode, at now: Instant) {
    let isSent = send(
      .geocode(geocode), uplink: geocodeUplink, downlink: geocodeDownlink,
      cause: EnergyAttribution(.lookup, app: geocode.app + 1), at: now)
    if !isSent { system.geocodeAnswered(geocode.identifier, app: geocode.app, .offline) }
  }

  mutating func geocodeArrived(_ geocode: PendingGeocode) {
    system.geocodeAnswered(geocode.identifier, app: geocode.app, answer(to: geocode.query))
  }

  private func answer(to query: GeocodeQuery) -> GeocodeAnswer {
    switch query {
    case .address(let address):
      let wanted = address.lowercased()
      guard let place = world.places.first(where: { $0.name.lowercased() == wanted }) else { return .nothing }
      return .found(name: place.name, place.position.earthVector())
    case .location(let location):
      let near = world.places.map { (place: $0, distance: $0.position.earthVector().distance(to: location.position)) }
        .min { $0.distance < $1.distance }
      let name = near.flatMap { $0.distance <= placeRadius ? $0.place.name : nil }
      return .found(name: name, location.position)
    }
  }
}
