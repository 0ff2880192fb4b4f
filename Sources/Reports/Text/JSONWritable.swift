/// What a member of a JSON object may be.
package protocol JSONWritable {
  var json: JSONValue { get }
}

extension JSONValue: JSONWritable, ExpressibleByDictionaryLiteral {
  package var json: JSONValue { self }

  /// Members in the order in which they are written.
  package init(dictionaryLiteral members: (String, any JSONWritable)...) {
    self = .object(members.map { ($0.0, $0.1.json) })
  }
}

extension String: JSONWritable {
  package var json: JSONValue { .string(self) }
}

extension Double: JSONWritable {
  package var json: JSONValue { .number(self) }
}

extension Bool: JSONWritable {
  package var json: JSONValue { .bool(self) }
}

/// Counts; none is below 0.
extension Int: JSONWritable {
  package var json: JSONValue { .integer(UInt64(Swift.max(0, self))) }
}

extension Int64: JSONWritable {
  package var json: JSONValue { .integer(UInt64(Swift.max(0, self))) }
}

extension UInt64: JSONWritable {
  package var json: JSONValue { .integer(self) }
}

/// Missing is `null`.
extension Optional: JSONWritable where Wrapped: JSONWritable {
  package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONWritable where Element: JSONWritable {
  package var json: JSONValue { .array(map(\.json)) }
}
