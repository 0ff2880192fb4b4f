import FileFormats
import Testing

@Suite struct SuggestionTests {
  private static let names = ["modern-phone", "nexus-6", "watch", "wifi-only"]

  @Test(arguments: [
    ("modern-phon", "modern-phone"), ("wathc", "watch"), ("wifi", "wifi-only"), ("PHONE", "modern-phone"),
    ("nexus6", "nexus-6"),
  ])
  func nearNamesAreSuggested(_ name: String, _ expected: String) {
    #expect(Suggestion.likely(name, among: Self.names) == expected)
  }

  @Test(arguments: ["5g", "pixel", "x", "", "galaxy-s23", "on"])
  func farNamesAreNot(_ name: String) {
    #expect(Suggestion.likely(name, among: Self.names) == nil)
    #expect(
      Suggestion.remedy(for: name, among: Self.names, what: "names")
        == "valid names: modern-phone, nexus-6, watch, wifi-only")
  }

  @Test func longListsAreCut() {
    let many = (0..<60).map { "parameter-\($0)" }
    #expect(
      Suggestion.remedy(for: "colour", among: many, what: "keys")
        == "some of the valid keys: parameter-0, parameter-1, parameter-2, parameter-3, parameter-4, parameter-5")
    #expect(Suggestion.remedy(for: "paramter-7", among: many, what: "keys").hasSuffix("is 'parameter-7'"))
  }

  @Test(arguments: [
    ("30,5 m", "30.5 m"), ("-0,25", "-0.25"), ("1,5e3 s", "1.5e3 s"), ("30 m", nil), ("a,5", nil), ("3,", nil),
    (",5", nil), ("3, 4", nil),
  ])
  func decimalCommasAreMended(_ text: String, _ expected: String?) {
    #expect(DecimalComma.mended(text) == expected)
  }
}
