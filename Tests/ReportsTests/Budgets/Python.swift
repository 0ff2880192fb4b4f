import Foundation

/// Runs small scripts with the machine's Python.
enum Python {
  struct Failure: Error { let text: String }

  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    .split(separator: ":").map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isThere: Bool { path != nil }

  /// What the script prints.
  static func run(_ script: String, input: String, arguments: [String] = []) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/python3")
    process.arguments = ["-c", script] + arguments
    let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let problem = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(text: problem) }
    return text
  }

  /// Checks standard input against the schema file named first; uses the `jsonschema` package where it is installed.
  static let schemaChecker = """
    import json, sys
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    value = json.load(sys.stdin)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    known = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required",
             "additionalProperties", "items", "enum", "const", "minimum", "pattern"}
    def fits(value, kind):
        if kind == "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        if kind == "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        return isinstance(value, kinds[kind])
    def check(value, part, place):
        assert set(part) <= known, f"{place}: the checker does not know {set(part) - known}"
        if "$ref" in part:
            check(value, schema["$defs"][part["$ref"].rsplit("/", 1)[1]], place)
        if "type" in part:
            wanted = part["type"] if isinstance(part["type"], list) else [part["type"]]
            assert any(fits(value, kind) for kind in wanted), f"{place}: {value!r} is not {wanted}"
        if "enum" in part:
            assert value in part["enum"], f"{place}: {value!r}"
        if "const" in part:
            assert value == part["const"], f"{place}: {value!r}"
        if "minimum" in part and value is not None:
            assert value >= part["minimum"], f"{place}: {value!r}"
        if isinstance(value, dict):
            for name in part.get("required", []):
                assert name in value, f"{place}: {name} is missing"
            for name, item in value.items():
                if name in part.get("properties", {}):
                    check(item, part["properties"][name], f"{place}.{name}")
                elif isinstance(part.get("additionalProperties"), dict):
                    check(item, part["additionalProperties"], f"{place}.{name}")
                else:
                    assert part.get("additionalProperties", True), f"{place}: {name} is unknown"
        if isinstance(value, list) and "items" in part:
            for index, item in enumerate(value):
                check(item, part["items"], f"{place}[{index}]")
    check(value, schema, "$")
    try:
        import jsonschema
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(value, schema)
    except ImportError:
        pass
    print("valid")
    """
}
