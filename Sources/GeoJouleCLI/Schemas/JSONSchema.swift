import GeoJoule
import Reports

extension JSONValue {
  /// The JSON schema (draft 2020-12) of a kind of value.
  init(_ schema: ValueSchema) {
    switch schema {
    case .any: self = .object([])
    case .text(let pattern): self = Self.of("string", pattern.map { [("pattern", .string($0))] } ?? [])
    case .flag: self = Self.of("boolean")
    case .whole(let range):
      self = Self.of(
        "integer",
        [("minimum", .number(Double(range.lowerBound))), ("maximum", .number(Double(range.upperBound)))])
    case .number(let range):
      let ends = [("minimum", range.lowerBound), ("maximum", range.upperBound)].filter(\.1.isFinite)
      self = Self.of("number", ends.map { ($0, .number($1)) })
    case .choice(let words): self = .object([("enum", words.json)])
    case .quantity(let units, let orNone):
      self = Self.of("string", [("pattern", .string(Self.pattern(units, orNone: orNone)))])
    case .list(let item, let least, let most):
      self = Self.of(
        "array",
        [("items", JSONValue(item))] + (least > 0 ? [("minItems", least.json)] : [])
          + (most.map { [("maxItems", $0.json)] } ?? []))
    case .named(let value, let least):
      self = Self.of(
        "object",
        [("additionalProperties", JSONValue(value))] + (least > 0 ? [("minProperties", least.json)] : []))
    case .either(let kinds): self = .object([("anyOf", .array(kinds.map { JSONValue($0) }))])
    case .reference(let name): self = .object([("$ref", .string("#/$defs/\(name)"))])
    case .keys(let keys, let rules):
      self = (keys.isEmpty && !rules.isEmpty ? .object([]) : Self.mapping(keys)) + rules.flatMap(Self.members)
    case .mapping: self = Self.of("object")
    case .noted(let schema, let note): self = JSONValue(schema) + [("description", .string(note))]
    }
  }

  private static func of(_ type: String, _ members: [(String, JSONValue)] = []) -> JSONValue {
    .object([("type", .string(type))] + members)
  }

  private static func mapping(_ keys: [KeyEntry]) -> JSONValue {
    let required = keys.filter(\.isRequired).map(\.name)
    return of(
      "object",
      [("properties", properties(keys)), ("additionalProperties", .bool(false))]
        + (required.isEmpty ? [] : [("required", required.json)]))
  }

  private static func properties(_ keys: [KeyEntry]) -> JSONValue {
    .object(keys.map { ($0.name, JSONValue($0.schema)) })
  }

  private static func members(_ rule: KeyRule) -> [(String, JSONValue)] {
    func has(_ key: String, _ word: String) -> JSONValue {
      ["properties": [key: ["const": word] as JSONValue] as JSONValue]
    }
    switch rule {
    case .one(let keys): return [("oneOf", .array(keys.map { ["required": [$0]] }))]
    case .any(let lists): return [("anyOf", .array(lists.map { ["required": $0] }))]
    case .count(let range):
      return [("minProperties", range.lowerBound.json)]
        + (range.upperBound < .max ? [("maxProperties", range.upperBound.json)] : [])
    case .when(let key, let cases):
      return [
        (
          "allOf",
          .array(
            cases.map { word, keys in
              let condition = has(key, word) + [("required", [key].json)]
              return ["if": condition, "then": ["properties": properties(keys)] as JSONValue]
            })
        )
      ]
    case .definitions(let entries): return [("$defs", properties(entries))]
    case .split(let key, let word, let one, let other):
      return [("if", has(key, word)), ("then", JSONValue(one)), ("else", JSONValue(other))]
    }
  }

  /// A number with one of these units.
  private static func pattern(_ units: [UnitSymbol], orNone: Bool) -> String {
    let symbols = units.map(\.symbol).filter { !$0.isEmpty }.map(escaped).joined(separator: "|")
    let number = #"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?"#
    return "^\\s*(\(number)\\s*(\(symbols))\(orNone ? "|none" : ""))\\s*$"
  }

  private static func escaped(_ symbol: String) -> String {
    String(symbol.flatMap { "%/".contains($0) || $0.isLetter || $0.isNumber ? [$0] : ["\\", $0] })
  }
}
