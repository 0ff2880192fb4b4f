import CExpat

/// The one way by which XML is read, on libexpat.
///
/// Read are UTF-8 and UTF-16, whatever the file declares, and as it declares them ISO-8859-1, ISO-8859-15 and windows-1252, which
/// also is what anything else is taken for. Entities are never expanded:
/// they are defined in a document type declaration, and a file with one is refused. Tracks may name a declaration that
/// stands elsewhere, as old recorders do; it is never loaded.
struct XMLReader {
  /// Deeper files are refused.
  static let nestingLimit = 100

  /// The name of the outermost element.
  let root: String
  /// What the file should be, such as `GPX file`.
  let kind: String
  /// What to give instead of a file of another kind.
  let remedy: String
  /// Whether the file may name a document type declaration that stands elsewhere and defines nothing itself.
  var allowsDoctype = false

  /// - Returns: what was done to the text, if anything.
  /// - Throws: `InputError` for an empty file, another kind of file, a document type declaration, broken XML with its
  ///   place, and what `consumer` throws.
  @discardableResult
  func read(_ bytes: [UInt8], file: String, into consumer: any XMLConsumer) throws(InputError) -> String? {
    guard bytes.contains(where: { $0 > 32 }) else {
      throw InputError(file: file, message: "the file is empty", remedy: remedy)
    }
    let (bytes, note) = Self.decoded(bytes)
    guard bytes.count <= Int32.max, let parser = XML_ParserCreate("UTF-8") else {
      throw InputError(file: file, message: "the file is too large for memory", remedy: "split it")
    }
    defer { XML_ParserFree(parser) }
    let work = XMLWork(self, parser: parser, bytes: bytes, file: file, consumer: consumer)
    XML_SetUserData(parser, Unmanaged.passUnretained(work).toOpaque())
    XML_SetElementHandler(
      parser, { XMLWork.of($0)?.begin($1, $2) }, { data, _ in XMLWork.of(data)?.end() })
    XML_SetCharacterDataHandler(parser, { XMLWork.of($0)?.add($1, Int($2)) })
    XML_SetStartDoctypeDeclHandler(
      parser,
      { data, _, system, _, subset in
        XMLWork.of(data)?.checkDoctype(system.map(String.init(cString:)) ?? "", definesMore: subset != 0)
      })
    let status = withExtendedLifetime(work) {
      bytes.withUnsafeBytes { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
    }
    if let failure = work.failure { throw failure }
    guard status == XML_STATUS_OK else { throw work.syntaxError() }
    return note
  }

  /// The name of a file's outermost element without its prefix; `nil` for what is not XML.
  static func rootName(_ bytes: [UInt8]) -> String? {
    var rest = bytes.prefix(65_536).filter { $0 > 0 && $0 < 0x80 }[...]
    while let open = rest.firstIndex(where: { $0 > 32 }) {
      guard rest[open] == UInt8(ascii: "<"), open + 1 < rest.endIndex else { return nil }
      let next = rest[open + 1]
      if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
        let mark = rest[open...].starts(with: "<!--".utf8) ? "-->" : ">"
        guard let end = rest[open...].firstIndex(of: mark) else { return nil }
        rest = rest[(end + mark.utf8.count)...]
        continue
      }
      let name = rest[(open + 1)...].prefix { $0 > 32 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
      return String(decoding: local, as: UTF8.self)
    }
    return nil
  }

  /// The text in UTF-8. What the bytes show says more than what the file declares, but among the encodings of one byte a character.
  private static func decoded(_ bytes: [UInt8]) -> (bytes: [UInt8], note: String?) {
    let (text, note) = TextEncoding.utf8(bytes)
    guard note == TextEncoding.guess else { return (withoutLateDeclaration(text), nil) }
    let head = String(decoding: bytes.prefix(400).filter { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    let known = encoding(head).flatMap { TextEncoding.utf8(bytes, declared: $0) }
    return (withoutLateDeclaration(known ?? text), known == nil ? note : nil)
  }

  private static func encoding(_ head: String) -> String? {
    guard let end = head.firstRange(of: "?>"), let key = head.firstRange(of: "encoding"),
      key.upperBound < end.lowerBound
    else {
      return nil
    }
    let rest = head[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
    return rest.prefix { $0 != "\"" && $0 != "'" }.lowercased()
  }

  /// A declaration after blank lines is no XML; blanked, so that lines and columns stay.
  private static func withoutLateDeclaration(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 > 32 }), first > 0,
      bytes[first...].starts(with: "<?xml".utf8), let end = bytes[first...].prefix(500).firstIndex(of: "?>")
    else { return bytes }
    var bytes = bytes
    for index in first..<end + 2 where bytes[index] != 10 && bytes[index] != 13 { bytes[index] = 32 }
    return bytes
  }
}

/// A file that is being read; the parser's callbacks lead here.
private final class XMLWork {
  let reader: XMLReader
  let parser: XML_Parser
  let bytes: [UInt8]
  let file: String
  let consumer: any XMLConsumer
  private(set) var failure: InputError?
  private var path: [XMLElement] = []
  /// How many elements are open outside of the wanted one that is open.
  private var wantedDepth: Int?
  private var sawRoot = false

  init(_ reader: XMLReader, parser: XML_Parser, bytes: [UInt8], file: String, consumer: any XMLConsumer) {
    (self.reader, self.parser, self.bytes, self.file, self.consumer) = (reader, parser, bytes, file, consumer)
  }

  /// `nil` after a failure: the parser may still call a few times.
  static func of(_ data: UnsafeMutableRawPointer?) -> XMLWork? {
    guard let data else { return nil }
    let work = Unmanaged<XMLWork>.fromOpaque(data).takeUnretainedValue()
    return work.failure == nil ? work : nil
  }

  private var place: FilePlace {
    FilePlace(file, Int(XML_GetCurrentLineNumber(parser)), Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  func begin(_ qualified: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard let qualified else { return }
    do throws(InputError) {
      let full = String(cString: qualified)
      let colon = full.utf8.lastIndex(of: UInt8(ascii: ":"))
      let name = colon.map { String(full[full.utf8.index(after: $0)...]) } ?? full
      let place = place
      if !sawRoot, name != reader.root {
        throw place.error(
          "this is not a \(reader.kind): its outermost element is <\(XMLElement.shown(name))>", remedy: reader.remedy)
      }
      sawRoot = true
      guard path.count < XMLReader.nestingLimit else {
        throw place.error(
          "elements are nested more than \(XMLReader.nestingLimit) deep",
          remedy: "give a \(reader.kind), which never nests so deep")
      }
      if wantedDepth == nil, consumer.wanted.contains(name) { wantedDepth = path.count }
      path.append(XMLElement(name: name, place: place, attributes: Self.attributes(pairs)))
      try consumer.begin(path)
    } catch { stop(error) }
  }

  /// Names and values stand in turn, ended by `nil`.
  private static func attributes(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String: String] {
    guard var pair = pairs else { return [:] }
    var attributes: [String: String] = [:]
    while let key = pair[0], let value = pair[1] {
      attributes[String(cString: key)] = String(cString: value)
      pair += 2
    }
    return attributes
  }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard let text, let last = path.indices.last, wantedDepth != nil else { return }
    text.withMemoryRebound(to: UInt8.self, capacity: count) {
      path[last].text += String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }

  func end() {
    do throws(InputError) {
      let element = path.removeLast()
      if let depth = wantedDepth, path.count > depth {
        path[path.count - 1].children.append(element)
      } else {
        wantedDepth = nil
        try consumer.end(element, in: path)
      }
    } catch { stop(error) }
  }

  /// Refuses what could define entities; a declaration on the web or beside the file is not looked at.
  func checkDoctype(_ system: String, definesMore: Bool) {
    let isElsewhere =
      ["http://", "https://"].contains { system.lowercased().hasPrefix($0) }
      || system.allSatisfy { $0 != ":" && $0 != "/" }
    if reader.allowsDoctype, !definesMore, isElsewhere { return }
    // The parser calls at the end of the declaration's first part.
    let index = min(bytes.count, max(0, Int(XML_GetCurrentByteIndex(parser))))
    let start = bytes[..<index].lastIndex(of: UInt8(ascii: "<")) ?? index
    stop(
      LinePlaces(bytes, file: file).place(of: start).error(
        "the file has a document type declaration, which could define entities; entities are not expanded",
        remedy: "remove the <!DOCTYPE ...> part; a \(reader.kind) needs none"))
  }

  private func stop(_ error: InputError) {
    failure = error
    XML_StopParser(parser, 0)
  }

  /// Why and where the parser could not go on.
  func syntaxError() -> InputError {
    let code = XML_GetErrorCode(parser)
    let index = min(bytes.count, max(0, Int(XML_GetCurrentByteIndex(parser))))
    if !sawRoot, !bytes[..<min(bytes.count, index + 1)].contains(UInt8(ascii: "<")) {
      return place.error("this is not an XML file", remedy: reader.remedy)
    }
    let missing = path.last.map { "; <\(XMLElement.shown($0.name))> is not closed" } ?? ""
    let reason = XML_ErrorString(code).map { ": " + String(cString: $0) } ?? ""
    return place.error(
      "this is not well-formed XML\(reason)\(missing)", remedy: "mend the file here or just above, or export it again")
  }
}

/// An element of an XML file.
struct XMLElement {
  /// Without its prefix.
  let name: String
  /// Of its `<`.
  let place: FilePlace
  /// By their names with prefixes.
  let attributes: [String: String]
  /// What stands directly in it, where it is wanted or part of a wanted one.
  fileprivate(set) var text = ""
  /// In it, where it is wanted or part of a wanted one.
  fileprivate(set) var children: [XMLElement] = []

  var line: Int { place.line ?? 0 }

  /// The last child of a name.
  subscript(name: String) -> XMLElement? { children.last { $0.name == name } }

  /// Text of the file for a message: one short line.
  static func shown(_ text: String) -> String {
    let line = String(text.prefix(40)).replacing("\n", with: " ").replacing("\r", with: " ")
    return text.count > 40 ? line + "..." : line
  }
}

/// Follows an XML file element by element. What it throws ends the reading.
protocol XMLConsumer: AnyObject {
  /// Names of the elements that are kept with all that is in them until they end.
  var wanted: Set<String> { get }

  /// - Parameter path: the open elements, outermost first; the last is the one that begins.
  func begin(_ path: [XMLElement]) throws(InputError)

  /// An element has ended that is no part of a wanted one.
  ///
  /// - Parameter path: the elements around it, outermost first.
  func end(_ element: XMLElement, in path: [XMLElement]) throws(InputError)
}
