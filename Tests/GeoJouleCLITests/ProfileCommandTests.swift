import FileFormats
import Foundation
import TestSupport
import Testing

@Suite struct ProfileCommandTests {
  private static let old = """
    <device name="Android">
    <item name="gps.on">71</item>
    <item name="wifi.on">0.1</item>
    </device>
    """

  @Test func anImportedProfileIsWrittenNamedAndRuns() throws {
    try withTemporaryFolder { folder in
      try write(Self.old, to: "\(folder)/p.xml")
      let outcome = try BuiltTool.run(
        ["profile", "import-android", "p.xml", "-o", "my-phone.yml", "--quiet"], in: folder)
      #expect(outcome.status == 0)
      #expect(
        outcome.errors
          == "p.xml: warning: used of the file's 2 items: gps.on for gnss.acquiring and gnss.tracking_strong; nearly all "
          + "values are placeholders or missing: the profile is modern-phone under another name\n"
          + "p.xml:3: warning: wifi.on: 0.1 mA is a placeholder; wifi.power_save stays 6 mW of modern-phone\n")
      let text = try TextFile.read("\(folder)/my-phone.yml")
      #expect(text.contains("name: my-phone\n"))
      #expect(text.contains("p.xml: gps.on 71 mA"))
      let run = try BuiltTool.run(
        [
          "compare", "--device", "my-phone.yml", "--scenario", "city-run", "--strategy", "continuous", "--seeds", "1",
          "--format", "csv",
        ], in: folder)
      #expect(run.status == 0)
      #expect(run.text.contains("continuous,my-phone,"))
    }
  }

  /// What the file lacks is ranked by what the answer owes it, times and shares too; noise is not listed.
  @Test func whatTheFileLacksIsRanked() throws {
    try withTemporaryFolder { folder in
      try write(Self.old, to: "\(folder)/p.xml")
      let outcome = try BuiltTool.run(["profile", "import-android", "p.xml", "-o", "x.yml"], in: folder)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.last == "wrote x.yml")
      let ranked = lines.filter { $0.hasPrefix("  ") }.map { $0.split(separator: " ") }
      let keys = Set(ranked.map { String($0[0].dropLast()) })
      let effects = ranked.compactMap { Double($0[1]) }
      #expect(effects.count == ranked.count && effects == effects.sorted(by: >), "\(outcome.errors)")
      let (most, least) = (try #require(effects.first), try #require(effects.last))
      #expect(least >= 0.0095 * most, "1 %, rounded to two digits")
      let times = ["gnss.retry_pause", "processor.delivery_time"]
      #expect(keys.isSuperset(of: times + ["battery.health", "gnss.weak_multiplier", "gnss.failure.indoor"]))
      #expect(!keys.contains("gnss.tracking_strong"), "the file has gps.on")
    }
  }

  /// A piece replaces what it names and leaves the rest; its faults have its own lines.
  @Test func aPieceIsMergedIntoADevice() throws {
    try withTemporaryFolder { folder in
      let piece = """
        gnss:
          tracking_strong: {mean: 51.7 mW, deviation: 3.1 mW, range: [40 mW, 70 mW], distribution: normal, \
            trust: fitted, source: "mine"}
        """
      try write(piece, to: "\(folder)/piece.yml")
      let outcome = try BuiltTool.run(
        ["profile", "merge", "modern-phone", "piece.yml", "--output", "mine.yml"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "piece.yml: 1 value changed: gnss.tracking_strong\nwrote mine.yml\n")
      let text = try TextFile.read("\(folder)/mine.yml")
      #expect(text.contains("name: mine\n") && text.contains("51.7 mW"))
      let old = try BuiltTool.run(["show", "modern-phone"]).text.split(separator: "\n")
      let new = text.split(separator: "\n")
      #expect(new.first == old.first)
      let again = try BuiltTool.run(["profile", "merge", "mine.yml", "piece.yml"], in: folder)
      #expect(again.errors == "piece.yml: 0 values changed\n")
      #expect(try BuiltTool.run(["profile", "merge", "mine.yml", "piece.yml", "-q"], in: folder).errors.isEmpty)
      // The line of the value, those of the name, and the counts of trust.
      #expect(Set(new).subtracting(old).count <= 8 && abs(new.count - old.count) <= 4)
      #expect(try BuiltTool.run(["validate-file", "mine.yml"], in: folder).status == 0)
      try write("gnss:\n  nonsense: 3 mW\n", to: "\(folder)/bad.yml")
      let bad = try BuiltTool.run(["profile", "merge", "modern-phone", "bad.yml", "-o", "x.yml"], in: folder)
      #expect(bad.status == 65 && bad.errors.hasPrefix("bad.yml:2:"), "\(bad.errors)")
    }
  }

  @Test func aBrokenFileIsRefusedAndNothingIsWritten() throws {
    try withTemporaryFolder { folder in
      try write("<device><item name=\"gps.on\">much</item></device>", to: "\(folder)/p.xml")
      let outcome = try BuiltTool.run(["profile", "import-android", "p.xml", "-o", "x.yml"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("p.xml:1: error: the file has no items of numbers"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.yml"))
    }
  }

  /// It ended as an internal fault, without a place.
  @Test(arguments: [["cross-check", "p.xml"], ["import-android", "p.xml", "-o", "x.yml"]])
  func anImpossibleValueHasItsLine(_ arguments: [String]) throws {
    try withTemporaryFolder { folder in
      try write(
        "<device name=\"Android\">\n<array name=\"radio.on\">\n<value>9.7</value><value>1e19</value><value>3.3</value>\n"
          + "</array></device>\n", to: "\(folder)/p.xml")
      let outcome = try BuiltTool.run(["profile"] + arguments, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("p.xml:2: error: "), "\(outcome.errors)")
      #expect(outcome.errors.contains("is not possible for cellular.weak_multiplier"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.yml"))
    }
  }

  @Test func aDeviceWithoutAReceiverIsNotCompared() throws {
    try withTemporaryFolder { folder in
      try write(Self.old, to: "\(folder)/p.xml")
      let outcome = try BuiltTool.run(["profile", "cross-check", "p.xml", "--like", "wifi-only"], in: folder)
      #expect(outcome.status == 0)
      #expect(
        outcome.text.contains(
          "| p.xml | GNSS | | | | (gps.on 71 mA x 600 s) x 3.83 V | wifi-only has no receiver: the model has nothing to compare |\n"
        ))
      #expect(outcome.text.contains("| p.xml | Wi-Fi | "))
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let folder = RepositoryPath.data("power_profiles")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: folder), "needs power_profiles of GEOJOULE_DATA"))
  func theCommittedCrossCheckIsWhatTheCommandPrints() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".xml") }
      .sorted()
    let outcome = try BuiltTool.run(["profile", "cross-check"] + names, in: Self.folder)
    #expect(outcome.status == 0)
    let page = try TextFile.read(Self.root.appendingPathComponent("reports/validation/android-profiles.md").path)
    #expect(page.hasSuffix(outcome.text))
  }
}
