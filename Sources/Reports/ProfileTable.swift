package import DeviceModel
import Core
package import World

/// The values of a device, a network or a population as a page lists them.
package struct ProfileTable: Sendable {
  private struct Row: Sendable {
    let key: String
    let mean: String
    let deviation: String
    let trust: String
    let source: Int
  }

  private let name: String
  private let rows: [Row]
  /// Each source once; rows name it by number.
  private let sources: [String]

  package init(_ device: DeviceProfile) {
    self.init(name: device.name, values: device.values, schemas: DeviceSchema.all)
  }

  package init(_ network: NetworkProfile) {
    self.init(name: network.name, values: network.values, schemas: NetworkSchema.all)
  }

  package init(_ population: PopulationProfile) {
    self.init(name: population.name, values: population.values, schemas: PopulationSchema.all)
  }

  private init(name: String, values: [String: ProfileValue], schemas: [ParameterSchema]) {
    var sources: [String] = []
    var numbers: [String: Int] = [:]
    self.name = name
    rows = schemas.compactMap { schema in
      guard let value = values[schema.key] else { return nil }
      let number = numbers[value.source] ?? sources.count + 1
      if number > sources.count {
        sources.append(value.source)
        numbers[value.source] = number
      }
      return Row(
        key: schema.key, mean: schema.dimension.describe(value.mean),
        deviation: value.distribution == .fixed ? "" : schema.dimension.describe(value.deviation),
        trust: value.trust.rawValue, source: number)
    }
    self.sources = sources
  }

  /// The values as a page has them.
  var lines: [String] {
    let headings = ["Mean", "Deviation", "Trust", "Source"].map {
      PageFrame.element("th scope=\"col\"", $0)
    }
    return ["<details>", PageFrame.element("summary", "All \(rows.count) values of \(name), with their sources")]
      + PageFrame.scrolled("Values of \(name)", "narrow")
      + ["<thead><tr><th scope=\"col\">Value</th>\(headings.joined())</tr></thead>", "<tbody>"]
      + rows.map { row in
        let cells = [row.mean, row.deviation, row.trust, "\(row.source)"].map {
          PageFrame.element("td", $0)
        }
        return "<tr>\(PageFrame.element("th scope=\"row\"", row.key))\(cells.joined())</tr>"
      } + ["</tbody>", "</table>", "</div>"] + PageFrame.list("ol", sources) + ["</details>"]
  }
}
