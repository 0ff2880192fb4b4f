import Core

/// Makes a device profile of an Android `power_profile.xml`.
///
/// Power is current times voltage: that of the controller where the file names one, else the nominal voltage of the
/// battery. What the file lacks, and what cannot be true in it, stays that of a base device; each such case is a remark.
/// Values taken from the file have a deviation of 20 % for the spread between phones and the file's rounding (estimate).
///
/// Source of meanings: Android Open Source Project, "Measure power values" (new layout: `cpu.suspend`, clusters,
/// controllers, `gps.signalqualitybased`; old layout: `cpu.idle` is the suspended phone, `cpu.awake` on top, `gps.on`,
/// `wifi.on`, `radio.on` by signal strength from poor to good).
package struct AndroidProfileImport: Sendable {
  package private(set) var profile: DeviceProfile
  package private(set) var remarks: [ImportRemark] = []
  /// Where the values of the profile that the file gave stand in it, by key.
  private var lines: [String: Int] = [:]

  /// An idle Wi-Fi controller that draws more listens; below it sleeps. In mA; between the 1 to 2 mA of sleeping and the
  /// 70 mA of listening controllers in makers' files (estimate).
  package static let listeningFrom = 20.0
  /// In kHz: the top speed of no phone is lower, while 300 to 3000 are MHz.
  private static let slowestTopSpeed = 10_000.0

  private var source: AndroidPowerProfile
  /// What was taken: an item and the key that it gives.
  private var used: [String] = []
  private let base: DeviceProfile
  private let voltage: Double

  /// - Parameters:
  ///   - base: gives what the file does not.
  ///   - name: the new profile's name.
  ///   - capacity: of the battery in mAh, where the user knows it better than the file.
  package init(_ source: AndroidPowerProfile, base: DeviceProfile, name: String, capacity: Double? = nil) {
    self.source = source
    self.base = base
    voltage = base.values["battery.voltage"]?.mean ?? 3.8
    profile = base
    profile.name = name
    profile.summary = "From \(source.title), the rest as \(base.name)"
    profile.system = .android
    for old in source.replaced {
      guard let later = source.items[old.name] else { continue }
      warn(
        old.item, "\(old.name): given again in line \(later.line), which counts, as on Android; this one is not taken")
    }
    for item in source.unreadable {
      remarks.append(
        ImportRemark(
          .warning, file: source.file, line: item.line,
          "\(item.name): '\(item.value)' is not a number of 0 or more; the item is left out, as Android does"))
    }
    takeModem()
    takeBattery(capacity)
    takeProcessor()
    takeGNSS()
    takeWiFi()
    takeCellular()
    takeBluetooth()
    takeSleep()
    nameTheRest()
    nameTheUsed()
  }

  /// Says first what was taken, and where that is next to nothing.
  private mutating func nameTheUsed() {
    let powers = given.subtracting(["battery.energy"])
    var said =
      "used of the file's \(source.items.count) items: "
      + (used.isEmpty ? "none" : used.joined(separator: ", "))
    if powers.count <= 2 {
      said += "; nearly all values are placeholders or missing: the profile is \(base.name) under another name"
    }
    remarks.insert(ImportRemark(powers.count <= 2 ? .warning : .note, file: source.file, said), at: 0)
  }

  /// What is impossible in the profile, with the line of the file it comes from.
  package var fault: (fault: ProfileFault, line: Int?)? { profile.validate().first.map { ($0, lines[$0.key]) } }

  /// Keys of the values that the file gives; what is estimated from these is not among them.
  package var given: Set<String> { Set(lines.keys.filter { profile.values[$0]?.trust == .declared }) }

  /// Powers and energies that no item of the file is about: said once, all together.
  private mutating func nameTheRest() {
    let said = remarks.map(\.message).joined(separator: " ")
    let rest = profile.values.keys.sorted().filter { key in
      guard lines[key] == nil, let schema = DeviceSchema.schema(of: key) else { return false }
      return (schema.dimension == .power || schema.dimension == .energy) && !said.contains("\(key) stays")
    }
    guard !rest.isEmpty else { return }
    remarks.append(
      ImportRemark(
        .note, file: source.file,
        "no item of the file is about these powers and energies, which stay those of \(base.name): "
          + rest.joined(separator: ", ") + "; so do all times, shares and errors"))
  }

  // MARK: Sections

  /// Gives the values of a `<modem>` (Android 13 and later) the names of the controller's items, where these are missing.
  private mutating func takeModem() {
    let own = source.items.filter { $0.key.hasPrefix("modem.") && !$0.key.hasPrefix("modem.controller.") }
    guard let line = own.values.map(\.line).min() else { return }
    guard own.values.contains(where: { $0.values.contains { $0 > 0 } }) else {
      remarks.append(ImportRemark(.note, file: source.file, line: line, "<modem> has only zeros: not taken"))
      return
    }
    let access = ["LTE", "DEFAULT"].first { own["modem.\($0).transmit"] != nil } ?? "DEFAULT"
    var items = source.items
    var (taken, missing): ([String], [String]) = ([], [])
    for (name, from) in [
      ("sleep", "sleep"), ("idle", "idle"), ("rx", "\(access).receive"), ("tx", "\(access).transmit"),
    ] {
      let old = items["modem.controller.\(name)"]?.values ?? []
      if old.contains(where: { $0 > 0 }) { continue }
      if let item = own["modem.\(from)"], item.values.contains(where: { $0 > 0 }) {
        items["modem.controller.\(name)"] = item
        taken.append(name)
      } else {
        missing.append(name)
      }
    }
    let others = own.keys.filter { $0.hasSuffix(".transmit") && $0 != "modem.\(access).transmit" }.map {
      $0.dropFirst(6).dropLast(9)
    }.sorted()
    remarks.append(
      ImportRemark(
        .note, file: source.file, line: line,
        "<modem> read as modem.controller: \(taken.isEmpty ? "nothing" : taken.joined(separator: ", ")), of its access \(access)"
          + (missing.isEmpty ? "" : "; without a value: \(missing.joined(separator: ", "))")
          + (others.isEmpty ? "" : "; \(others.joined(separator: ", ")) not taken")))
    source = AndroidPowerProfile(
      file: source.file, items: items, replaced: source.replaced, unreadable: source.unreadable)
  }

  /// A file's figure for the suspended phone is all that it draws: what radios and the base drain take is no part of the processor's.
  private mutating func takeSleep() {
    let key = "processor.suspended"
    guard let line = lines[key], let whole = profile.values[key], whole.trust == .declared else { return }
    let radios = ["wifi.power_save", "cellular.idle", "bluetooth.idle"].reduce(0) {
      $0 + (profile.values[$1]?.mean ?? 0)
    }
    let (own, drain) = (base.values[key]?.mean ?? 0, base.values["base.drain"]?.mean ?? 0)
    var rest = [key: whole.mean - radios - drain, "base.drain": drain]
    if rest[key, default: 0] < own / 10 {
      // Less than radios and base take: both share what the radios leave, as in the base device.
      let left = max(whole.mean - radios, (own + drain) / 5)
      rest = [key: left * own / (own + drain), "base.drain": left * drain / (own + drain)]
    }
    for (key, mean) in rest.sorted(by: { $0.key < $1.key }) where key == "processor.suspended" || mean < drain {
      guard let schema = DeviceSchema.schema(of: key) else { continue }
      let mean = written(min(max(mean, schema.validRange.lowerBound), schema.validRange.upperBound), .power)
      lines[key] = line
      profile.values[key] = ProfileValue(
        mean: mean, deviation: written(0.4 * mean, .power),
        range: max(
          schema.validRange.lowerBound, written(mean / 4, .power))...min(
            schema.validRange.upperBound, written(mean * 3, .power)),
        distribution: .lognormal, trust: .declared,
        source: whole.source
          + " is the whole sleeping phone: radios \(Dimension.power.describe(radios)) and base.drain taken off")
    }
  }

  private mutating func takeBattery(_ known: Double?) {
    if let known {
      let energy = known * 3.6 * voltage
      set(
        "battery.energy", .init(values: [known], line: 1), energy, spread: 0.03, "--capacity \(number(known)) mAh",
        at: voltage)
      return
    }
    let before = remarks.count
    defer {
      if remarks.count > before, !lines.keys.contains("battery.energy") {
        remarks.append(
          ImportRemark(
            .note, file: source.file, "give the battery's capacity with --capacity, in mAh: percentages rest on it"))
      }
    }
    guard let item = item("battery.capacity", for: ["battery.energy"]) else { return }
    let capacity = item.values[0]
    // What the framework's own file says, for a phone that brings none.
    if capacity == 1000 || !(500...30_000).contains(capacity) {
      reject("battery.capacity", item, "\(number(capacity)) mAh is a placeholder", for: ["battery.energy"])
      return
    }
    let energy = capacity * 3.6 * voltage
    set("battery.energy", item, energy, spread: 0.03, "battery.capacity \(number(capacity)) mAh", at: voltage)
  }

  private mutating func takeProcessor() {
    let isNew = source.items["cpu.suspend"] != nil
    let suspended = isNew ? "cpu.suspend" : "cpu.idle"
    let idle = isNew ? "cpu.idle" : "cpu.awake"
    take(suspended, "processor.suspended")
    take(idle, "processor.awake_idle")
    takeActiveProcessor()
    guard let idle = profile.values["processor.awake_idle"]?.mean,
      let active = profile.values["processor.active"]?.mean, active > idle
    else { return }
    // No file holds it: awake, and a fifth of the time at work on positions.
    var session = base.values["processor.location_session"]
    let mean = written(idle + 0.2 * (active - idle), .power)
    session?.mean = mean
    session?.deviation = written(0.45 * mean, .power)
    session?.range = written(mean / 3, .power)...written(mean * 3, .power)
    session?.trust = .estimate
    session?.source = "estimate: awake, and a fifth of the difference to running code"
    profile.values["processor.location_session"] = session
    lines["processor.location_session"] = lines["processor.active"] ?? lines["processor.awake_idle"]
  }

  /// A background app runs at modest speed: the step next to 1 GHz of the first cluster.
  private mutating func takeActiveProcessor() {
    let key = "processor.active"
    let cluster = source.items["cpu.core_power.cluster0"] != nil
    let powerName = cluster ? "cpu.core_power.cluster0" : "cpu.active"
    let speedNames =
      cluster ? ["cpu.core_speeds.cluster0", "cpu.speeds.cluster0"] : ["cpu.speeds", "cpu.speeds.cluster0"]
    guard let powers = item(powerName, for: [key]) else { return }
    let speeds = speedNames.compactMap { source.items[$0] }.first?.values ?? []
    if let fastest = speeds.max(), fastest < Self.slowestTopSpeed {
      reject(powerName, powers, "speeds up to \(number(fastest)) kHz are none; the file's unit is kHz", for: [key])
      return
    }
    guard speeds.count == powers.values.count,
      let step = speeds.indices.min(by: { abs(speeds[$0] - 1e6) < abs(speeds[$1] - 1e6) })
    else {
      reject(powerName, powers, "\(powers.values.count) powers do not match \(speeds.count) speeds", for: [key])
      return
    }
    var current = powers.values[step]
    var parts = ["\(powerName) \(number(current)) mA at \(number(speeds[step] / 1000)) MHz"]
    if cluster {
      // In the old layout the processor's awake current is cpu.awake, and cpu.idle is the suspended phone's.
      let awake = source.items["cpu.suspend"] == nil && source.items["cpu.awake"] != nil ? "cpu.awake" : "cpu.idle"
      for name in ["cpu.active", "cpu.cluster_power.cluster0", awake] {
        guard let extra = source.items[name], extra.values.count == 1, extra.values[0] > 0 else { continue }
        current += extra.values[0]
        parts.append("\(name) \(number(extra.values[0])) mA")
      }
    }
    accept(current, key, powerName, powers, parts.joined(separator: " and "), voltage)
  }

  private mutating func takeGNSS() {
    let keys = ["gnss.acquiring", "gnss.tracking_strong"]
    guard base.values[keys[0]] != nil else { return }
    let volts = controllerVoltage("gps.voltage")
    if let item = signalQuality() {
      var (poor, good) = (item.values[0], item.values[item.values.count - 1])
      if good > poor {
        (poor, good) = (good, poor)
        warn(item, "gps.signalqualitybased: good signal costs more than poor; taken in the other order")
      }
      let text = "gps.signalqualitybased \(number(poor)) mA in poor signal, \(number(good)) mA in good"
      guard accept(poor, keys[0], "gps.signalqualitybased", item, text, volts),
        accept(good, keys[1], "gps.signalqualitybased", item, text, volts)
      else { return }
      // Ratios beyond ten are not of one receiver in one mode: the poor value is that of searching.
      if poor / good <= 10 { setRatio("gnss.weak_multiplier", item, poor / good, text) }
      return
    }
    guard let item = item("gps.on", for: keys) else { return }
    let text = "gps.on \(number(item.values[0])) mA, one figure for searching and tracking"
    for key in keys { accept(item.values[0], key, "gps.on", item, text, volts) }
  }

  /// The receiver's figures for poor and good signal, where both are there.
  private mutating func signalQuality() -> AndroidPowerProfile.Item? {
    let name = "gps.signalqualitybased"
    guard let item = source.items[name] else { return nil }
    let reason: String
    switch (item.values.count, item.values.allSatisfy { $0 > 0 }) {
    case (2..., true): return item
    case (0, _): reason = "no values"
    case (1, _): reason = "one value, where poor and good signal have one each"
    case (_, false): reason = item.values.contains { $0 > 0 } ? "a value of 0" : "only zeros"
    default: return nil
    }
    warn(item, "\(name): \(reason); not taken, gps.on counts")
    return nil
  }

  private mutating func takeWiFi() {
    guard base.values["wifi.power_save"] != nil else { return }
    let volts = controllerVoltage("wifi.controller.voltage")
    let hasController = (source.items["wifi.controller.rx"]?.values.first ?? 0) > 0
    if hasController {
      take("wifi.controller.rx", "wifi.receive", volts)
      take("wifi.controller.tx", "wifi.transmit", volts)
      // Some makers give the sleeping controller, some the one that listens.
      let idle = source.items["wifi.controller.idle"]?.values.first ?? 0
      take("wifi.controller.idle", idle < Self.listeningFrom ? "wifi.power_save" : "wifi.active", volts)
    } else {
      take("wifi.on", "wifi.power_save")
      take("wifi.active", "wifi.receive")
      take("wifi.active", "wifi.transmit")
    }
    let scan = hasController && (source.items["wifi.scan"]?.values.first ?? 0) <= 0 ? "wifi.controller.rx" : "wifi.scan"
    for kind in ["wifi.scan_full", "wifi.scan_partial"] {
      guard let time = base.values[kind + "_time"]?.mean else { continue }
      take(scan, kind, scan == "wifi.scan" ? nil : volts, seconds: time)
    }
  }

  private mutating func takeCellular() {
    guard base.values["cellular.idle"] != nil else { return }
    takeSignalBins()
    take("radio.scanning", "cellular.searching")
    guard base.values["lte.transferring"] != nil else { return }
    let volts = controllerVoltage("modem.controller.voltage")
    if let transmit = source.items["modem.controller.tx"], transmit.values.contains(where: { $0 > 0 }) {
      let middle = transmit.values[transmit.values.count / 2]
      accept(
        middle, "lte.transferring", "modem.controller.tx", transmit,
        "modem.controller.tx \(number(middle)) mA at medium strength", volts)
      take("modem.controller.idle", "lte.connected", volts)
    } else {
      take("radio.active", "lte.transferring")
    }
  }

  private mutating func takeSignalBins() {
    let name = source.items["radio.on"] != nil ? "radio.on" : "modem.controller.sleep"
    guard let item = item(name, for: ["cellular.idle"]) else { return }
    let bins = item.values.filter { $0 > 0.2 }
    guard let least = bins.min(), let most = bins.max() else {
      reject(name, item, "all values are placeholders", for: ["cellular.idle", "cellular.weak_multiplier"])
      return
    }
    if let first = bins.first, let last = bins.last, first < last {
      warn(item, "\(name): good signal costs more than poor; taken in the other order")
    }
    let text = "\(name) \(number(least)) to \(number(most)) mA over the signal strengths"
    if accept(least, "cellular.idle", name, item, text, voltage), most > least {
      setRatio("cellular.weak_multiplier", item, most / least, text)
    }
  }

  private mutating func takeBluetooth() {
    guard base.values["bluetooth.idle"] != nil else { return }
    let volts = controllerVoltage("bluetooth.controller.voltage")
    if (source.items["bluetooth.controller.rx"]?.values.first ?? 0) > 0 {
      take("bluetooth.controller.idle", "bluetooth.idle", volts)
      take("bluetooth.controller.rx", "bluetooth.foreground_scan", volts)
    } else {
      take("bluetooth.on", "bluetooth.idle")
      take("bluetooth.active", "bluetooth.foreground_scan")
    }
  }

  // MARK: Values

  private mutating func take(_ name: String, _ key: String, _ volts: Double? = nil, seconds: Double? = nil) {
    guard base.values[key] != nil, let item = item(name, for: [key]) else { return }
    let text = "\(name) \(number(item.values[0])) mA" + (seconds.map { " for \(number($0)) s" } ?? "")
    accept(item.values[0], key, name, item, text, volts ?? voltage, seconds: seconds)
  }

  /// The item, if the file has it with a value.
  private mutating func item(_ name: String, for keys: [String]) -> AndroidPowerProfile.Item? {
    guard let item = source.items[name] else {
      remarks.append(ImportRemark(.note, file: source.file, "\(name) is missing: \(stays(keys))"))
      return nil
    }
    guard item.values.contains(where: { $0 > 0 }) else {
      reject(name, item, item.values.isEmpty ? "no values" : "only zeros", for: keys)
      return nil
    }
    return item
  }

  /// Sets a value from a current, unless that is a placeholder.
  @discardableResult
  private mutating func accept(
    _ current: Double, _ key: String, _ name: String, _ item: AndroidPowerProfile.Item, _ text: String,
    _ volts: Double, seconds: Double? = nil
  ) -> Bool {
    let value = current / 1000 * volts * (seconds ?? 1)
    if current <= 0.05 || current == 0.1 {
      reject(name, item, "\(number(current)) mA is a placeholder", for: [key])
      return false
    }
    if current > 1000, key != "processor.active" {
      reject(name, item, "\(number(current)) mA is more than this part can draw", for: [key])
      return false
    }
    if let schema = DeviceSchema.schema(of: key), !schema.validRange.contains(value) {
      reject(name, item, "\(number(current)) mA is out of range", for: [key])
      return false
    }
    if current == 1 || current == 10, let old = base.values[key]?.mean {
      guard value <= 4 * old, value >= old / 4 else {
        reject(name, item, "\(number(current)) mA looks like a placeholder and is far from \(base.name)", for: [key])
        return false
      }
      warn(item, "\(name): \(number(current)) mA may be a placeholder; taken, since \(base.name) has about as much")
    }
    set(key, item, value, spread: 0.2, text, at: volts)
    return true
  }

  private mutating func set(
    _ key: String, _ item: AndroidPowerProfile.Item, _ mean: Double, spread: Double, _ text: String, at volts: Double
  ) {
    guard let schema = DeviceSchema.schema(of: key) else { return }
    lines[key] = item.line
    let kind = schema.dimension
    use(text, key)
    let mean = written(mean, kind)
    let (least, most) = (written(mean / 2, kind), written(mean * 2, kind))
    profile.values[key] = ProfileValue(
      mean: mean, deviation: written(spread * mean, kind),
      range: max(schema.validRange.lowerBound, least)...min(schema.validRange.upperBound, most),
      distribution: .lognormal, trust: .declared, source: "\(source.title): \(text), at \(number(volts)) V")
  }

  private mutating func use(_ text: String, _ key: String) {
    let name = text.prefix { $0 != " " }
    if let index = used.firstIndex(where: { $0.hasPrefix("\(name) ") }) {
      used[index] += " and \(key)"
    } else {
      used.append("\(name) for \(key)")
    }
  }

  private mutating func setRatio(
    _ key: String, _ item: AndroidPowerProfile.Item, _ ratio: Double, _ text: String
  ) {
    lines[key] = item.line
    use(text, key)
    let mean = written(max(1, ratio), .ratio)
    profile.values[key] = ProfileValue(
      mean: mean, deviation: written(0.2 * (mean - 1), .ratio), range: 1...max(1, 2 * mean), distribution: .normal,
      trust: .declared,
      source: "\(source.title): \(text)")
  }

  /// Millivolts of a controller, in volts; the battery's where the file has none that can be true.
  private mutating func controllerVoltage(_ name: String) -> Double {
    guard let item = source.items[name], let value = item.values.first else { return voltage }
    if (1500...6000).contains(value) { return value / 1000 }
    if (2.5...6).contains(value) {
      warn(item, "\(name): \(number(value)) is taken as volts; the file's unit is mV")
      return value
    }
    warn(item, "\(name): \(number(value)) mV is no voltage; \(number(voltage)) V, that of the battery, is taken")
    return voltage
  }

  // MARK: Remarks

  private mutating func warn(_ item: AndroidPowerProfile.Item, _ message: String) {
    let remark = ImportRemark(.warning, file: source.file, line: item.line, message)
    guard let last = remarks.last, last.line == item.line else {
      remarks.append(remark)
      return
    }
    // An item that serves several keys is named once, with all of them.
    guard last.message != message else { return }
    let (old, new) = (last.message.split(separator: "; "), message.split(separator: "; "))
    guard old.count == 2, new.count == 2, old[0] == new[0] else {
      remarks.append(remark)
      return
    }
    remarks[remarks.count - 1] = ImportRemark(
      .warning, file: source.file, line: item.line, "\(last.message), \(new[1])")
  }

  private mutating func reject(
    _ name: String, _ item: AndroidPowerProfile.Item, _ reason: String, for keys: [String]
  ) {
    warn(item, "\(name): \(reason); \(stays(keys))")
  }

  /// `gnss.acquiring stays 150 mW of modern-phone`.
  private func stays(_ keys: [String]) -> String {
    let parts = keys.compactMap { key -> String? in
      guard let value = base.values[key], let schema = DeviceSchema.schema(of: key) else { return nil }
      return "\(key) stays \(schema.dimension.describe(value.mean)) of \(base.name)"
    }
    return parts.joined(separator: ", ")
  }

  /// As the profile's file says it: six digits, in the unit that fits the size.
  private func written(_ value: Double, _ dimension: Dimension) -> Double {
    (try? dimension.parse(dimension.describe(value))) ?? value
  }

  private func number(_ value: Double) -> String { DecimalText.significant(value, digits: 6) }
}
