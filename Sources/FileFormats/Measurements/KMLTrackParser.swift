import World

/// Collects the tracks of a KML file, element by element.
final class KMLTrackParser: XMLConsumer {
  private(set) var fixes: [MeasuredFix] = []
  private(set) var tally = RowTally()

  private let file: String
  private var times: [Double] = []
  // `nil` for an empty coord, which the format uses for "no position at this time".
  private var places: [(position: GeodeticPosition?, line: Int)] = []
  private var accuracies: [Double] = []
  private var isAccuracy = false

  init(file: String) { self.file = file }

  func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
    switch path.last?.name {
    case "Track": (times, places, accuracies) = ([], [], [])
    case "SimpleArrayData": isAccuracy = attributes["name"] == "accuracy"
    case "when", "coord", "value": return path.contains { $0.name == "Track" }
    default: break
    }
    return false
  }

  func end(_ path: [XMLElement]) throws(InputError) {
    guard let element = path.last else { return }
    if let text = element.text { try take(element, text) }
    if element.name == "SimpleArrayData" { isAccuracy = false }
    if element.name == "Track" { try finish(element) }
  }

  private func take(_ element: XMLElement, _ text: String) throws(InputError) {
    switch element.name {
    case "when":
      guard let nanoseconds = ISO8601Time.nanoseconds(text) else {
        throw element.error(
          in: file, "'\(XMLElement.shown(text))' is not a time", remedy: "write times such as 2019-08-31T17:05:21Z")
      }
      times.append(Double(nanoseconds) * 1e-9)
    case "coord":
      let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard !parts.isEmpty else {
        places.append((nil, element.line))
        return
      }
      guard parts.count >= 2, let longitude = Double(parts[0]), let latitude = Double(parts[1]),
        abs(latitude) <= 90, abs(longitude) <= 180
      else {
        throw element.error(
          in: file, "'\(XMLElement.shown(text))' is not a place",
          remedy: "write longitude, latitude and altitude in degrees and metres, with blanks between")
      }
      places.append((GeodeticPosition(latitude: latitude, longitude: longitude), element.line))
    default:
      guard isAccuracy else { return }
      accuracies.append(Double(text.filter { !$0.isWhitespace }) ?? .nan)
    }
  }

  private func finish(_ track: XMLElement) throws(InputError) {
    guard times.count == places.count else {
      throw track.error(
        in: file, "the track has \(times.count) times and \(places.count) places",
        remedy: "give each <when> its <gx:coord>")
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
          accuracy: known && accuracies[index] > 0 && accuracies[index].isFinite ? accuracies[index] : nil,
          line: place.line))
    }
    (times, places, accuracies) = ([], [], [])
  }
}
