@testable import FileFormats
import TestSupport
import Testing
import World

@Suite struct XMLReaderTests {
  /// Names with places and attributes, and texts.
  final class Log: XMLConsumer {
    var lines: [String] = []

    func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool {
      guard let last = path.last else { return false }
      let attribute = attributes["k"].map { " k=\($0)" } ?? ""
      lines.append("\(path.map(\.name).joined(separator: "/")) \(last.line):\(last.column)\(attribute)")
      return last.name != "skip"
    }

    func end(_ path: [XMLElement]) throws(InputError) {
      if let text = path.last?.text { lines.append("'\(text)'") }
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
    let text = "<r>\n é<x:a k='7' x:k='8'>b &amp; <skip>c</skip><![CDATA[<d>]]></x:a></r>"
    #expect(
      try Self.read(Array(text.utf8))
        == ["r 1:1", "r/a 2:3 k=7", "r/a/skip 2:30", "'b & <d>'", "'\n é'"])
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xE9, 0x80], "é\u{80}"), ("latin1", [0xE9], "é"), ("windows-1252", [0x80, 0xE9], "€é"),
      ("ISO-8859-15", [0xA4, 0xE9], "€é"), ("UTF-8", [0xC3, 0xA9], "é"), ("us-ascii", [0x65], "e"),
    ] as [(String, [UInt8], String)])
  func declaredEncodingsAreRead(encoding: String, bytes: [UInt8], text: String) throws {
    let file = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><r>".utf8) + bytes + Array("</r>".utf8)
    #expect(try Self.read(file).last == "'\(text)'")
  }

  @Test(arguments: [true, false])
  func utf16IsRead(isLittle: Bool) throws {
    let units = "\u{FEFF}<r>é😀</r>".utf16.flatMap { unit in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isLittle ? [low, high] : [high, low]
    }
    #expect(try Self.read(units).last == "'é😀'")
    #expect(try Self.read(Array(units.dropFirst(2))).last == "'é😀'", "without a byte order mark")
  }

  /// The parser that was here before crashed on each of these.
  @Test(arguments: [
    ("<\u{FF}?/5-", "f.xml:1:2"), ("<r><!-- caf\u{E9} --></r>", "f.xml:1:12"), ("<r>\n<?p \u{FF}?></r>", "f.xml:2:5"),
    ("<r>\n\n<a k='\u{FF}'/></r>", "f.xml:3:7"), ("<r>\u{C3}</r>", "f.xml:1:4"),
  ])
  func aByteThatIsNotUTF8HasItsPlace(latin1: String, place: String) {
    let bytes = latin1.unicodeScalars.map { UInt8($0.value) }
    #expect(Self.failure(bytes).hasPrefix("\(place): error: a byte here is not UTF-8 text; save the file as UTF-8"))
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
    ("<?xml version='1.0' encoding='koi8-r'?><r/>", "f.xml:1:31: error: the encoding 'koi8-r' cannot be read; "),
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
