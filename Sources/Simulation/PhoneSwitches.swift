/// What has switched radios off: the user, a restart, another device.
struct PhoneSwitches {
  var isInAirplaneMode = false
  /// Between a restart's begin and the end of booting.
  var isRestarting = false
  /// By the user, beside airplane mode.
  var isWiFiOff = false
  /// The user lets the phone use cellular data.
  var allowsCellularData = true
  /// The modem is off because another device has the network.
  var cellularStandsDown = false

  var areRadiosOff: Bool { isInAirplaneMode || isRestarting }
  var isWiFiOn: Bool { !isWiFiOff && !areRadiosOff }
}
