/// What waits for the code of one app.
struct Mailbox {
  /// In the order in which it was posted.
  var waiting: [Callback] = []
  /// Something in it is worth waking the processor for.
  var wantsProcessor = false
  /// Events for which this process has no receiver yet.
  var unreceived: [Callback] = []
  /// A significant change that no manager of this process has asked for yet.
  ///
  /// A callback, which can hold a value of any type, also keeps the app's state where it is: the compiler would copy all its
  /// bytes for each call of a method.
  var significantChange: Callback?
  /// Events that wait for the user to confirm a provisional always; they outlive the process.
  var unconfirmed: [Callback] = []

  mutating func post(_ callback: Callback, waking: Bool) {
    waiting.append(callback)
    if waking { wantsProcessor = true }
  }

  mutating func processEnded() {
    waiting.removeAll()
    wantsProcessor = false
    significantChange = nil
    unreceived.removeAll()
  }

  mutating func takeUnconfirmed() -> [Callback] {
    defer { unconfirmed.removeAll() }
    return unconfirmed
  }
}

/// Memory for handing callbacks over, kept from one time to the next.
struct DispatchBuffer {
  var scratch: [Callback] = []
  /// One position on its way to an app, again and again in the same memory unless the app keeps it.
  var single: [Location] = []
}
