import Foundation
import TestSupport
import Testing

/// The scripts that make pages of reports/validation.
@Suite(.enabled(if: PythonTool.has(["json"]), "needs python3")) struct PageScriptTests {
  /// Without its four results, or with them in another order, the script would print empty tables and wrong sentences.
  @Test(arguments: [[], ["iphone-6", "nexus-6"], ["nexus-6", "iphone-6", "nexus-6", "iphone-6"]])
  func positionErrorsNeedTheResultsOfBothPhonesInOrder(_ devices: [String]) throws {
    try withTemporaryFolder { folder in
      let files = devices.indices.map { "\(folder)/\($0).json" }
      for (file, device) in zip(files, devices) {
        try Data("{\"device\": \"\(device)\"}".utf8).write(to: URL(fileURLWithPath: file))
      }
      let script = RepositoryPath.of("reports/validation/position-errors.py")
      let outcome = try PythonTool.run([script, folder] + files)
      #expect(outcome.status == 1 && outcome.text.contains("\nUsage: ") && !outcome.text.contains("Traceback"))
    }
  }
}
