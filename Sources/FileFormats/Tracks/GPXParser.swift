import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Collects the points of a GPX file, element by element.
final class GPXParser: NSObject, XMLParserDelegate {
  private(set) var points: [GPXPoint.Source: [GPXPoint]] = [:]
  private(set) var failure: InputError?
  /// Names found, by the element they belong to.
  private(set) var names: [String: String] = [:]

  private let file: String
  private var path: [String] = []
  private var point: GPXPoint?
  private var source = GPXPoint.Source.track
  // The text of the element being read, when it matters.
  private var text: String?
  private var sawRoot = false
  private var textPlace = (line: 0, column: 0)
  private var mayBeCutOff = false

  init(file: String) { self.file = file }

  /// - Throws: `InputError` for broken XML, another kind of file, and points that are none.
  func parse(_ bytes: [UInt8]) throws(InputError) {
    // The initialiser for data can fail on large files (swift-corelibs-foundation issue 4851).
    let parser = XMLParser(stream: InputStream(data: Data(bytes)))
    parser.delegate = self
    parser.shouldResolveExternalEntities = false
    let succeeded = parser.parse()
    // A file cut off in a tag shows as a tag without attributes, followed by an error.
    if let failure, !mayBeCutOff || parser.parserError == nil {
      throw GPXPlace.atTagStart(failure, in: bytes)
    }
    // The parser can report success although it met an error.
    if !succeeded || parser.parserError != nil || !path.isEmpty || !sawRoot {
      let missing = path.last.map { "; <\($0)> is not closed" } ?? ""
      throw InputError(
        file: file, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
        message: "this is not well-formed XML\(missing)",
        remedy: "export the track again, or mend the file here or just above")
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard failure == nil else { return }
    let name = Self.localName(elementName)
    path.append(name)
    if path.count == 1 {
      sawRoot = true
      if name != "gpx" {
        fail(
          parser, "this is not a GPX file: its outermost element is <\(Self.shown(name))>",
          "give a GPX file; other track formats are not read")
      }
      return
    }
    if point == nil, let source = Self.source(path) {
      self.source = source
      guard let latitude = coordinate("lat", limit: 90, attributes, parser),
        let longitude = coordinate("lon", limit: 180, attributes, parser)
      else { return }
      point = GPXPoint(
        latitude: latitude, longitude: longitude, line: parser.lineNumber, column: max(1, parser.columnNumber))
    } else if isWanted(name) {
      text = ""
      if point != nil { textPlace = (parser.lineNumber, max(1, parser.columnNumber)) }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if text != nil { text? += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if text != nil { text? += String(decoding: block, as: UTF8.self) }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil, let name = path.last else { return }
    if let text {
      take(name, text, parser)
      self.text = nil
    } else if let point, Self.source(path) != nil {
      points[source, default: []].append(point)
      self.point = nil
    }
    path.removeLast()
  }

  private func take(_ name: String, _ text: String, _ parser: XMLParser) {
    switch name {
    case "time":
      guard let nanoseconds = ISO8601Time.nanoseconds(text) else {
        fail(
          parser, "'\(Self.shown(text))' is not a time", "write times such as 2019-08-31T17:05:21Z", at: textPlace)
        return
      }
      point?.nanoseconds = nanoseconds
    case "ele":
      // The simulation is two-dimensional: a height that is none does no harm.
      point?.elevation = Self.number(text)
    default:
      let owner = path[path.count - 2]
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if names[owner] == nil, !trimmed.isEmpty { names[owner] = String(trimmed.prefix(200)) }
    }
  }

  // Direct children only: extensions may have elements of the same name.
  private func isWanted(_ name: String) -> Bool {
    let owner = path[path.count - 2]
    if point != nil { return (name == "time" || name == "ele") && path.count == (source == .waypoint ? 3 : depth) }
    return name == "name" && (owner == "trk" || owner == "rte" || owner == "metadata" || owner == "gpx")
  }

  private var depth: Int { source == .track ? 5 : 4 }

  private static func source(_ path: [String]) -> GPXPoint.Source? {
    switch path.last {
    case "trkpt": path == ["gpx", "trk", "trkseg", "trkpt"] ? .track : nil
    case "rtept": path == ["gpx", "rte", "rtept"] ? .route : nil
    case "wpt": path == ["gpx", "wpt"] ? .waypoint : nil
    default: nil
    }
  }

  private func coordinate(
    _ key: String, limit: Double, _ attributes: [String: String], _ parser: XMLParser
  ) -> Double? {
    guard let text = attributes[key] else {
      mayBeCutOff = true
      fail(parser, "the point has no '\(key)'", "give each point lat=\"...\" and lon=\"...\"")
      return nil
    }
    guard let value = Self.number(text) else {
      fail(parser, "\(key)=\"\(Self.shown(text))\" is not a number", "write degrees with a point for decimals")
      return nil
    }
    guard abs(value) <= limit else {
      let name = key == "lat" ? "latitude" : "longitude"
      fail(
        parser, "the \(name) \(Self.shown(text)) is outside -\(Int(limit)) to \(Int(limit)) degrees",
        "check whether latitude and longitude are swapped")
      return nil
    }
    return value
  }

  private static func number(_ text: String) -> Double? {
    if let value = Double(text) { return value.isFinite && !text.contains(where: { "xX".contains($0) }) ? value : nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.count < text.count ? number(trimmed) : nil
  }

  private static func localName(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  // Text from the file in a message: one short line.
  private static func shown(_ text: String) -> String {
    let line = String(text.prefix(40)).replacingOccurrences(of: "\n", with: " ")
    return text.count > 40 ? line + "..." : line
  }

  private func fail(
    _ parser: XMLParser, _ message: String, _ remedy: String, at place: (line: Int, column: Int)? = nil
  ) {
    guard failure == nil else { return }
    failure = InputError(
      file: file, line: place?.line ?? parser.lineNumber, column: place?.column ?? max(1, parser.columnNumber),
      message: message, remedy: remedy)
    if !mayBeCutOff { parser.abortParsing() }
  }
}
