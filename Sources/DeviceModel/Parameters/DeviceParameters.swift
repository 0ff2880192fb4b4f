package import Core

/// A device's numbers in one run; `nil` for a radio it lacks. `DeviceSchema` says what each is.
package struct DeviceParameters: Sendable, Equatable {
  package var name: String
  package var system: PhoneSystem
  /// `nil` without a satellite receiver.
  package var gnss: GNSSParameters?
  /// `nil` without Wi-Fi.
  package var wifi: WiFiParameters?
  /// `nil` without a modem.
  package var cellular: CellularParameters?
  /// `nil` without Bluetooth.
  package var bluetooth: BluetoothParameters?
  package var processor: ProcessorParameters
  package var battery: BatteryParameters
  /// What the phone draws besides the other components, the system's own use of location included.
  package var base: Power
  /// What it draws on top of that while it travels; `nil` where nobody has measured it.
  package var travelling: Power?
  /// How wrong positions are.
  package var error: ErrorParameters

  /// - Parameter errors: of positions, where they are known; read with the others when left out.
  init(
    name: String, system: PhoneSystem, values: ParameterValues, profile: [String: ProfileValue],
    errors: ErrorParameters? = nil
  ) throws(ProfileFault) {
    self.name = name
    self.system = system
    gnss = values.has(section: "gnss") ? try GNSSParameters(values, profile: profile) : nil
    wifi = values.has(section: "wifi") ? try WiFiParameters(values) : nil
    cellular = values.has(section: "cellular") ? CellularParameters(values) : nil
    bluetooth = values.has(section: "bluetooth") ? try BluetoothParameters(values) : nil
    processor = try ProcessorParameters(values)
    battery = try BatteryParameters(values)
    base = try values.power("base.drain") + .watts(values.optional("base.background_location") ?? 0)
    travelling = values.optional("base.travelling").map { .watts($0) }
    error = if let errors { errors } else { try ErrorParameters(values) }
  }
}

/// A battery's numbers in one run.
package struct BatteryParameters: Sendable, Equatable {
  package var energy: Energy
  package var voltage: Voltage
  /// Usable share of the nominal energy.
  package var health: Double
  package var chargingPower: Power

  /// `health` is the share of the nominal energy that is left, 0 to 1.
  package init(energy: Energy, voltage: Voltage, health: Double, chargingPower: Power) {
    self.energy = energy
    self.voltage = voltage
    self.health = health
    self.chargingPower = chargingPower
  }

  init(_ values: ParameterValues) throws(ProfileFault) {
    energy = try values.energy("battery.energy")
    voltage = .volts(try values.number("battery.voltage"))
    health = try values.number("battery.health")
    chargingPower = try values.power("battery.charging_power")
  }
}

/// An application processor's numbers in one run. Powers and energies other than `suspended` are on top of it.
package struct ProcessorParameters: Sendable, Equatable {
  package var suspended: Power
  package var awakeIdle: Power
  package var locationSession: Power
  /// An app with a location session from Wi-Fi is not suspended; `nil` where it is.
  package var wifiSession: Power?
  /// What an app draws whose positions each second are held back while the phone dozes; `nil` for nothing.
  package var dozingSession: Power?
  package var active: Power
  package var resumeTime: TimeSpan
  package var resumeEnergy: Energy
  package var linger: TimeSpan
  package var backgroundLaunch: Energy
  package var launchTime: TimeSpan
  package var wifiFix: Energy
  /// Energy of fusing the motion sensors into one satellite fix; zero without sensors that are fused.
  package var navigationFix: Energy
  package var deliveryTime: TimeSpan

  init(_ values: ParameterValues) throws(ProfileFault) {
    suspended = try values.power("processor.suspended")
    awakeIdle = try values.power("processor.awake_idle")
    locationSession = try values.power("processor.location_session")
    wifiSession = values.optional("processor.wifi_session").map { .watts($0) }
    dozingSession = values.optional("processor.dozing_session").map { .watts($0) }
    active = try values.power("processor.active")
    resumeTime = try values.time("processor.resume_time")
    resumeEnergy = try values.energy("processor.resume_energy")
    linger = try values.time("processor.linger")
    backgroundLaunch = try values.energy("processor.background_launch")
    launchTime = try values.time("processor.launch_time")
    wifiFix = try values.energy("processor.wifi_fix")
    navigationFix = .joules(values.optional("processor.navigation_fix") ?? 0)
    deliveryTime = try values.time("processor.delivery_time")
  }
}

/// A Bluetooth radio's numbers in one run.
package struct BluetoothParameters: Sendable, Equatable {
  package var idle: Power
  /// Looking for beacons now and then, above `idle`.
  package var beaconScan: Power
  package var foregroundScan: Power
  /// Linked to a watch or an accessory, above `idle`.
  package var link: Power
  /// Energy of one message, on top of the link's power.
  package var message: Energy
  package var messageTime: TimeSpan

  init(_ values: ParameterValues) throws(ProfileFault) {
    idle = try values.power("bluetooth.idle")
    beaconScan = try values.power("bluetooth.beacon_scan")
    foregroundScan = try values.power("bluetooth.foreground_scan")
    link = try values.power("bluetooth.link")
    message = try values.energy("bluetooth.message")
    messageTime = try values.time("bluetooth.message_time")
  }
}
