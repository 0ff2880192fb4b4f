import FileFormats
import LocationServices

/// Settings of OwnTracks, as its apps export them (`.otrc`; sources C7 [S100]). Each position is published at once.
/// iOS uses `locatorInterval` and `locatorDisplacement` in move mode, Android in the other modes.
enum OwnTracks {
  static let sdk = SDKConfiguration(
    name: "OwnTracks", marks: ["locatorInterval", "locatorDisplacement", "monitoring\"", "pubTopicBase"],
    keys: SDKConfiguration.Keys(
      both: "_type monitoring locatorInterval locatorDisplacement",
      android: "moveModeLocatorInterval locatorPriority pegLocatorFastestIntervalToInterval",
      others: """
        _build _id allowRemoteLocation allowinvalidcerts auth autostart autostartOnBoot cleanSession clientId
        clientpkcs cmd configuration connectionTimeoutSeconds debugLog deviceId discardNetworkLocationThresholdSeconds
        dontReuseHttpClient downgrade enableMapRotation encryptionKey experimentalFeatures extendedData
        fusedRegionDetection geocodeEnabled host httpHeaders ignoreInaccurateLocations ignoreStaleLocations info
        isSetupCompleted keepalive locked mapLayerStyle maxHistory mode mqttProtocolLevel notificationEvents
        notificationGeocoderErrors notificationHigherPriority notificationLocation opencageApiKey osmTileScaleFactor
        passphrase password ping port positions pubExtendedData pubQos pubRetain pubTopicBase publishLocationOnConnect
        ranging remoteConfiguration reverseGeocodeProvider servercer setupCompleted showRegionsOnMap sub subQos
        subTopic theme tid tls tlsCaCrt tlsClientCrt tlsClientCrtPassword updateAddressBook url usePassword
        useGNSSInSignificantMonitoringMode userDeclinedEnableBackgroundLocationPermissions
        userDeclinedEnableLocationPermissions userDeclinedEnableLocationServices
        userDeclinedEnableNotificationPermissions username watsonAuthToken watsonDeviceId watsonDeviceType watsonOrganization waypoints willQos willRetain
        willTopic ws
        """),
    answers: [
      .init("priority", "locatorPriority", ["0", "1", "2", "3"]),
      .init("min_distance", "locatorDisplacement", per: 1), .init("interval", "locatorInterval", per: 1),
      .init("interval", "moveModeLocatorInterval", per: 1),
    ], hasWholeNumbers: true,
    strategy: { options throws(InputError) in try strategy(&options) })

  private static func strategy(_ options: inout SDKOptions) throws(InputError) -> SDKStrategy {
    let modes = ["quiet", "manual", "significant", "move"]
    let mode = modes[try options.choice("monitoring", modes, numbers: [-1, 0, 1, 2]) ?? 2]
    let displacement = try options.number("locatorDisplacement", in: 0...1_000_000)
    let interval = try options.number("locatorInterval", in: 0...86_400)
    let isMove = mode == "move"
    guard options.isAndroid else {
      if !isMove { options.ignore(["locatorInterval", "locatorDisplacement"], because: "in move mode only") }
      switch mode {
      case "significant": return SDKStrategy(kind: "significant_change", rest: "upload: {}\n")
      case "move": return .keeping("best", distance: displacement ?? 100, interval: interval ?? 300)
      // Only the user publishes; regions are no part of the settings.
      default: return SDKStrategy(kind: "none")
      }
    }
    let priorities = ["passive", "low_power", "balanced", "high_accuracy"]
    let given = try options.choice("locatorPriority", priorities, numbers: [0, 1, 2, 3])
    let priority = priorities[given ?? (isMove ? 3 : mode == "significant" ? 2 : 1)]
    let asked = isMove ? try options.number("moveModeLocatorInterval", in: 0...86_400) ?? 10 : interval ?? 60
    let time = max(0.1, asked)
    // Without the peg those that other apps cause may follow after 1 s. A receiver that runs on fixes each second here.
    let isPegged = try options.flag("pegLocatorFastestIntervalToInterval") ?? false || time <= 10
    options.ignore(
      isMove ? ["locatorInterval", "locatorDisplacement"] : ["moveModeLocatorInterval"],
      because: isMove ? "not in move mode" : "in move mode only")
    return SDKStrategy(
      kind: "fused",
      parameters: [
        "priority: \(priority)", "interval: \(CompositeWriter.seconds(time))",
        "min_interval: \(CompositeWriter.seconds(isPegged ? time : 1))",
        "min_distance: \(CompositeWriter.metres(isMove ? 0 : displacement ?? 500))", "foreground_service: true",
      ],
      // In the other modes only the user publishes.
      rest: isMove || mode == "significant" ? "upload: {}\n" : "")
  }
}
