import FileFormats
import FuzzReaders
import Testing

/// Every reader on damaged files, always the same ones: a value, or an error that names the file. `make fuzz` goes on from
/// here for as long as one likes.
@Suite struct DamagedInputTests {
  static let rounds = 300

  @Test(arguments: ReaderTable.all.map(\.name))
  func damagedFilesEndWell(_ name: String) throws {
    let reader = try #require(ReaderTable.all.first { $0.name == name })
    let seeds = reader.seeds().filter { $0.count < 30_000 }
    for seed in seeds { #expect(throws: Never.self) { try reader.read(seed) } }
    var refused = 0
    for round in 0..<Self.rounds {
      var mutation = Mutation(seed: UInt64(round))
      let input = seeds[Int.random(in: seeds.indices, using: &mutation)]
      let other = seeds[Int.random(in: seeds.indices, using: &mutation)]
      let bytes = mutation.damaged(input, with: other)
      do {
        if case .refused = try reader.read(bytes) { refused += 1 }
      } catch { Issue.record("\(name), seed \(round): \(error)") }
    }
    // Files that are refused before anything of them is read would be no test.
    #expect(refused < Self.rounds)
  }

  /// A message has a line, unless it is about the file as a whole.
  @Test(arguments: ReaderTable.all.map(\.name).filter { $0 != "measured-days" })
  func messagesNameTheLine(_ name: String) throws {
    let whole = [
      "is empty", "the file has no points", "no usable fix", "has a heading but no rows", "has no items",
      "has no LineString", "the file holds no", "holds no lines", "archive",
      "fewer than two", "database", "the trace is damaged", "packets",
    ]
    let reader = try #require(ReaderTable.all.first { $0.name == name })
    let seeds = reader.seeds().filter { $0.count < 30_000 }
    var nameless: Set<String> = []
    for round in 0..<Self.rounds {
      var mutation = Mutation(seed: UInt64(round) &+ 1_000_000)
      let input = seeds[Int.random(in: seeds.indices, using: &mutation)]
      guard case .refused(let error)? = try? reader.read(mutation.damaged(input)), error.line == nil,
        !whole.contains(where: error.message.contains)
      else { continue }
      nameless.insert(error.message)
    }
    #expect(nameless.isEmpty, "\(nameless.sorted().joined(separator: "\n"))")
  }
}
