/// Exact quantiles without sorting everything.
enum NearestRank {
  /// The smallest value that at least the share `p` of the values does not exceed; NaN when there are none.
  ///
  /// Hoare, "Algorithm 65: Find", Communications of the ACM 4, 1961. Reorders the values.
  static func select(_ p: Double, in values: inout [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let rank = min(values.count - 1, max(0, Int((p * Double(values.count)).rounded(.up)) - 1))
    return values.withUnsafeMutableBufferPointer { buffer in
      var (low, high) = (0, buffer.count - 1)
      while low < high {
        let pivot = median(buffer[low], buffer[(low + high) / 2], buffer[high])
        var (left, right) = (low, high)
        while left <= right {
          while buffer[left] < pivot { left += 1 }
          while pivot < buffer[right] { right -= 1 }
          if left <= right {
            buffer.swapAt(left, right)
            left += 1
            right -= 1
          }
        }
        if rank <= right {
          high = right
        } else if rank >= left {
          low = left
        } else {
          break
        }
      }
      return buffer[rank]
    }
  }

  private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }
}
