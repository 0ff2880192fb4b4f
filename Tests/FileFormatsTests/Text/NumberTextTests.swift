import Testing

@testable import FileFormats

@Suite struct NumberTextTests {
  /// The two readings of a number: its last mark begins decimals, or all marks divide groups.
  @Test(
    arguments: [
      ("1830", 1_830, 1_830), ("1,830", 1.83, 1_830), ("1.830", 1.83, 1_830), ("1 830", nil, 1_830),
      ("1\u{202F}830", nil, 1_830),
      ("1’456", nil, 1_456), ("1'456'789", nil, 1_456_789), ("1,23,456", nil, 123_456),
      ("12,34,567.8", 1_234_567.8, nil),
      ("1.234,5", 1_234.5, nil), ("1,234.5", 1_234.5, nil), ("3,9", 3.9, nil), ("0,123", 0.123, nil),
      ("0.123", 0.123, nil),
      ("١٬٨٣٠", nil, 1_830), ("١٫٥", 1.5, nil), ("१,८३०", 1.83, 1_830), ("-1 830", nil, -1_830), ("\u{2212}7", -7, -7),
      ("1.234.567", nil, 1_234_567), ("12,3456", 12.3456, nil), ("1,2,3", nil, nil), ("a1", nil, nil), ("", nil, nil),
      ("1..2", nil, nil), ("1 83", nil, nil),
    ] as [(String, Double?, Double?)])
  func readings(text: String, decimal: Double?, grouped: Double?) {
    let number = NumberText(text)
    #expect(number?.decimal == decimal && number?.grouped == grouped, "\(text): \(String(describing: number))")
  }

  @Test(
    arguments: [
      (["1,000", "2,500"], ",", CommaMeaning.group), (["1,000", "2,500"], ";", .either("1,000")),
      (["1,000", "2,51"], ";", .decimal), (["1,000", "3.9"], ";", .group), (["1.000,5"], ";", .decimal),
      (["1,000,000"], ";", .group), (["12", "13"], ",", .group), (["12,5"], ",", .decimal),
    ] as [([String], Character, CommaMeaning)])
  func commasOfATable(texts: [String], separator: Character, meaning: CommaMeaning) {
    #expect(CommaMeaning(in: texts, separator: separator.asciiValue ?? 44) == meaning)
  }

  /// As `MeasurementFormatter` writes them for iPhones of many languages and regions.
  @Test(
    arguments: [
      ("1,830秒", nil, 1_830), ("1 830 с", nil, 1_830), ("1.830 sec", "DE", 1_830), ("1’456 sec", "CH", 1_456),
      ("১,২৩৪ সেকেন্ড", "BD", 1_234), ("৭ সেঃ", nil, 7), ("৩ মিনিট", nil, 180), ("၁,၂၃၄ စက္ကန့်", nil, 1_234),
      ("၂ နာရီ", nil, 7_200),
      ("20 sec", nil, 20),
      ("7.5 min", nil, 450), ("3 hr", nil, 10_800), ("1.300 ms", nil, 1.3), ("١٬٨٣٠ ث", "EG", 1_830),
      ("1\u{A0}830\u{A0}s", "FR", 1_830),
      ("1.830 Sek.", "DE", 1_830), ("1.830 sn.", "TR", 1_830), ("2 saat", "TR", 7_200), ("2 saat", "MY", 2),
      ("1,23,456 से॰", "IN", 123_456),
      ("41 初", nil, nil), ("2 saat", nil, nil), ("-3 sec", nil, nil), ("1,83 sec", nil, 1.83), ("12 分", nil, 720),
      ("5 小时", nil, 18_000),
      ("1 830초", "KR", 1_830), ("8 μs", nil, nil),
    ] as [(String, String?, Double?)])
  func durations(text: String, region: String?, seconds: Double?) {
    #expect(DurationText.seconds(text, region: region)?.seconds == seconds)
  }

  /// 7.500 min of a day cannot be 125 h.
  @Test func aGroupThatIsLongerThanTheDayIsADecimal() {
    #expect(DurationText.seconds("7.500 min", limit: 86_400)?.seconds == 450)
    #expect(DurationText.seconds("7.500 sec", limit: 86_400)?.seconds == 7_500)
    #expect(
      DurationText.seconds("7.500 sec")?.isAssumed == true
        && DurationText.seconds("7.500 sec", region: "DE")?.isAssumed == false)
  }
}
