import Documents
import Foundation
import Testing

/// Nothing in the header of a sweep is believed before its check agrees, and nothing that no plan can say.
@Suite struct HeaderTests {
  @Test func oneWrongByteIsFound() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let part = try SweepFiles.result(folder, ["--shard", "1/1"])
      let header = Array(part.prefix { $0 != UInt8(ascii: "\n") })
      #expect(SweepPartReader.header(header) != nil)
      for place in header.indices {
        for bit in [1, 2, 32] as [UInt8] {
          var damaged = header
          damaged[place] ^= bit
          #expect(SweepPartReader.header(damaged) == nil, "byte \(place)")
        }
        #expect(SweepPartReader.header(Array(header[..<place])) == nil)
      }
      // A digit of `id`, with which the work done would not be known again.
      var text = String(decoding: part, as: UTF8.self)
      let id = try #require(text.firstRange(of: /"id":"[0-9a-f]/))
      let digit = text.index(before: id.upperBound)
      text.replaceSubrange(digit...digit, with: text[digit] == "7" ? "3" : "7")
      try write(text, to: "\(folder)/r.jsonl.part")
      let outcome = try BuiltTool.run(["sweep", "plan.yml", "--output", "r.jsonl"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "r.jsonl.part:1: error: the header is damaged, or of another version of the format; "
          + "remove the file, or name another place\n")
      #expect(try String(contentsOfFile: "\(folder)/r.jsonl.part", encoding: .utf8) == text)
      for arguments in [["merge"], ["merge", "--list-missing"]] {
        let merged = try BuiltTool.run(arguments + ["r.jsonl.part"], in: folder)
        #expect(merged.status == 65)
        #expect(merged.errors.hasPrefix("r.jsonl.part:1: error: the header is damaged"))
      }
    }
  }

  /// Headers whose checks are right: who writes them can count, but not as a plan does.
  @Test(arguments: [
    ("cells", "9223372036854775807"), ("cells", "10000001"), ("seeds", "9223372036854775807"), ("seeds", "10000001"),
    ("seeds_per_item", "9223372036854775807"), ("seeds_per_item", "81"), ("cells_per_item", "129"), ("cells", "0"),
    ("seeds", "-1"), ("first_seed", "18446744073709551615"), ("cells_per_item", "0"), ("seeds", "1e3"),
  ])
  func countsAreBounded(_ member: String, _ value: String) throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let parts = try SweepFiles.shards(1, folder)
      let text = try String(contentsOfFile: "\(folder)/\(parts[0])", encoding: .utf8)
      let place = try #require(text.firstRange(of: try Regex("\"\(member)\":[0-9]+")))
      let forged = try SweepFiles.signed(text.replacingCharacters(in: place, with: "\"\(member)\":\(value)"))
      try write(forged, to: "\(folder)/forged.jsonl")
      for arguments in [["merge"], ["merge", "--list-missing"]] {
        let outcome = try BuiltTool.run(arguments + ["forged.jsonl"], in: folder)
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("forged.jsonl:1: error: the header is damaged"))
        #expect(outcome.output.isEmpty)
      }
    }
  }

  /// As large as a plan may be: the items that are there take memory, and not those that are missing.
  @Test func manyMissingItemsTakeNoMemory() throws {
    try SweepFiles.with(SweepFiles.smallPlan) { folder in
      let parts = try SweepFiles.shards(1, folder)
      var text = try String(contentsOfFile: "\(folder)/\(parts[0])", encoding: .utf8)
      for member in ["cells", "seeds"] {
        let place = try #require(text.firstRange(of: try Regex("\"\(member)\":[0-9]+")))
        text.replaceSubrange(place, with: "\"\(member)\":10000000")
      }
      let header = try SweepFiles.signed(String(text.prefix { $0 != "\n" }))
      try write(header + "\n", to: "\(folder)/large.jsonl")
      let outcome = try BuiltTool.shell("ulimit -v 4000000; \"$GEOJOULE\" merge large.jsonl", in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("items are missing: 0 to "), "\(outcome.errors)")
    }
  }
}
