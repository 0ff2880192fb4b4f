import Documents
import FileFormats
import Testing

/// Whatever happens to a file, reading it ends in a value or in an error that names a place.
@Suite struct DamagedFileTests {
  @Test(arguments: ["networks/lte", "strategies/deferred", "devices/nexus-one", "scenarios/desk-day"])
  func damagedFilesNeverCrash(_ file: String) throws {
    let parts = file.split(separator: "/")
    let kind = try #require(CatalogKind(rawValue: String(parts[0])))
    let catalog = Catalog()
    let original = Array(try #require(catalog.entry(kind, named: String(parts[1]))).text.unicodeScalars)
    let marks = Array("\"'[]{}:,#&*!|>-?%@` \n\t0.\\é\u{85}\u{2028}~<=".unicodeScalars)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    for _ in 0..<300 {
      var scalars = original
      for _ in 0...next(3) {
        let place = next(scalars.count)
        switch next(4) {
        case 0: scalars[place] = marks[next(marks.count)]
        case 1: scalars.insert(marks[next(marks.count)], at: place)
        case 2: scalars.remove(at: place)
        default: scalars.removeSubrange(place..<min(scalars.count, place + next(40) + 1))
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let entry = CatalogEntry(kind: kind, path: "./\(parts[1]).yml", text: String(text))
      do throws(InputError) {
        switch kind {
        case .devices: _ = try catalog.device(entry)
        case .networks: _ = try catalog.network(entry)
        case .scenarios: _ = try catalog.scenario(entry)
        case .populations: _ = try catalog.population(entry)
        case .strategies: _ = try catalog.strategy(entry)
        }
      } catch {
        #expect(error.file?.hasSuffix("\(parts[1]).yml") == true)
        #expect(!error.message.isEmpty && !error.remedy.isEmpty)
      }
    }
  }
}
