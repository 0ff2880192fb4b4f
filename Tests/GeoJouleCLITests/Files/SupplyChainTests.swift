import Foundation
import Testing

/// Whoever moves a tag of another project changes nothing here.
@Suite struct SupplyChainTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(MeasuredDataTests.repository)/\(path)", encoding: .utf8)
  }

  @Test(arguments: [
    ".github/workflows/release.yml", ".github/workflows/test.yml", "action.yml", "Examples/ci/github.yml",
  ])
  func actionsAndImagesAreNamedByTheirHash(path: String) throws {
    var count = 0
    for line in try Self.text(path).split(separator: "\n") {
      if line.contains("uses: "), !line.contains("uses: ./") {
        #expect(line.contains(/@[0-9a-f]{40} # v[0-9.]+$/), "\(line)")
        count += 1
      }
      if line.contains("container: ") { #expect(line.contains(/@sha256:[0-9a-f]{64}$/), "\(line)") }
    }
    #expect(count > 0)
  }

  @Test func noDependencyMayBecomeAnotherMinorVersion() throws {
    let lines = try Self.text("Package.swift").split(separator: "\n").filter { $0.contains(".package(url:") }
    #expect(lines.count == 4)
    for line in lines where !line.contains("swift-docc-plugin") {
      #expect(line.contains("exact: ") || line.contains(".upToNextMinor("), "\(line)")
    }
  }

  @Test func nothingIsBuiltAsRoot() throws {
    let make = try BuiltTool.run(
      ["--no-print-directory", "-C", MeasuredDataTests.repository, "-n", "install", "BINARY=/nowhere/geojoule"],
      environment: ["SUDO_USER": "someone"], program: URL(fileURLWithPath: "/usr/bin/make"))
    #expect(make.status == 0 && make.text.contains("nothing is built as root"), "\(make.errors)")
    #expect(!make.text.contains("swift build"))
  }
}
