/// How times to first fix were rounded when they were written down.
package enum FirstFixRounding: String, Sendable, Hashable, CaseIterable {
  case nearest, down, up

  var text: String { self == .nearest ? "to the nearest" : rawValue }
}

/// Steps in which times are written: whole seconds for instance. A time then stands for all that round to it (interval censoring).
struct FirstFixSteps: Sendable {
  /// Seconds.
  let width: Double
  let rounding: FirstFixRounding

  private static let usual = [60.0, 30, 15, 10, 5, 1, 0.5, 0.2, 0.1, 0.01]

  /// The widest usual step of which all times are multiples; `nil` where there is none.
  init?(_ seconds: [Double], rounding: FirstFixRounding) {
    let found = Self.usual.first { step in
      seconds.allSatisfy { abs($0 / step - ($0 / step).rounded()) < 1e-6 }
    }
    guard let found, !seconds.isEmpty else { return nil }
    self.init(width: found, rounding: rounding)
  }

  init(width: Double, rounding: FirstFixRounding) {
    self.width = width
    self.rounding = rounding
  }

  /// The true times that are written so, seconds.
  func ends(_ written: Double) -> (low: Double, high: Double) {
    switch rounding {
    case .nearest: (max(0, written - width / 2), written + width / 2)
    case .down: (written, written + width)
    case .up: (max(0, written - width), max(width, written))
    }
  }

  func written(_ seconds: Double) -> Double {
    guard seconds.isFinite else { return seconds }
    switch rounding {
    case .nearest: return (seconds / width).rounded() * width
    case .down: return (seconds / width).rounded(.down) * width
    case .up: return (seconds / width).rounded(.up) * width
    }
  }
}
