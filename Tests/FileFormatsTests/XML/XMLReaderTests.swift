@testable import FileFormats
import TestSupport
import Testing
import World

@Suite struct XMLReaderTests {
  /// Names with places and attributes, and texts.
  final class Log: XMLConsumer {
    let wanted: Set = ["a", "t"]
    var lines: [String] = []

    func begin(_ path: [XMLElement]) {
      guard let last = path.last else { return }
      let attribute = last.attributes["k"].map { " k=\($0)" } ?? ""
      lines.append("\(path.map(\.name).joined(separator: "/")) \(last.line):\(last.place.column ?? 0)\(attribute)")
    }

    func end(_ element: XMLElement, in path: [XMLElement]) {
      for child in element.children { end(child, in: path + [element]) }
      lines.append("\(path.map(\.name).joined(separator: "/"))/\(element.name) '\(element.text)'")
    }
  }

  static func read(_ bytes: [UInt8]) throws(InputError) -> [String] {
    let log = Log()
    try XMLReader(root: "r", kind: "thing", remedy: "give a thing").read(bytes, file: "f.xml", into: log)
    return log.lines
  }

  static func failure(_ bytes: [UInt8]) -> String {
    do { return "accepted: \(try read(bytes))" } catch { return "\(error)" }
  }

  @Test func placesAreThoseOfTheTagsInUnicodeScalars() throws {
    let text = "<r>\n é<x:a k='7' x:k='8'>b &amp; <b>c</b><![CDATA[<d>]]></x:a></r>"
    #expect(
      try Self.read(Array(text.utf8))
        == ["r 1:1", "r/a 2:3 k=7", "r/a/b 2:30", "r/a/b 'c'", "r/a 'b & <d>'", "/r ''"])
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xE9, 0x80], "é\u{80}"), ("latin1", [0xE9], "é"), ("windows-1252", [0x80, 0xE9], "€é"),
      ("ISO-8859-15", [0xA4, 0xE9], "€é"), ("UTF-8", [0xC3, 0xA9], "é"), ("us-ascii", [0x65], "e"),
    ] as [(String, [UInt8], String)])
  func declaredEncodingsAreRead(encoding: String, bytes: [UInt8], text: String) throws {
    let file = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><r><t>".utf8) + bytes + Array("</t></r>".utf8)
    #expect(try Self.read(file).contains("r/t '\(text)'"))
  }

  @Test(arguments: [true, false])
  func utf16IsRead(isLittle: Bool) throws {
    let units = "\u{FEFF}<r><t>é😀</t></r>".utf16.flatMap { unit in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isLittle ? [low, high] : [high, low]
    }
    #expect(try Self.read(units).contains("r/t 'é😀'"))
    #expect(try Self.read(Array(units.dropFirst(2))).contains("r/t 'é😀'"), "without a byte order mark")
  }

  /// The parser that was here before crashed on each of these; what is not UTF-8 is taken as windows-1252.
  @Test(arguments: [
    ("<\u{FF}?/5-", "f.xml:1:3: error: this is not well-formed XML"), ("<r><!-- caf\u{E9} --></r>", "accepted"),
    ("<r>\n<?p \u{FF}?></r>", "accepted"), ("<r>\n\n<a k='\u{FF}'/></r>", "accepted: [\"r 1:1\", \"r/a 3:1 k=ÿ\""),
    ("<r><t>\u{C3}</t></r>", "accepted: [\"r 1:1\", \"r/t 1:4\", \"r/t \\'Ã\\'\""),
  ])
  func bytesThatAreNotUTF8AreTaken(latin1: String, result: String) {
    let bytes = latin1.unicodeScalars.map { UInt8($0.value) }
    #expect(Self.failure(bytes).hasPrefix(result), "\(Self.failure(bytes))")
  }

  @Test(arguments: [
    ("", "f.xml: error: the file is empty; give a thing"),
    (" \n\u{0}", "f.xml: error: the file is empty; give a thing"),
    ("a,b\n", "f.xml:1:1: error: this is not an XML file; give a thing"),
    ("\n  <s/>", "f.xml:2:3: error: this is not a thing: its outermost element is <s>; give a thing"),
    ("<r>\n<a>", "f.xml:2:4: error: this is not well-formed XML: no element found; <a> is not closed; "),
    ("<r>\n</a>", "f.xml:2:3: error: this is not well-formed XML: mismatched tag; <r> is not closed; "),
    ("<r/>\n<r/>", "f.xml:2:1: error: this is not well-formed XML: junk after document element; "),
    ("<r>&b;</r>", "f.xml:1:4: error: this is not well-formed XML: undefined entity; <r> is not closed; "),
    ("<r a='1' a='2'/>", "f.xml:1:10: error: this is not well-formed XML: duplicate attribute; "),
    (
      "<!-- -->\n<!DOCTYPE r [<!ENTITY b 'c'>]><r>&b;</r>", "f.xml:2:1: error: the file has a document type declaration"
    ),
    ("<!DOCTYPE r SYSTEM 'file:///etc/passwd'><r/>", "f.xml:1:1: error: the file has a document type declaration"),
  ])
  func refusalsHaveTheirPlace(text: String, message: String) {
    #expect(Self.failure(Array(text.utf8)).hasPrefix(message), "\(Self.failure(Array(text.utf8)))")
  }

  @Test func deepNestingIsRefused() {
    func nested(_ depth: Int) -> [UInt8] {
      Array(("<r>" + String(repeating: "<skip>", count: depth - 1)).utf8)
        + Array((String(repeating: "</skip>", count: depth - 1) + "</r>").utf8)
    }
    #expect(Self.failure(nested(XMLReader.nestingLimit)).hasPrefix("accepted"))
    #expect(
      Self.failure(nested(XMLReader.nestingLimit + 1)).hasPrefix(
        "f.xml:1:598: error: elements are nested more than 100 deep"))
    #expect(Self.failure(nested(100_000)).contains("more than 100 deep"))
  }

  @Test func receiversOfOtherEncodingsGiveTracks() throws {
    let latin1 =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<gpx><!-- caf\u{E9} --><trk><name>Caf\u{E9}</name><trkseg>"
      + "<trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T10:00:00Z</time></trkpt>"
      + "<trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T10:00:09Z</time></trkpt></trkseg></trk></gpx>"
    let track = try TrackReader().track(bytes: latin1.unicodeScalars.map { UInt8($0.value) }, file: "a.gpx")
    #expect(track.name == "Café" && track.points.count == 2)
    let kml = "<kml><Track><when>2020-01-01T10:00:00Z</when><coord>2 1 0</coord></Track></kml>"
    let utf16 = kml.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try FixReader().read(bytes: utf16, file: "a.kml").fixes.count == 1)
  }
}
