import Analysis
import Foundation
import Core
import TestSupport
import Testing

@testable import Reports

/// Pages as files that people open: sizes, policy, contrast, and a real browser's opinion.
@Suite struct PageTests {
  static func run() -> String {
    var context = SampleReports.context()
    context.duration = .seconds(10_800)
    return DocumentHTML().render(RunGoldenTests.report(SampleDay.detail(), context).document)
  }

  @Test func runPage() { expectGolden("run.html", pageStructure(Self.run())) }

  @Test(arguments: [PageTests.run(), DocumentHTML().render(SampleDay.report())])
  func loadsNothingAndEscapesNames(_ page: String) {
    for word in ["http://", "https://", "src=", "href=", "@import", "<link", " style=", "onclick", "eval("] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(!page.contains("<b>"))
    #expect(page.contains("&lt;b&gt;station&lt;/b&gt;"))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.components(separatedBy: "<style").count == 2)
  }

  /// The policy names the hash of exactly what stands between the tags; Python's own SHA-256 agrees.
  static let pages = [
    run(), DocumentHTML().render(SampleDay.report()), DocumentHTML().render(FitReportTests.sample.document),
  ]

  @Test(.enabled(if: PythonTool.has(["hashlib"]), "needs python3"), arguments: pages.indices)
  func thePolicyAllowsThisStyleAndThisScriptOnly(_ index: Int) throws {
    let program = """
      import base64, hashlib, re, sys
      page = sys.stdin.read()
      policy = re.search('Content-Security-Policy" content="([^"]*)"', page).group(1)
      for tag in ("style", "script"):
          inner = re.search(f"<{tag}>(.*?)</{tag}>", page, re.S)
          if not inner:
              assert tag == "script" and "script" not in policy
              continue
          digest = base64.b64encode(hashlib.sha256(inner.group(1).encode()).digest()).decode()
          assert f"{tag}-src 'sha256-{digest}'" in policy, (tag, digest, policy)
      assert "default-src 'none'" in policy and "unsafe" not in policy
      """
    let outcome = try PythonTool.run(["-c", program], input: Data(Self.pages[index].utf8))
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  static let hasTidy =
    (try? PythonTool.run(["-c", "import subprocess; subprocess.run(['tidy','-v'],check=True)"]))?
    .status == 0
  static let hasBrowser =
    (try? PythonTool.run([
      "-c",
      "import shutil, sys; sys.exit(not (shutil.which('chromedriver') and (shutil.which('chromium') or shutil.which('google-chrome'))))",
    ]))?.status == 0

  /// Tidy knows HTML but not all of SVG: its remarks about attributes of drawings do not count.
  @Test(.enabled(if: PageTests.hasTidy, "needs tidy"), arguments: pages.indices)
  func tidyFindsNothing(_ index: Int) throws {
    let page = Self.pages[index]
    let program = "import subprocess, sys; sys.exit(subprocess.run(['tidy', '-q', '-e'], stdin=sys.stdin).returncode)"
    let outcome = try PythonTool.run(["-c", program], input: Data(page.utf8))
    let remarks = outcome.text.split(separator: "\n").filter {
      !$0.contains("<svg> proprietary attribute") && !$0.contains("<title> proprietary attribute")
    }
    #expect(remarks.isEmpty, "\(remarks.joined(separator: "\n"))")
  }

  @Test(.enabled(if: PageTests.hasBrowser, "needs chromium and chromedriver"))
  func aBrowserReadsSortsAndZooms() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = [("comparison.html", DocumentHTML().render(SampleDay.report())), ("run.html", Self.run())]
    for (name, page) in pages { try Data(page.utf8).write(to: folder.appendingPathComponent(name)) }
    let outcome = try PythonTool.script(
      "browser_check.py", pages.map { folder.appendingPathComponent($0.0).path })
    #expect(outcome.status == 0, "\(outcome.text.suffix(2000))")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("ok ") }.count > 30)
    for line in lines where !line.hasPrefix("ok ") { Issue.record("\(line)") }
  }

  /// WCAG 2.2: text 4.5 to 1 (1.4.3), what a drawing needs 3 to 1 (1.4.11), against page and panel.
  /// Print has the light palette.
  @Test(arguments: ["light", "dark"])
  func contrastIsThatOfLevelAA(_ mode: String) throws {
    let css = PageFiles.style
    let blocks = css.components(separatedBy: ":root {").dropFirst()
    let block = try #require(Array(blocks)[mode == "light" ? 0 : 1].split(separator: "}").first)
    var colours: [String: Double] = [:]
    for part in block.split(separator: ";") {
      let pair = part.split(separator: ":").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      guard pair.count == 2, pair[0].hasPrefix("--") else { continue }
      colours[pair[0]] = Self.luminance(pair[1])
      let paint = ChartPaint.attributes("part \(pair[0].dropFirst(2))")
      if mode == "light", !paint.isEmpty { #expect(paint == " fill=\"\(pair[1])\"") }
    }
    func contrast(_ a: String, _ b: String) throws -> Double {
      let (x, y) = (try #require(colours[a], "\(a)"), try #require(colours[b], "\(b)"))
      return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }
    for ground in ["--page", "--panel"] {
      for text in ["--ink", "--soft"] { #expect(try contrast(text, ground) >= 4.5, "\(text) on \(ground)") }
    }
    let shapes = [
      "--accent", "--alert", "--way", "--gnss", "--wifi", "--cellular", "--bluetooth", "--processor", "--base",
      "--rest", "--tail", "--wait", "--prepare", "--work",
    ]
    for shape in shapes { #expect(try contrast(shape, "--page") >= 3, "\(shape) on \(mode)") }
  }

  /// Relative luminance of `#rgb` or `#rrggbb` (WCAG 2.2).
  private static func luminance(_ colour: String) -> Double {
    var digits = Array(colour.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    let parts = stride(from: 0, to: 6, by: 2).map { index -> Double in
      let value = Double(Int(String(digits[index...index + 1]), radix: 16) ?? 0) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
