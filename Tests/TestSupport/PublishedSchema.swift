public import Foundation

/// The schemas of `docs/schema`, applied by Python's `jsonschema`.
public enum PublishedSchema {
  /// Whether the package is there.
  public static let canCheck = PythonTool.has(["jsonschema"], from: ["jsonschema"])
  public static let requirement: String = "needs python3 and the package 'jsonschema'"

  /// What is wrong with a document; empty when it keeps the schema `docs/schema/<name>.schema.json`.
  ///
  /// - Parameter hasLines: whether each line is a document.
  public static func faults(
    _ document: Data, _ name: String, hasLines: Bool = false, filePath: String = #filePath
  ) throws -> String {
    // The caller's file is some folders below the root.
    var root = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    while root.path.count > 1, !FileManager.default.fileExists(atPath: root.path + "/Package.swift") {
      root.deleteLastPathComponent()
    }
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      jsonschema.Draft202012Validator.check_schema(schema)
      text = sys.stdin.buffer.read()
      for document in text.splitlines() if sys.argv[2] == "lines" else [text]:
          for fault in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(document)):
              print(fault.json_path, fault.message[:200])
      """
    let schema = root.appendingPathComponent("docs/schema/\(name).schema.json").path
    let outcome = try PythonTool.run(["-c", program, schema, hasLines ? "lines" : "one"], input: document)
    return outcome.status == 0 ? outcome.text : outcome.text + "(exit code \(outcome.status))"
  }
}
