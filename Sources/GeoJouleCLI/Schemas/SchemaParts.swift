import DeviceModel
import Core
import Reports

/// Pieces of JSON schemas (draft 2020-12).
enum SchemaParts {
  typealias Member = (String, JSONValue)

  static func text(_ about: String? = nil) -> JSONValue { typed("string", about) }
  static func flag(_ about: String? = nil) -> JSONValue { typed("boolean", about) }

  private static func typed(_ type: String, _ about: String?) -> JSONValue {
    .object([("type", .string(type))] + described(about))
  }

  private static func described(_ about: String?) -> [Member] { about.map { [("description", .string($0))] } ?? [] }

  static func whole(_ range: ClosedRange<Int>, _ about: String? = nil) -> JSONValue {
    .object(
      [
        ("type", .string("integer")), ("minimum", .number(Double(range.lowerBound))),
        ("maximum", .number(Double(range.upperBound))),
      ] + described(about))
  }

  static func number(_ range: ClosedRange<Double>? = nil, _ about: String? = nil) -> JSONValue {
    var members: [Member] = [("type", .string("number"))]
    if let range, range.lowerBound.isFinite { members.append(("minimum", .number(range.lowerBound))) }
    if let range, range.upperBound.isFinite { members.append(("maximum", .number(range.upperBound))) }
    return .object(members + described(about))
  }

  static func choice(_ words: [String], _ about: String? = nil) -> JSONValue {
    .object([("enum", .array(words.map(JSONValue.string)))] + described(about))
  }

  static func choice<Words: RawRepresentable & CaseIterable>(_ words: Words.Type, _ about: String? = nil) -> JSONValue
  where Words.RawValue == String { choice(Words.allCases.map(\.rawValue), about) }

  /// A number with one of these units.
  static func quantity(_ units: [UnitSymbol], orNone: Bool = false, _ about: String? = nil) -> JSONValue {
    let symbols = units.map(\.symbol).filter { !$0.isEmpty }.map(escaped).joined(separator: "|")
    let number = #"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?"#
    return .object(
      [
        ("type", .string("string")),
        ("pattern", .string("^\\s*(\(number)\\s*(\(symbols))\(orNone ? "|none" : ""))\\s*$")),
      ] + described(about))
  }

  /// A number with the dimension's unit, or a plain one.
  static func quantity(_ dimension: Dimension) -> JSONValue {
    dimension.units.isEmpty ? number() : quantity(dimension.units)
  }

  private static func escaped(_ symbol: String) -> String {
    var text = ""
    for character in symbol {
      if "%/".contains(character) || character.isLetter || character.isNumber {
        text.append(character)
      } else {
        text += "\\" + String(character)
      }
    }
    return text
  }

  static func list(of items: JSONValue, from least: Int = 0, to most: Int? = nil, _ about: String? = nil) -> JSONValue {
    var members: [Member] = [("type", .string("array")), ("items", items)]
    if least > 0 { members.append(("minItems", .number(Double(least)))) }
    if let most { members.append(("maxItems", .number(Double(most)))) }
    return .object(members + described(about))
  }

  /// Keys with values; other keys are refused.
  static func object(_ members: [Member], required: [String] = [], _ about: String? = nil) -> JSONValue {
    var all: [Member] = [
      ("type", .string("object")), ("properties", .object(members)), ("additionalProperties", .bool(false)),
    ]
    if !required.isEmpty { all.append(("required", .array(required.map(JSONValue.string)))) }
    return .object(all + described(about))
  }

  /// Names of the user's own, each with such a value.
  static func named(_ value: JSONValue, least: Int = 0, _ about: String? = nil) -> JSONValue {
    var members: [Member] = [("type", .string("object")), ("additionalProperties", value)]
    if least > 0 { members.append(("minProperties", .number(Double(least)))) }
    return .object(members + described(about))
  }

  static func either(_ values: [JSONValue], _ about: String? = nil) -> JSONValue {
    .object([("anyOf", .array(values))] + described(about))
  }

  static func reference(_ name: String) -> JSONValue { .object([("$ref", .string("#/$defs/\(name)"))]) }

  static let places = list(of: number(), from: 2, to: 2, "[latitude, longitude] in degrees")
  static let clock = JSONValue.object([
    ("type", .string("string")), ("pattern", .string("^([0-9]|[01][0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9])?$")),
    ("description", .string("a clock time in quotes, such as \"07:55\"")),
  ])
  /// A name or a file, or several.
  static let names = either([text(), list(of: text(), from: 1)])
}
