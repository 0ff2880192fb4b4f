extension RandomAccessCollection {
  /// The first index whose element satisfies a condition, by halves; the end where none does.
  ///
  /// - Precondition: all elements that satisfy it stand behind all that do not.
  package func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if belongsBehind(self[middle]) {
        count /= 2
      } else {
        (low, count) = (index(after: middle), count - count / 2 - 1)
      }
    }
    return low
  }
}
