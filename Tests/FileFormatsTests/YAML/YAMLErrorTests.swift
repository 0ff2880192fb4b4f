import FileFormats
import Core
import TestSupport
import Testing

/// What a reader of the one key `k` says about its value.
private func messageForKey(_ text: String, _ read: (YAMLValue) throws -> Void) -> String {
  message(text) { root in
    var mapping = try root.mapping()
    try read(try mapping.required("k"))
    try mapping.finish()
  }
}

@Suite struct YAMLErrorTests {
  @Test(arguments: [
    ("", "a.yml: error: the file is empty; write at least one 'key: value' line"),
    ("# only a comment\n", "a.yml: error: the file is empty; write at least one 'key: value' line"),
    (
      "a: [1, 2",
      "a.yml:2:1: error: this is not valid YAML: did not find expected ',' or ']'; "
        + "check the indentation, the quotes and the brackets here and on the line above"
    ),
    (
      "a: \"open\nb: 1\nc: 2\n",
      "a.yml:1:4: error: the text that begins here has no end; add the closing quote"
    ),
    (
      "{\"a\": [1, 2}",
      "a.yml:1:12: error: this is not valid JSON: did not find expected ',' or ']'; "
        + "check the quotes, the commas and the brackets here and on the line above"
    ),
    ("a:\n\tb: 1\n", "a.yml:2:1: error: the line is indented with a tab; indent with spaces"),
    ("a: 1\nb: 2\na: 3\n", "a.yml:1:1: error: the key 'a' is given twice; keep one of them"),
    (
      "a: 1\n---\nb: 2\n",
      "a.yml:2:1: error: a second document starts here; keep one document in a file and remove the '---' line"
    ),
    (
      "a: &x [1]\nb: *x\n",
      "a.yml:1:4: error: anchors and aliases ('&name', '*name') are not allowed; "
        + "write the value out where it is used, or use 'and' for '&' in a text"
    ),
    (
      "? [ &x a, &y [*x, *x] ]\n: 1\n",
      "a.yml:1:5: error: anchors and aliases ('&name', '*name') are not allowed; "
        + "write the value out where it is used, or use 'and' for '&' in a text"
    ),
    (
      "a: *x\n",
      "a.yml:1:4: error: anchors and aliases ('&name', '*name') are not allowed; "
        + "write the value out where it is used, or use 'and' for '&' in a text"
    ),
    ("a: !int 3\n", "a.yml:1:4: error: tags ('!name') are not allowed; remove the tag"),
    ("a: !!float 3\n", "a.yml:1:4: error: tags ('!name') are not allowed; remove the tag"),
    ("<<: {a: 1}\n", "a.yml:1:1: error: a key must be a plain name; write 'name: value'"),
    ("[1, 2]: 3\n", "a.yml:1:1: error: a key must be a plain name; write 'name: value'"),
    (
      "a: \u{1}\n",
      "a.yml:1:4: error: the text cannot be read: control characters are not allowed; "
        + "save the file as UTF-8 text without control characters"
    ),
  ])
  func brokenDocumentsNameTheirPlaceAndRemedy(_ text: String, _ expected: String) {
    #expect(message(text) { _ in } == expected)
  }

  @Test(arguments: [
    ("kk: 1\n", "a.yml:1:1: error: unknown key 'kk'; the only valid one is 'k'"),
    ("other: 1\n", "a.yml:1:1: error: the key 'k' is missing; add 'k: ...'"),
    ("k: 1\nz: 2\n", "a.yml:2:1: error: unknown key 'z'; the only valid one is 'k'"),
  ])
  func unknownKeysAreRefused(_ text: String, _ expected: String) {
    #expect(messageForKey(text) { _ in } == expected)
  }

