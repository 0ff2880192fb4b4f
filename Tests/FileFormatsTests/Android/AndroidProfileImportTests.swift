import DeviceModel
import Foundation
import Core
import TestSupport
import Testing

@testable import Documents

@testable import FileFormats

@Suite struct AndroidProfileImportTests {
  private let base: DeviceProfile

  init() throws { base = try Catalog().device("modern-phone") }

  private func imported(_ items: String) throws -> AndroidProfileImport {
    let text = "<device name=\"Android\">\n\(items)\n</device>\n"
    let source = try AndroidPowerProfileReader.profile(bytes: Array(text.utf8), file: "p.xml")
    return AndroidProfileImport(source, base: base, name: "mine")
  }

  private func item(_ name: String, _ value: Double) -> String { "<item name=\"\(name)\">\(value)</item>\n" }

  private func array(_ name: String, _ values: [Double]) -> String {
    "<array name=\"\(name)\">" + values.map { "<value>\($0)</value>" }.joined() + "</array>\n"
  }

  private func isClose(_ value: Double?, _ expected: Double) -> Bool {
    // Six digits are written.
    value.map { abs($0 - expected) <= 5e-6 * abs(expected) } ?? false
  }

  /// Powers that no item of the file is about are named too, once and all together; what has a remark of its own is not.
  @Test func whatNoItemIsAboutIsNamed() throws {
    let result = try imported(
      item("gps.on", 43) + item("wifi.on", 3) + item("wifi.active", 71) + item("cpu.idle", 3) + item("cpu.awake", 17))
    let rest = try #require(result.remarks.last)
    #expect(rest.kind == .note)
    #expect(
      rest.message.hasPrefix(
        "no item of the file is about these powers and energies, which stay those of modern-phone: "))
    #expect(rest.message.contains("gnss.duty_cycled"))
    #expect(!rest.message.contains("gnss.acquiring"))
    // Named by its own missing item.
    #expect(!rest.message.contains("cellular.idle,"))
  }

  /// 20 mA at 3.87 V are 77.4 mW for the whole sleeping phone: radios take 6 + 8 + 2 mW and the base drain 13.
  @Test(arguments: [true, false])
  func theSleepingPhoneIsNotCountedTwice(isNew: Bool) throws {
    let result = try imported(
      isNew ? item("cpu.suspend", 20) + item("cpu.idle", 40) : item("cpu.idle", 20) + item("cpu.awake", 40))
    let values = result.profile.values
    #expect(isClose(values["processor.suspended"]?.mean, 0.0774 - 0.016 - 0.013))
    #expect(values["base.drain"] == base.values["base.drain"])
    let sleeping = ["processor.suspended", "base.drain", "wifi.power_save", "cellular.idle", "bluetooth.idle"]
      .compactMap { values[$0]?.mean }
    #expect(abs(sleeping.reduce(0, +) - 0.0774) < 1e-6)
    #expect(result.profile.validate().isEmpty)
  }

  @Test(arguments: [("cpu.suspend", "cpu.idle", 23.0), ("cpu.idle", "cpu.awake", 35)])
  func theAwakeCurrentIsAddedToTheCores(suspended: String, awake: String, current: Double) throws {
    let result = try imported(
      item(suspended, 5) + item(awake, awake == "cpu.idle" ? 11 : 23)
        + array("cpu.core_speeds.cluster0", [600_000, 1_000_000])
        + array("cpu.core_power.cluster0", [8, 12]))
    #expect(isClose(result.profile.values["processor.active"]?.mean, current * 0.001 * 3.87))
  }

  @Test(arguments: ["300.5.5", "", "x", "-3", "0x10"])
  func anItemThatIsNoNumberIsLeftOut(value: String) throws {
    let text =
      item("gps.on", 43)
      + "<array name=\"modem.controller.tx\"><value>240</value><value>\(value)</value></array>\n<item name=\"wifi.on\">\(value)</item>\n"
    let result = try imported(text)
    #expect(result.given.contains("gnss.tracking_strong") && !result.given.contains("lte.transferring"))
    let warnings = result.remarks.filter { $0.message.contains("the item is left out, as Android does") }
    #expect(warnings.map(\.line) == [3, 4] && warnings[0].message.hasPrefix("modem.controller.tx: '\(value)' is not"))
  }

  private func modem(_ value: (Double) -> Double) -> String {
    "<modem><sleep>\(value(3))</sleep><idle>\(value(15))</idle>"
      + ["DEFAULT", "NR"].map { rat in
        "<active rat=\"\(rat)\"><receive>\(value(130))</receive>"
          + [140, 180, 220, 280, 350].enumerated().map { "<transmit level=\"\($0)\">\(value($1))</transmit>" }.joined()
          + "</active>"
      }.joined() + "</modem>\n" + item("modem.controller.voltage", 3700)
  }

  @Test func theModemElementIsRead() throws {
    let result = try imported(item("gps.on", 43) + modem { $0 })
    #expect(isClose(result.profile.values["lte.transferring"]?.mean, 0.220 * 3.7))
    #expect(isClose(result.profile.values["lte.connected"]?.mean, 0.015 * 3.7))
    #expect(isClose(result.profile.values["cellular.idle"]?.mean, 0.003 * 3.87))
    #expect(
      result.remarks.contains {
        $0.message == "<modem> read as modem.controller: sleep, idle, rx, tx, of its access DEFAULT; NR not taken"
      })
    let zeros = try imported(item("gps.on", 43) + modem { _ in 0 })
    #expect(zeros.remarks.contains { $0.message == "<modem> has only zeros: not taken" })
    let noIdle = try imported(item("gps.on", 43) + modem { $0 == 15 ? 0 : $0 })
    #expect(
      noIdle.remarks.contains {
        $0.message
          == "<modem> read as modem.controller: sleep, rx, tx, of its access DEFAULT; without a value: idle; NR not taken"
      })
    #expect(!noIdle.given.contains("lte.connected"))
    // The controller's own items count first.
    let both = try imported(array("modem.controller.tx", [100, 111, 122]) + modem { $0 })
    #expect(isClose(both.profile.values["lte.transferring"]?.mean, 0.111 * 3.7))
  }

  @Test func whatWasUsedIsSaidFirst() throws {
    let few = try imported(item("gps.on", 43) + item("wifi.on", 0.1))
    let said = try #require(few.remarks.first)
    #expect(
      said.kind == .warning
        && said.message.hasPrefix(
          "used of the file's 2 items: gps.on for gnss.acquiring and gnss.tracking_strong; nearly all")
    )
    #expect(few.remarks.contains { $0.message.hasPrefix("give the battery's capacity with --capacity") })
    let source = try AndroidPowerProfileReader.profile(
      bytes: Array("<device><item name=\"gps.on\">43</item></device>".utf8), file: "p.xml")
    let known = AndroidProfileImport(source, base: base, name: "mine", capacity: 3_000)
    #expect(isClose(known.profile.values["battery.energy"]?.mean, 3_000 * 3.6 * 3.87))
    #expect(!known.remarks.contains { $0.message.hasPrefix("give the battery's capacity") })
  }

  @Test func theNewLayoutsPowersAreCurrentTimesTheControllersVoltage() throws {
    let result = try imported(
      array("gps.signalqualitybased", [37, 13]) + item("gps.voltage", 3300) + item("cpu.suspend", 3)
        + item("cpu.idle", 7) + item("cpu.active", 17) + item("cpu.cluster_power.cluster0", 5)
        + array("cpu.core_speeds.cluster0", [310_000, 1_010_000, 1_900_000])
        + array("cpu.core_power.cluster0", [19, 53, 151]) + item("wifi.controller.idle", 61)
        + item("wifi.controller.rx", 113) + item("wifi.controller.tx", 347) + item("wifi.controller.voltage", 3500)
        + item("battery.capacity", 2711))
    let values = result.profile.values
    #expect(isClose(values["gnss.acquiring"]?.mean, 0.037 * 3.3))
    #expect(isClose(values["gnss.tracking_strong"]?.mean, 0.013 * 3.3))
    #expect(isClose(values["gnss.weak_multiplier"]?.mean, 37.0 / 13))
    // Less than radios (16 mW) and base take: a fifth of the base device's 23 mW, shared as there.
    #expect(isClose(values["processor.suspended"]?.mean, 0.002) && isClose(values["base.drain"]?.mean, 0.0026))
    #expect(isClose(values["processor.awake_idle"]?.mean, 0.007 * 3.87))
    #expect(isClose(values["processor.active"]?.mean, (53 + 17 + 5 + 7) * 0.001 * 3.87))
    #expect(isClose(values["wifi.active"]?.mean, 0.061 * 3.5))
    #expect(isClose(values["wifi.receive"]?.mean, 0.113 * 3.5))
    #expect(isClose(values["wifi.transmit"]?.mean, 0.347 * 3.5))
    #expect(isClose(values["battery.energy"]?.mean, 2711 * 3.6 * 3.87))
    #expect(values["gnss.acquiring"]?.trust == .declared)
    #expect(values["gnss.acquiring"]?.source.contains("37 mA in poor signal") == true)
    #expect(result.profile.validate().isEmpty)
    #expect(!result.remarks.contains { $0.kind == .warning })
  }

  @Test func theOldLayoutsIdleIsTheSuspendedPhone() throws {
    let result = try imported(
      item("cpu.idle", 3.3) + item("cpu.awake", 19) + array("cpu.speeds", [290_000, 940_000])
        + array("cpu.active", [41, 97]) + item("gps.on", 71) + item("wifi.on", 2.3) + item("wifi.active", 83)
        + item("wifi.scan", 67) + array("radio.on", [31, 17, 7]) + item("radio.active", 211))
    let values = result.profile.values
    // 3.3 mA are less than radios and base take: a fifth of the base device's power, as in the new layout.
    #expect(isClose(values["processor.suspended"]?.mean, 0.002))
    #expect(isClose(values["processor.awake_idle"]?.mean, 0.019 * 3.87))
    #expect(isClose(values["processor.active"]?.mean, 0.097 * 3.87))
    #expect(isClose(values["gnss.acquiring"]?.mean, 0.071 * 3.87))
    #expect(isClose(values["gnss.tracking_strong"]?.mean, 0.071 * 3.87))
    #expect(isClose(values["wifi.receive"]?.mean, 0.083 * 3.87))
    #expect(isClose(values["wifi.scan_full"]?.mean, 0.067 * 3.87 * (base.values["wifi.scan_full_time"]?.mean ?? 0)))
    #expect(isClose(values["cellular.idle"]?.mean, 0.007 * 3.87))
    #expect(isClose(values["cellular.weak_multiplier"]?.mean, 31.0 / 7))
    #expect(isClose(values["lte.transferring"]?.mean, 0.211 * 3.87))
    #expect(result.profile.validate().isEmpty)
  }

  @Test(arguments: [
    (
      "gps.on", 0.1,
      "p.xml:2: warning: gps.on: 0.1 mA is a placeholder; "
        + "gnss.acquiring stays 115 mW of modern-phone, gnss.tracking_strong stays 95 mW of modern-phone"
    ),
    (
      "gps.on", 0,
      "p.xml:2: warning: gps.on: only zeros; "
        + "gnss.acquiring stays 115 mW of modern-phone, gnss.tracking_strong stays 95 mW of modern-phone"
    ),
    (
      "gps.on", 1,
      "p.xml:2: warning: gps.on: 1 mA looks like a placeholder and is far from modern-phone; "
        + "gnss.acquiring stays 115 mW of modern-phone, gnss.tracking_strong stays 95 mW of modern-phone"
    ),
    (
      "wifi.controller.rx", 1741,
      "p.xml:2: warning: wifi.controller.rx: 1741 mA is more than this part can draw; "
        + "wifi.receive stays 360 mW of modern-phone"
    ),
    (
      "battery.capacity", 1000,
      "p.xml:2: warning: battery.capacity: 1000 mAh is a placeholder; "
        + "battery.energy stays 45.72 kJ of modern-phone"
    ),
  ])
  func placeholdersAreNamedWithWhatStandsInTheirPlace(_ name: String, _ value: Double, _ warning: String) throws {
    let result = try imported(item(name, value))
    #expect(result.remarks.filter { $0.kind == .warning && $0.line != nil }.map(\.description).first == warning)
    #expect(result.profile.validate().isEmpty)
  }

  @Test(arguments: [(3.7, 3.7), (1, 3.87), (3800, 3.8), (0, 3.87)])
  func voltagesInTheWrongUnitAreMendedAndNamed(_ written: Double, _ volts: Double) throws {
    let result = try imported(item("gps.on", 77) + item("gps.voltage", written))
    #expect(isClose(result.profile.values["gnss.acquiring"]?.mean, 0.077 * volts))
    #expect(result.remarks.contains { $0.kind == .warning && $0.message.hasPrefix("gps.voltage") } == (written != 3800))
  }

  @Test func goodSignalThatCostsMoreIsTakenInTheOtherOrder() throws {
    let result = try imported(array("gps.signalqualitybased", [90, 110]) + array("radio.on", [7, 29]))
    #expect(isClose(result.profile.values["gnss.tracking_strong"]?.mean, 0.09 * 3.87))
    #expect(isClose(result.profile.values["gnss.weak_multiplier"]?.mean, 110.0 / 90))
    #expect(isClose(result.profile.values["cellular.idle"]?.mean, 0.007 * 3.87))
    #expect(result.remarks.count { $0.message.contains("taken in the other order") } == 2)
  }

  @Test func theProfileIsOfAnAndroidPhone() throws {
    let profile = try imported(item("gps.on", 77)).profile
    #expect(base.system == .ios && profile.system == .android)
    #expect(ProfileWriter.text(of: profile).contains("system: android\n"))
  }

  @Test(arguments: [
    (
      "<array name=\"gps.signalqualitybased\"><value>37</value></array>",
      "p.xml:2: warning: gps.signalqualitybased: one value, where poor and good signal have one each; not taken, "
        + "gps.on counts"
    ),
    (
      "<array name=\"gps.signalqualitybased\"><value>0</value><value>0</value></array>",
      "p.xml:2: warning: gps.signalqualitybased: only zeros; not taken, gps.on counts"
    ),
    (
      "<array name=\"gps.signalqualitybased\"><value>0</value><value>13</value></array>",
      "p.xml:2: warning: gps.signalqualitybased: a value of 0; not taken, gps.on counts"
    ),
    (
      "<item name=\"gps.on\">91</item>",
      "p.xml:2: warning: gps.on: given again in line 3, which counts, as on Android; this one is not taken"
    ),
  ])
  func whatDoesNotCountIsNamed(_ line: String, _ warning: String) throws {
    let result = try imported(line + "\n" + item("gps.on", 43))
    #expect(result.remarks.filter { $0.kind == .warning && $0.line != nil }.map(\.description) == [warning])
    #expect(isClose(result.profile.values["gnss.acquiring"]?.mean, 0.043 * 3.87))
    #expect(isClose(result.profile.values["gnss.tracking_strong"]?.mean, 0.043 * 3.87))
  }

  @Test func speedsInMegahertzAreNotTaken() throws {
    let result = try imported(array("cpu.speeds", [300, 1200]) + array("cpu.active", [41, 97]))
    #expect(
      result.remarks.filter { $0.kind == .warning && $0.line != nil }.map(\.description) == [
        "p.xml:3: warning: cpu.active: speeds up to 1200 kHz are none; the file's unit is kHz; "
          + "processor.active stays \(Dimension.power.describe(base.values["processor.active"]?.mean ?? 0)) of modern-phone"
      ])
    #expect(result.profile.values["processor.active"] == base.values["processor.active"])
  }

  /// 70 mA at 3.87 V are 270.9 mW, and that is how it is written.
  @Test func powersAreWrittenInTheirUsualUnit() throws {
    let profile = try imported(item("gps.on", 70) + item("cpu.idle", 3.3) + item("cpu.awake", 7)).profile
    #expect(profile.values["gnss.acquiring"].map { ProfileWriter.number($0.mean, .power) } == "270.9 mW")
    for key in ["gnss.acquiring", "processor.suspended", "processor.awake_idle", "processor.location_session"] {
      let value = try #require(profile.values[key])
      for number in [value.mean, value.deviation, value.range.lowerBound, value.range.upperBound] {
        #expect(ProfileWriter.number(number, .power) == Dimension.power.describe(number), "\(key)")
      }
    }
  }

  @Test func whatIsMissingIsANote() throws {
    let result = try imported(item("gps.on", 77))
    let note = "p.xml: note: wifi.on is missing: wifi.power_save stays 6 mW of modern-phone"
    #expect(result.remarks.map(\.description).contains(note))
    #expect(result.profile.values["wifi.power_save"] == base.values["wifi.power_save"])
  }

  @Test func whatIsWrittenReadsBack() throws {
    let result = try imported(item("gps.on", 77) + array("radio.on", [31, 17, 7]) + item("battery.capacity", 2711))
    let entry = CatalogEntry(kind: .devices, path: "mine.yml", text: ProfileWriter.text(of: result.profile))
    #expect(try Catalog().device(entry) == result.profile)
  }

  private static let noItems =
    "p.xml: the file has no items; give a power_profile.xml with <item name=\"gps.on\">30</item> and the like"
  /// What is no number is left out, as Android does: a file of nothing else has no items.
  private static let noneReadable =
    "p.xml:2: the file has no items of numbers of 0 or more; give a power_profile.xml with <item name=\"gps.on\">30"

  @Test(arguments: [
    (
      "<devise></devise>",
      "p.xml:1: this is not a power profile: its outermost element is <devise>; "
        + "give a power_profile.xml, whose outermost element is <device>"
    ),
    (
      "<device></device>",
      noItems
    ),
    ("<device>\n<item name=\"gps.on\">many</item></device>", noneReadable),
    ("<device>\n<item name=\"gps.on\">nan</item></device>", noneReadable),
    ("<device>\n<item name=\"gps.on\">-3</item></device>", noneReadable),
    ("<device>\n<item name=\"gps.on\">0x1F</item></device>", noneReadable),
    (
      "<device>\n<array name=\"radio.on\">\n<item name=\"gps.on\">3</item></array></device>",
      "p.xml:3: <item name=\"gps.on\"> stands inside radio.on; close 'radio.on' before it"
    ),
    ("<device>\n<item>3</item></device>", "p.xml:2: <item> has no name"),
    ("<device>\n<item name=\"gps.on\">3</item>", "p.xml:2: this is not well-formed XML"),
  ])
  func brokenFilesNameTheirPlace(_ text: String, _ expected: String) throws {
    let error = #expect(throws: InputError.self) {
      try AndroidPowerProfileReader.profile(bytes: Array(text.utf8), file: "p.xml")
    }
    // Columns differ between XML libraries.
    let place = try #require(expected.firstRange(of: ": "))
    let text = try #require(error?.description)
    #expect(text.hasPrefix(String(expected[..<place.lowerBound])))
    #expect(text.contains("error: " + expected[place.upperBound...]))
  }

  static let folder = RepositoryPath.data("power_profiles")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: folder), "needs power_profiles of GEOJOULE_DATA"))
  func everyRealFileImportsRunsAndReadsBack() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".xml") }
    #expect(names.count == 9)
    for name in names.sorted() {
      let source = try AndroidPowerProfileReader.profile(path: "\(Self.folder)/\(name)")
      let result = AndroidProfileImport(source, base: base, name: "mine")
      #expect(result.profile.validate().isEmpty, "\(name)")
      #expect(throws: Never.self) { try result.profile.parameters(mode: .drawn(seed: 7)) }
      let entry = CatalogEntry(kind: .devices, path: "mine.yml", text: ProfileWriter.text(of: result.profile))
      #expect(try Catalog().device(entry) == result.profile, "\(name)")
    }
  }
}

