import Analysis
@testable import Reports
import Testing

/// Numbers for people are written for every `Double`, and are near what they stand for.
@Suite struct NumberPropertyTests {
  static let numbers: [Double] = {
    var state: UInt64 = 11
    var numbers = [0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    for exponent in -320...308 {
      guard let power = Double("1e\(exponent)") else { continue }
      numbers += [power, power.nextDown, 9.9996 * power, -9.995 * power]
    }
    for _ in 0..<3_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      numbers.append(Double(bitPattern: state ^ (state >> 29)))
    }
    return numbers
  }()

  private func value(_ text: String) -> Double? { Double(text.replacing(",", with: "")) }

  /// Three digits, or the third decimal.
  @Test func fittedNumbersAreNearTheirText() throws {
    for number in Self.numbers where !(abs(number) > 1e308 && number.isFinite) {
      let text = FitNumber.text(number)
      guard number.isFinite else {
        #expect(text == "-")
        continue
      }
      let read = try #require(value(text), "\(number) became \(text)")
      let decimals = abs(number) > 1e-4 && abs(number) < 0.1 ? 0.000_51 : 0
      #expect(abs(read - number) <= max(0.0051 * abs(number), decimals), "\(number) became \(text)")
      #expect(text.count <= 11, "\(text)")
    }
  }

  /// `part(0, error: 1e-5)` took the logarithm of zero for a whole number.
  @Test func anErrorOfAnySizeGivesDigits() throws {
    #expect(FitNumber.part(0, error: 1e-5) == "0")
    #expect(FitNumber.text(1e-9, error: 1e-5) == "1e-9")
    #expect(FitNumber.text(9.9996e-9) == "1e-8")
    #expect(FitNumber.text(-.leastNonzeroMagnitude) == "-4.94e-324")
    for (index, number) in Self.numbers.enumerated() {
      let error = Self.numbers[(index * 7 + 3) % Self.numbers.count]
      for text in [FitNumber.text(number, error: error), FitNumber.part(number, error: error)] {
        #expect(number.isFinite ? value(text) != nil : text == "-", "\(number) with \(error) became \(text)")
      }
      if number.isFinite, error.isFinite {
        _ = FitNumber.interval(min(number, error)...max(number, error), error: abs(error))
      }
    }
  }

  @Test func figuresAreWrittenForEveryNumber() {
    for number in Self.numbers {
      for decimals in 1...3 {
        let text = Figure.text(number, decimals: decimals)
        #expect(number.isFinite ? value(text) != nil : text == "-", "\(number) became \(text)")
      }
      _ = (Figure.percent(number), Figure.tick(number), FitNumber.correlation(number))
    }
  }

  @Test func axesAreDrawnForEveryRange() {
    for (index, number) in Self.numbers.enumerated() where number.isFinite {
      let other = Self.numbers[(index * 5 + 1) % Self.numbers.count]
      guard other.isFinite else { continue }
      let (low, high) = (min(number, other), max(number, other))
      #expect(LinearScale.ticks(in: low...high, about: 6).count <= 20)
      #expect((LogScale(covering: [low, high], margin: 0.06, start: 70, end: 700)?.ticks.count ?? 0) <= 2_000)
      #expect((FitScale([low, high], isLogarithmic: false, start: 0, end: 100)?.ticks().count ?? 0) <= 20)
    }
  }

  /// Programs read every bit again.
  @Test func filesForProgramsAreExact() throws {
    for number in Self.numbers {
      let (cell, json) = (CSVLine.number(number), JSONValue.number(number).compactText)
      #expect(cell.isEmpty == !number.isFinite && (json == "null") == !number.isFinite)
      guard number.isFinite else { continue }
      #expect(Double(cell) == number && Double(json) == number, "\(number) became \(cell) and \(json)")
      // What JSON calls a number.
      #expect(json.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil, "\(json)")
    }
  }

  @Test func nanosecondsAreWrittenExactly() throws {
    for number in Self.numbers {
      let nanoseconds = Int64(bitPattern: number.bitPattern)
      let text = CSVLine.seconds(nanoseconds)
      let parts = text.split(separator: ".")
      let decimals = parts.count > 1 ? parts[1] : ""
      #expect(decimals.count <= 9 && !decimals.hasSuffix("0"))
      #expect(Int64(parts[0] + decimals + String(repeating: "0", count: 9 - decimals.count)) == nanoseconds, "\(text)")
    }
  }

  @Test func shownFiguresAreNearWhatTheyStandFor() {
    for number in Self.numbers {
      for rounding in [FigureRounding.three, .drain, .plain, .share, .battery, .change, .changeOfShare] {
        let text = rounding.text(number)
        guard number.isFinite, abs(number) < 1e300 else {
          #expect(!text.isEmpty)
          continue
        }
        let shown = rounding == .share || rounding == .changeOfShare ? number * 100 : number
        guard let read = value(text) else {
          // Beyond the whole battery nothing is left to say, and a share that is none reads 0.
          let isBeyond = rounding == .battery && number > 100 && text == "> 100"
          let isTiny = [.share, .battery].contains(rounding) && (0..<0.05).contains(shown) && text == "< 0.1"
          #expect(isBeyond || isTiny, "\(number) became \(text)")
          continue
        }
        // Percents from ten on are whole.
        let step = [.share, .battery, .changeOfShare].contains(rounding) ? 0.501 : 0.0501
        #expect(abs(read - shown) <= max(0.0051 * abs(shown), step), "\(number) became \(text)")
      }
      if number.isFinite, abs(number) < 1e14 {
        let drawn = value(SVGCanvas.number(number)) ?? .nan
        #expect(abs(drawn - number) <= max(0.0501, 1e-5 * abs(number)), "\(number) is drawn at \(drawn)")
      }
    }
  }

  /// Ends that would read the same have more digits; equal ones are one figure.
  @Test func rangesHaveAWidth() {
    for (range, rounding, text) in [
      (1.5881...1.5923, FigureRounding.drain, "1.588 to 1.592"), (0.4512...0.4514, .three, "0.4512 to 0.4514"),
      (0.8701...0.8704, .share, "87.01 to 87.04"), (1.59...1.59, .drain, "1.59"), (0...0, .three, "0"),
      (150...160, .battery, "> 100"), (1...2, .drain, "1.00 to 2.00"),
      (60.1...60.2, .span, "60 s"),
    ] { #expect(rounding.ends(range) == text, "\(range)") }
    #expect(Figure.text(1.5881...1.5923) == "1.588 to 1.592")
    #expect(Figure.text(2.0...2.0) == "2.00")
  }

  /// A heading begins with a capital, a name does not.
  @Test func namesKeepTheirCase() {
    func label(_ heading: String, isName: Bool = false) -> String {
      ReportTable.Column(heading: [heading], isName: isName, cells: .words([])).label
    }
    #expect(label("standard error") == "Standard error")
    #expect(label("95 % interval") == "95 % interval")
    #expect(label("slope", isName: true) == "slope")
    #expect(label("gnss.tracking") == "gnss.tracking")
    #expect(label("modern-phone") == "modern-phone")
  }
}
