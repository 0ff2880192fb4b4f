/// Durations as `MeasurementFormatter` writes them in the phone's language and region: `1,830 sec`, `1 830 с`, `1.830秒`.
///
/// Units are the short and long names of Unicode's locale data (CLDR) for the languages of iOS.
package enum DurationText {
  private static let units: [(seconds: Double, names: String)] = [
    (1e-3, "ms,msec,msecs,millisecond,milliseconds,мс,毫秒,ミリ秒,밀리초,ث.م,مللي_ثانية"),
    (
      1,
      "sec,secs,s,second,seconds,sek,sekunde,sekunden,segundo,segundos,seg,seconde,secondes,secondo,secondi,seconden,sekunder,"
        + "sekunti,sekuntia,sekund,sekundy,sekúnd,mp,másodperc,с,сек,секунда,секунды,секунд,δευτ,δευτερόλεπτα,δ,sn,saniye,שנ,שנ',שנ׳,שניות,"
        + "ث,ثانية,ثوان,ثانیه,से,सेकंड,สจ,วิ,วินาที,giây,dtk,detik,秒,秒鐘,秒钟,초,วิ.,সেকেন্ড,సెక,వి,s.,sec.,с.,সেঃ,စက္ကန့်"
    ),
    (
      60,
      "min,mins,m,minute,minutes,minuten,minuto,minutos,minuti,minuter,minuutti,minuuttia,minut,minuty,perc,p,мин,минута,минуты,минут,хв,"
        + "λ,λεπ,λεπτά,dk,dakika,דק,דק',דק׳,דקות,د,دقيقة,دقائق,دقیقه,मि,मिनट,นาที,phút,mnt,menit,分,分钟,分鐘,분,মিনিট,মিঃ,မိနစ်"
    ),
    (
      3_600,
      "hr,hrs,h,hour,hours,std,stunde,stunden,hora,horas,heure,heures,ora,ore,uur,uren,timer,timmar,tim,t,tunti,tuntia,godz,hod,óra,ó,ч,час,"
        + "часа,часов,год,ώ,ώρες,sa,שע,שע',שע׳,שעות,س,ساعة,ساعات,ساعت,घं,घंटे,ชม,ชั่วโมง,giờ,jam,時,時間,小时,小時,시간,ঘন্টা,ঘঃ,နာရီ"
    ),
  ]

  private static let factors: [String: Double] = {
    var factors: [String: Double] = [:]
    for (seconds, names) in units {
      for name in names.split(separator: ",") { factors[key(name)] = seconds }
    }
    return factors
  }()

  private static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { !".॰ \u{A0}\u{202F}\u{2009}\u{200E}\u{200F}\u{61C}".contains($0) })
  }

  /// Seconds, and whether a mark before three digits was taken to divide groups without anything that tells.
  ///
  /// Times of MetricKit are whole seconds; so such a mark divides groups, unless the time would be longer than `limit`.
  ///
  /// - Parameter region: such as `TR`, where a word means something else: `saat` is an hour in Turkish, a second in Malay.
  /// - Returns: `nil` for what is no duration.
  package static func seconds(
    _ text: String, region: String? = nil, limit: Double = .infinity
  ) -> (seconds: Double, isAssumed: Bool)? {
    // The number stands before its unit, or behind it.
    let isOfNumber = { (character: Character) in
      character.isNumber || ".,'\u{2019}\u{66B}\u{66C}+-\u{2212}".contains(character)
    }
    guard let first = text.firstIndex(where: isOfNumber), let last = text.lastIndex(where: \.isNumber), first <= last,
      let number = NumberText(text[first...last])
    else { return nil }
    let unit = key(text[text.index(after: last)...] + text[..<first])
    let factor =
      unit == "saat"
      ? (["TR", "CY", "AZ"].contains(region) ? 3_600 : ["MY", "SG", "BN", "ID"].contains(region) ? 1 : nil)
      : factors[unit]
    guard let factor else { return nil }
    if let only = number.only { return only >= 0 ? (only * factor, false) : nil }
    guard let grouped = number.grouped, let decimal = number.decimal, decimal >= 0 else { return nil }
    return grouped * factor > limit ? (decimal * factor, false) : (grouped * factor, pointGroups(region) != number.mark)
  }

  /// The mark between groups where the region's languages agree on it; `nil` where they do not or there is none.
  private static func pointGroups(_ region: String?) -> Character? {
    switch region {
    case "US", "GB", "CN", "JP", "KR", "TW", "HK", "IN", "AU", "NZ", "IE", "IL", "TH", "MX", "SG", "MY", "PH": ","
    case "DE", "AT", "ES", "IT", "NL", "BR", "DK", "TR", "GR", "ID", "AR", "BE", "HR", "SI", "RO", "VN", "CL", "CO": "."
    default: nil
    }
  }
}

/// A time of day, from 00:00 to 24:00 (the day's end).
package struct ClockTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 0 to 86,400.
  package let secondsSinceMidnight: Int

  package init(secondsSinceMidnight: Int) { self.secondsSinceMidnight = secondsSinceMidnight }

  /// Reads `07:55` or `07:55:30`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...2).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part)
      else { return nil }
      guard part.count == 2 || numbers.isEmpty else { return nil }
      numbers.append(number)
    }
    let (hours, minutes, seconds) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
    guard minutes < 60, seconds < 60 else { return nil }
    let total = hours * 3600 + minutes * 60 + seconds
    guard total <= 86_400 else { return nil }
    secondsSinceMidnight = total
  }

  package static func < (a: ClockTime, b: ClockTime) -> Bool { a.secondsSinceMidnight < b.secondsSinceMidnight }

  /// `07:55`, or `07:55:30` when there are seconds.
  package var description: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes, seconds) = (
      secondsSinceMidnight / 3600, secondsSinceMidnight / 60 % 60, secondsSinceMidnight % 60
    )
    return "\(two(hours)):\(two(minutes))" + (seconds == 0 ? "" : ":\(two(seconds))")
  }
}
