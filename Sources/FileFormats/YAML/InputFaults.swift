import Synchronization

/// Collects the mistakes of a file: where one is found, the reader goes on with another value in the place of the wrong one.
///
/// A mistake that stands in nothing's place, such as a name that nobody has, ends the item of the list or the section in which it
/// stands; the reader goes on with the next.
package final class InputFaults: Sendable {
  /// Those of the file that is being read; `nil` where a reader ends at the first mistake.
  @TaskLocal private static var current: InputFaults?

  private let found = Mutex<[InputError]>([])

  /// Every mistake that a reader finds, in the order of the file.
  package static func all(_ read: () throws(InputError) -> Void) -> [InputError] {
    let faults = InputFaults()
    let last: InputError? = $current.withValue(faults) {
      do throws(InputError) {
        try read()
        return nil
      } catch { return error }
    }
    var found = faults.found.withLock(\.self)
    // What ends the reading may follow from a value that stands in for a wrong one: it counts where nothing else is wrong.
    if let last, found.isEmpty { found = [last] }
    return found.sorted {
      ($0.file ?? "", $0.line ?? 0, $0.column ?? 0) < ($1.file ?? "", $1.line ?? 0, $1.column ?? 0)
    }
  }

  /// The value that stands in for a wrong one, whose mistake is collected.
  ///
  /// - Throws: the mistake, where nothing can stand in, so that what it is part of ends, or nobody collects.
  package static func note<Value>(_ fault: InputError, insteadOf value: Value?) throws(InputError) -> Value {
    guard let current else { throw fault }
    current.found.withLock { found in
      func isSame(_ other: InputError) -> Bool {
        (other.file, other.line, other.column, other.message)
          == (fault.file, fault.line, fault.column, fault.message)
      }
      // A value that stands in for a missing one has no place; its mistakes are not the file's.
      if fault.line != nil, !found.contains(where: isSame) { found.append(fault) }
    }
    guard let value else { throw fault }
    return value
  }

  /// Ends an item whose mistakes are collected; without a place it is no mistake of its own.
  package static let collected = InputError(file: nil, message: "the item has mistakes", remedy: "mend them")

  /// What a reader gives; `nil` where its mistake is collected, so that what stands beside it is read, too.
  package static func attempt<Value>(
    _ read: @autoclosure () throws(InputError) -> Value
  ) throws(InputError) -> Value? {
    do {
      return try read()
    } catch {
      try note(error, insteadOf: ())
      return nil
    }
  }

  /// What a reader gives of each item. All are read, so that each mistake is collected.
  ///
  /// - Throws: the last mistake.
  package static func each<Item, Value>(
    _ items: [Item], _ read: (Item) throws(InputError) -> Value
  ) throws(InputError) -> [Value] {
    var values: [Value] = []
    var last: InputError?
    for item in items {
      do {
        values.append(try read(item))
      } catch {
        try note(error, insteadOf: ())
        last = error
      }
    }
    if let last { throw last }
    return values
  }

  /// What a reader gives, else the value that stands in for it.
  package static func reading<Value>(
    insteadOf value: @autoclosure () -> Value?, _ read: () throws(InputError) -> Value
  ) throws(InputError) -> Value {
    do {
      return try read()
    } catch {
      return try note(error, insteadOf: value())
    }
  }
}