@Suite struct AndroidEnergyRuleTests {
  /// By hand: 34 mA for 11 s and 6 mA for 589 s at 3.7 V; 2 mA for 592.6 s and 113 mA for 7.4 s at 3.6 V.
  @Test func bothRulesByHand() throws {
    let text = """
      <device><array name="gps.signalqualitybased"><value>34</value><value>6</value></array>
      <item name="gps.voltage">3700</item><item name="wifi.controller.idle">2</item>
      <item name="wifi.controller.rx">113</item><item name="wifi.controller.tx">300</item>
      <item name="wifi.controller.voltage">3600</item></device>
      """
    let source = try AndroidPowerProfileReader.profile(bytes: Array(text.utf8), file: "p.xml")
    let device = try AndroidProfileImport(source, base: Catalog().device("modern-phone"), name: "mine")
      .profile.parameters(mode: .fixed)
    let history = RadioHistory(acquisitionTime: .seconds(11))
    let rule = AndroidEnergyRule(source, history: history, device: device)
    #expect(abs(rule.gnss.joules - (0.034 * 11 + 0.006 * 589) * 3.7) < 1e-9)
    let wifi = try #require(device.wifi)
    let busy = wifi.scanPartialTime.seconds * 20 + 8e6 / wifi.downlinkRate.bitsPerSecond
    #expect(abs(rule.wifi.joules - (0.002 * (600 - busy) + 0.113 * busy) * 3.6) < 1e-9)

    let model = ModelledEnergy(device, history: history)
    let sleep = try #require(device.gnss).sleep.watts * #require(device.gnss).sleepTime.seconds
    #expect(abs(model.gnssSleep.joules - sleep) < 1e-9)
    #expect(abs(model.gnss.joules - rule.gnss.joules - sleep) < 1e-9)
    // The tail replaces power save for its time.
    let tail = wifi.tailTime.seconds
    let expected =
      wifi.powerSave.watts * (600 - busy - tail) + wifi.scanPartial.joules * 20
      + wifi.receive.watts * (busy - wifi.scanPartialTime.seconds * 20) + wifi.active.watts * tail
    #expect(abs(model.wifi.joules - expected) < 1e-6)
    #expect(abs(model.wifiTail.joules - wifi.active.watts * tail) < 1e-9)
  }
}
