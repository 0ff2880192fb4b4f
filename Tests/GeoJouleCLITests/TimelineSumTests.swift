import DeviceModel
import Documents
import Foundation
import LocationServices
import Strategies
import Testing

/// The timeline of a run holds all of its energy, paid by time, by event and by byte.
@Suite struct TimelineSumTests {
  @Test(arguments: [("modern-phone", "ios"), ("nexus-6", "android")])
  func theRowsAddUpForEveryStrategy(_ device: String, _ system: String) throws {
    let catalog = Catalog()
    let names = try catalog.names(.strategies).filter { name in
      try catalog.strategy(name).platform.system.rawValue == system
    }
    try withTemporaryFolder { folder in
      let day = ["--device", device, "--scenario", "city-run", "--parameters", "fixed"]
      let strategies = names.flatMap { ["--strategy", $0] }
      let compared = try BuiltTool.run(
        ["compare", "--seeds", "1", "--format", "csv", "--quiet"] + day + strategies, in: folder)
      #expect(compared.status == 0, "\(compared.errors)")
      let rows = compared.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let column = try #require(rows[0].firstIndex(of: "energy_J"))
      let watchColumn = try #require(rows[0].firstIndex(of: "watch_energy_J"))
      var (paid, checked) = (0, 0)
      for (row, name) in zip(rows.dropFirst(), names) {
        #expect(row[0] == name)
        let run = try BuiltTool.run(["run", "--strategy", name, "--timeline", "-", "--quiet"] + day, in: folder)
        #expect(run.status == 0, "\(name): \(run.errors)")
        var (phone, watch) = (0.0, 0.0)
        for line in run.text.split(separator: "\n").dropFirst() {
          let cells = line.split(separator: ",", omittingEmptySubsequences: false)
          let energy = try #require(Double(cells[7]))
          if cells[2].hasPrefix("watch_") { watch += energy } else { phone += energy }
          if cells[0] == cells[1] {
            paid += 1
            #expect(cells[6].isEmpty)
          }
        }
        let total = try #require(Double(row[column]))
        #expect(abs(phone - total) < 1e-9 * total, "\(name): \(phone) J in rows, \(total) J in all")
        if let total = Double(row[watchColumn]) {
          #expect(abs(watch - total) < 1e-9 * total, "\(name): \(watch) J in rows, \(total) J in all")
        }
        checked += 1
      }
      #expect(checked == names.count)
      #expect(paid > 100)
    }
  }
}
