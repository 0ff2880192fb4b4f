import Foundation
import World

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Collects the tracks of a KML file, element by element.
final class KMLTrackParser: NSObject, XMLParserDelegate {
  private(set) var fixes: [MeasuredFix] = []
  private(set) var tally = RowTally()

  private let file: String
  private var failure: InputError?
  // Told only when the XML is whole: a file that is cut off has such a track too.
  private var mismatch: InputError?
  private var path: [String] = []
  private var text: String?
  private var times: [Double] = []
  // `nil` for an empty coord, which the format uses for "no position at this time".
  private var places: [(position: GeodeticPosition?, line: Int)] = []
  private var accuracies: [Double] = []
  private var isAccuracy = false
  private var trackLine = 0

  init(file: String) { self.file = file }

  /// - Throws: `InputError` for broken XML, another kind of file, and tracks whose times and places do not match.
  func parse(_ bytes: [UInt8]) throws(InputError) {
    let parser = XMLParser(stream: InputStream(data: Data(bytes)))
    parser.delegate = self
    parser.shouldResolveExternalEntities = false
    let succeeded = parser.parse()
    if let failure { throw failure }
    guard succeeded, parser.parserError == nil, path.isEmpty else {
      throw InputError(
        file: file, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
        message: "this is not well-formed XML", remedy: "export the track again, or mend the file here or just above")
    }
    if let mismatch { throw mismatch }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard failure == nil else { return }
    let name = elementName.split(separator: ":").last.map(String.init) ?? elementName
    if path.isEmpty, name != "kml" {
      fail(parser, "this is not a KML file: its outermost element is <\(name.prefix(40))>", "give a KML file")
    }
    path.append(name)
    switch name {
    case "Track":
      (times, places, accuracies, trackLine) = ([], [], [], parser.lineNumber)
    case "SimpleArrayData":
      isAccuracy = attributes["name"] == "accuracy"
    case "when", "coord", "value":
      if path.contains("Track") { text = "" }
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if text != nil { text? += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil, let name = path.popLast() else { return }
    if let text { take(name, text, parser) }
    text = nil
    if name == "SimpleArrayData" { isAccuracy = false }
    if name == "Track" { finish(parser) }
  }

  private func take(_ name: String, _ text: String, _ parser: XMLParser) {
    switch name {
    case "when":
      guard let nanoseconds = ISO8601Time.nanoseconds(text) else {
        fail(parser, "'\(text.prefix(40))' is not a time", "write times such as 2019-08-31T17:05:21Z")
        return
      }
      times.append(Double(nanoseconds) * 1e-9)
    case "coord":
      let parts = text.split { $0.isWhitespace }.map(String.init)
      guard !parts.isEmpty else {
        places.append((nil, parser.lineNumber))
        return
      }
      guard parts.count >= 2, let longitude = Double(parts[0]), let latitude = Double(parts[1]),
        abs(latitude) <= 90, abs(longitude) <= 180
      else {
        fail(
          parser, "'\(text.prefix(40))' is not a place",
          "write longitude, latitude and altitude in degrees and metres, with blanks between")
        return
      }
      places.append((GeodeticPosition(latitude: latitude, longitude: longitude), parser.lineNumber))
    case "value":
      if isAccuracy { accuracies.append(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan) }
    default: break
    }
  }

  private func finish(_ parser: XMLParser) {
    guard times.count == places.count else {
      mismatch =
        mismatch
        ?? InputError(
          file: file, line: trackLine, column: 1,
          message: "the track has \(times.count) times and \(places.count) places",
          remedy: "give each <when> its <gx:coord>")
      return
    }
    let known = accuracies.count == times.count
    for (index, place) in places.enumerated() {
      guard let position = place.position else {
        tally.skip(
          "the coord is empty", line: place.line,
          error: InputError(
            file: file, line: place.line, column: 1, message: "the coord is empty", remedy: "remove it with its time"))
        continue
      }
      fixes.append(
        MeasuredFix(
          unixSeconds: times[index], position: position,
          accuracy: known && accuracies[index] > 0 ? accuracies[index] : nil, line: place.line))
    }
  }

  private func fail(_ parser: XMLParser, _ message: String, _ remedy: String) {
    guard failure == nil else { return }
    failure = InputError(
      file: file, line: parser.lineNumber, column: max(1, parser.columnNumber), message: message, remedy: remedy)
    parser.abortParsing()
  }
}
