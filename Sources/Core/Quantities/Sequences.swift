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

extension Sequence where Element: Hashable {
  /// Each element once, in the order in which they come first.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence {
  /// The elements in groups of equal keys, in the order in which the keys come first.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var places: [Key: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].append(element)
      } else {
        places[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}
