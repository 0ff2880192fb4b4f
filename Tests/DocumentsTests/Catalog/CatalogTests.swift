import DeviceModel
@testable import Documents
import EmbeddedCatalog
import FileFormats
import Foundation
import TestSupport
import Testing

private func entry(_ name: String, _ text: String, kind: CatalogKind = .devices) -> CatalogEntry {
  CatalogEntry(kind: kind, name: name, file: "\(name).yml", text: text, isBuiltIn: true)
}

/// Without its name, so that it can be any profile.
private let full = ProfileWriter.text(of: SampleProfiles.device).replacingOccurrences(of: "name: sample\n", with: "")
private let drain = """
  base:
    drain: {mean: 121 mW, distribution: fixed, trust: measured, source: "m"}
  """

@Suite struct CatalogTests {
  @Test func everyBuiltInDeviceAndNetworkDecodes() throws {
    let catalog = Catalog()
    for entry in catalog.entries(.devices) {
      let device = try catalog.device(entry)
      #expect(device.validate().isEmpty)
      #expect(catalog.names(.networks).contains(device.defaultNetwork), "\(entry.file)")
      let text = ProfileWriter.text(of: device)
      let again = try DeviceProfileReader.read(text, file: "x", name: EntryName(device.name)) {
        yaml throws(InputError) in
        throw yaml.error("no parents here", remedy: "none")
      }
      #expect(again == device)
    }
    for entry in catalog.entries(.networks) { #expect(try catalog.network(entry).validate().isEmpty) }
  }

  @Test func theEmbeddedTableIsTheProfilesFolder() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var count = 0
    for profile in EmbeddedCatalog.profiles {
      let text = try TextFile.read(root.appendingPathComponent("profiles/\(profile.file)").path)
      #expect(text == profile.text)
      count += 1
    }
    var files = 0
    for kind in CatalogKind.allCases {
      let folder = root.appendingPathComponent("profiles/\(kind.rawValue)").path
      files +=
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
          $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") || $0.hasSuffix(".json")
        }.count
    }
    #expect(count == files)
  }

  @Test func unknownNamesNameTheNearestAndHowToListAll() {
    let catalog = Catalog(entries: [entry("modern-phone", full), entry("watch", full)])
    #expect(
      failure { _ = try catalog.device("modern-phon") }
        == "error: unknown device 'modern-phon'; did you mean 'modern-phone'? "
        + "'geojoule list devices' shows all; a path of a file works too")
    #expect(
      failure { _ = try catalog.network("tetra") }
        == "error: unknown network 'tetra'; 'geojoule list networks' shows all; a path of a file works too")
    #expect(
      failure { _ = try catalog.device("./modern-phon") }
        == "./modern-phon: error: cannot read the file: there is no such file or folder; check the path")
    #expect(
      failure { _ = try catalog.device("modern-phon.yml") }
        == "modern-phon.yml: error: cannot read the file: there is no such file or folder; check the path")
  }

  @Test func aProfileInheritsAndLeavesOut() throws {
    let child = "summary: c\ninherits: parent\nwithout: [gnss, wifi.tail_time, correlations]\n"
    let wrong = Catalog(entries: [entry("parent", full), entry("child", child)])
    #expect(
      failure { _ = try wrong.device("child") }.hasPrefix(
        "child.yml:3:33: error: without[2]: the parent has no 'correlations'; "))
    let catalog = Catalog(entries: [
      entry("parent", full),
      entry("child", "summary: c\ninherits: parent\nwithout: [gnss]\n" + drain),
    ])
    let device = try catalog.device("child")
    #expect(device.name == "child")
    #expect(device.defaultNetwork == "lte-short-tail")
    #expect(device.values["base.drain"]?.mean == 0.121)
    #expect(device.values["gnss.acquiring"] == nil)
    #expect(device.values["wifi.tail_time"] == SampleProfiles.device.values["wifi.tail_time"])
    #expect(device.correlations.isEmpty)
  }

  @Test func leavingOutWhatIsNeededIsAnError() {
    let catalog = Catalog(entries: [
      entry("parent", full), entry("child", "summary: c\ninherits: parent\nwithout: [battery]\n"),
    ])
    #expect(
      failure { _ = try catalog.device("child") }
        == "child.yml:1:1: error: battery.energy is missing; add it (Nominal energy of the battery when new); "
        + "every profile has it")
  }

  @Test func circlesOfInheritanceAreCut() {
    let catalog = Catalog(entries: [
      entry("a", "summary: a\ninherits: b\n"), entry("b", "summary: b\ninherits: c\n"),
      entry("c", "summary: c\ninherits: a\n"), entry("self", "summary: s\ninherits: self\n"),
      entry("lost", "summary: l\ninherits: slef\n"),
    ])
    #expect(
      failure { _ = try catalog.device("a") }
        == "c.yml:2:11: error: inherits: 'a' inherits from itself in a circle: c, b, a; cut the circle")
    #expect(
      failure { _ = try catalog.device("self") }
        == "self.yml:2:11: error: inherits: the device inherits from itself; name another one")
    #expect(
      failure { _ = try catalog.device("lost") }
        == "lost.yml:2:11: error: inherits: unknown device 'slef'; did you mean 'self'? valid names: a, b, c, self")
  }

  @Test func aFolderAddsAndOverridesByName() throws {
    try withTemporaryFolder { folder in
      #expect(
        failure(in: folder) { _ = try Catalog(adding: folder) }
          == "FOLDER: error: the folder is not a catalogue; "
          + "make folders devices, networks, scenarios, strategies, populations in it")
      #expect(
        failure(in: folder) { _ = try Catalog(adding: "\(folder)/no") }
          == "FOLDER/no: error: cannot read the folder; check that it is there, is a folder and may be read")
      try FileManager.default.createDirectory(atPath: "\(folder)/devices", withIntermediateDirectories: true)
      try AtomicFile.write(full, to: "\(folder)/devices/mine.yml")
      try AtomicFile.write("notes", to: "\(folder)/devices/README.md")
      let catalog = try Catalog(adding: folder)
      #expect(try catalog.device("mine").name == "mine")
      #expect(catalog.names(.devices) == (Catalog().names(.devices) + ["mine"]).sorted())
      #expect(try catalog.device("\(folder)/devices/mine.yml").name == "mine")
      try AtomicFile.write(full, to: "\(folder)/devices/mine.json")
      #expect(
        failure(in: folder) { _ = try Catalog(adding: folder) }
          == "FOLDER/devices/mine.yml: error: 'mine.json' is the same device; rename or remove one of them")
    }
  }

  /// A file that is named by its path finds what lies beside it, before what the catalogue has of that name.
  @Test func aFileFindsItsSiblings() throws {
    try withTemporaryFolder { folder in
      for kind in ["devices", "networks"] {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(kind)", withIntermediateDirectories: true)
      }
      func tail(_ seconds: String) -> String {
        "tail_time: {mean: \(seconds) s, distribution: fixed, trust: measured, source: \"m\"}\n"
      }
      try AtomicFile.write("summary: a\ninherits: lte\n", to: "\(folder)/networks/own.yml")
      try AtomicFile.write("summary: b\ninherits: lte\n" + tail("7.3"), to: "\(folder)/networks/lte.yml")
      try AtomicFile.write("summary: c\ninherits: own\n", to: "\(folder)/networks/heir.yml")
      try AtomicFile.write(
        "summary: d\ninherits: modern-phone\ndefault_network: own\n", to: "\(folder)/devices/phone.yml")
      let catalog = Catalog()
      for name in ["own", "lte", "heir"] {
        #expect(try catalog.network("\(folder)/networks/\(name).yml").values["tail_time"]?.mean == 7.3, "\(name)")
      }
      #expect(try catalog.network("lte").values["tail_time"]?.mean == 10.6)
      let file = "\(folder)/devices/phone.yml"
      #expect(try catalog.network(of: catalog.device(file), file: file).values["tail_time"]?.mean == 7.3)
      try AtomicFile.write("summary: b\ninherits: heir\n", to: "\(folder)/networks/own.yml")
      #expect(
        failure(in: folder) { _ = try catalog.network("\(folder)/networks/heir.yml") }.contains(
          "own.yml:2:11: error: inherits: 'heir' inherits from itself in a circle"))
    }
  }

  @Test func anOverridingProfileMayInheritTheOneItOverrides() throws {
    let catalog = Catalog(entries: [
      entry("phone", full),
      CatalogEntry(
        kind: .devices, name: "phone", file: "mine/phone.yml", text: "summary: mine\ninherits: phone\n" + drain,
        isBuiltIn: false),
    ])
    let device = try catalog.device("phone")
    #expect(device.summary == "mine")
    #expect(device.values["base.drain"]?.mean == 0.121)
    #expect(device.values["gnss.acquiring"] == SampleProfiles.device.values["gnss.acquiring"])
  }
}