  @Test func nearestKeyIsNamedAtTheKeysOwnPlace() {
    let text = "gnss:\n  mean: 1\n  devation: 2\n"
    let found = message(text) { root in
      var outer = try root.mapping()
      var inner = try outer.required("gnss").mapping()
      for key in ["mean", "deviation", "range"] { _ = inner.optional(key) }
      try inner.finish()
    }
    #expect(
      found
        == "a.yml:3:3: error: unknown key 'devation' in gnss; did you mean 'deviation'? "
        + "valid keys: mean, deviation, range")
  }

  @Test(arguments: [
    ("k: 45", "a.yml:1:4: error: k: '45' has no unit; add one of: W, mW, uW, kW"),
    ("k: 45 mJ", "a.yml:1:4: error: k: unknown unit 'mJ' for a power; use one of: W, mW, uW, kW"),
    ("k: 9 kW", "a.yml:1:4: error: k: 9 kW is outside 0 W to 20 W; write a value in this range"),
    ("k: -1 mW", "a.yml:1:4: error: k: -1 mW is outside 0 W to 20 W; write a value in this range"),
    (
      "k: .nan",
      "a.yml:1:4: error: k: '.nan' is not a power; write a finite number and a unit, with a point for decimals"
    ),
    (
      "k: nan W",
      "a.yml:1:4: error: k: 'nan W' is not a power; write a finite number and a unit, with a point for decimals"
    ),
    (
      "k: .inf W",
      "a.yml:1:4: error: k: '.inf W' is not a power; write a finite number and a unit, with a point for decimals"
    ),
    (
      "k: 1e999 W",
      "a.yml:1:4: error: k: '1e999 W' is not a power; write a finite number and a unit, with a point for decimals"
    ),
    ("k: [1 W]", "a.yml:1:4: error: k: a list stands where a power belongs; write a power here"),
    ("k:", "a.yml:1:3: error: k: the value is missing; write a power, or remove the key"),
    ("k: null", "a.yml:1:4: error: k: the value is missing; write a power, or remove the key"),
  ])
  func quantitiesNeedANumberAUnitAndARange(_ text: String, _ expected: String) {
    #expect(messageForKey(text) { _ = try $0.quantity(Power.self, in: .watts(0) ... .watts(20)) } == expected)
  }

  @Test func quantitiesMayBeQuoted() {
    var power = Power.zero
    let found = messageForKey("{\"k\": \"1.21 W\"}") { power = try $0.quantity(Power.self, in: .zero ... .watts(20)) }
    #expect(found == "accepted")
    #expect(power == .watts(1.21))
  }

  @Test(arguments: [
    ("k: 010", "a.yml:1:4: error: k: '010' starts with a zero, which some readers take for octal; remove the zero"),
    ("k: 12:30", "a.yml:1:4: error: k: '12:30' is not a whole number; write digits only, without quotes or unit"),
    ("k: 1.5", "a.yml:1:4: error: k: '1.5' is not a whole number; write digits only, without quotes or unit"),
    ("k: 1e3", "a.yml:1:4: error: k: '1e3' is not a whole number; write digits only, without quotes or unit"),
    ("k: \"5\"", "a.yml:1:4: error: k: '5' is not a whole number; write digits only, without quotes or unit"),
    ("k: 13", "a.yml:1:4: error: k: 13 is outside 0 to 12; write a number in this range"),
  ])
  func wholeNumbersAreReadFromTheirSource(_ text: String, _ expected: String) {
    #expect(messageForKey(text) { _ = try $0.integer(in: 0...12) } == expected)
  }

  @Test(arguments: [
    ("k: 0.3 m", "a.yml:1:4: error: k: '0.3 m' has a unit, but this is a plain number; remove 'm'"),
    ("k: 1.7", "a.yml:1:4: error: k: 1.7 is outside 0 to 1; write a value in this range"),
    ("k: .nan", "a.yml:1:4: error: k: '.nan' is not a number; write a finite number, with a point for decimals"),
    ("k: high", "a.yml:1:4: error: k: 'high' is not a number; write a finite number, without quotes"),
  ])
  func plainNumbersRefuseUnits(_ text: String, _ expected: String) {
    #expect(messageForKey(text) { _ = try $0.number(in: 0...1) } == expected)
  }

  @Test func boundsMayBeOpen() {
    let open = messageForKey("k: -2") { _ = try $0.number(in: 0...Double.infinity) }
    #expect(open == "a.yml:1:4: error: k: -2 is too small; write at least 0")
    let span = messageForKey("k: 3 h") { _ = try $0.timeSpan(in: .zero ... .minutes(90)) }
    #expect(span == "a.yml:1:4: error: k: 3 h is outside 0 s to 1.5 h; write a value in this range")
  }

  @Test(arguments: [
    ("k: yes", "a.yml:1:4: error: k: 'yes' is not true or false; write true or false, without quotes"),
    ("k: \"true\"", "a.yml:1:4: error: k: 'true' is not true or false; write true or false, without quotes"),
    ("k: true", "accepted"),
  ])
  func onlyTrueAndFalseAreBooleans(_ text: String, _ expected: String) {
    #expect(messageForKey(text) { _ = try $0.bool() } == expected)
  }

  @Test(arguments: [
    (
      "k: 12:30",
      "a.yml:1:4: error: k: the clock time 12:30 has no quotes, so that some readers take it for a number; "
        + "write \"12:30\""
    ),
    ("k: 750", "a.yml:1:4: error: k: '750' is not a clock time; write hours and minutes in quotes, such as \"07:55\""),
    (
      "k: \"25:00\"",
      "a.yml:1:4: error: k: '25:00' is not a clock time; write hours and minutes in quotes, "
        + "such as \"07:55\""
    ),
    ("k: \"07:55:30\"", "accepted"),
  ])
  func clockTimesNeedQuotes(_ text: String, _ expected: String) {
    #expect(messageForKey(text) { _ = try $0.clockTime() } == expected)
  }

  @Test func unknownChoicesNameTheNearest() {
    let found = messageForKey("k: lognormla") { _ = try $0.choice(of: ["normal", "lognormal", "fixed"]) }
    #expect(
      found
        == "a.yml:1:4: error: k: unknown value 'lognormla'; did you mean 'lognormal'? "
        + "valid values: normal, lognormal, fixed")
  }

  @Test func aBombOfNestedListsEndsQuickly() {
    let deep = "a: " + String(repeating: "[", count: 100_000)
    #expect(
      message(deep) { _ in }
        == "a.yml:1:68: error: values are nested more than 32 deep; remove the extra levels")
    let block = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(
      message(block) { _ in }
        == "a.yml:34:34: error: values are nested more than 32 deep; remove the extra levels")
  }

  @Test func pathsNameItemsOfLists() {
    let found = message("legs:\n  - {speed: 3}\n") { root in
      var mapping = try root.mapping()
      for leg in try mapping.required("legs").sequence() {
        var leg = try leg.mapping()
        _ = try leg.required("speed").quantity(Speed.self, in: .zero ... .metresPerSecond(70))
      }
    }
    #expect(found == "a.yml:2:13: error: legs[0].speed: '3' has no unit; add one of: m/s, km/h, mph")
  }
}
