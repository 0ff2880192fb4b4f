/// A short list whose elements are read and changed where they lie, and never copied.
///
/// What the system knows of an app is asked after every event. An `Array` hands out a copy for each method that is called
/// on an element, and a copy of so large a structure counts every reference in it.
struct OwnedArray<Element: ~Copyable>: ~Copyable {
  private var elements: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1) {
    self.capacity = max(capacity, 1)
    elements = .allocate(capacity: self.capacity)
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count, "index out of range")
      yield elements[index]
    }
    _modify {
      precondition(index >= 0 && index < count, "index out of range")
      yield &elements[index]
    }
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity {
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
      larger.moveInitialize(from: elements, count: count)
      elements.deallocate()
      (elements, capacity) = (larger, 2 * capacity)
    }
    (elements + count).initialize(to: element)
    count += 1
  }

  mutating func removeAll(where isMeant: (borrowing Element) -> Bool) {
    var kept = 0
    for index in 0..<count {
      if isMeant(elements[index]) {
        (elements + index).deinitialize(count: 1)
      } else {
        if kept < index { (elements + kept).moveInitialize(from: elements + index, count: 1) }
        kept += 1
      }
    }
    count = kept
  }

  func firstIndex(where isWanted: (borrowing Element) -> Bool) -> Int? {
    for index in 0..<count where isWanted(elements[index]) { return index }
    return nil
  }

  func contains(where isWanted: (borrowing Element) -> Bool) -> Bool { firstIndex(where: isWanted) != nil }
}
