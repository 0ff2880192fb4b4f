/// One state of a composite strategy.
package struct CompositeState: Sendable, Hashable {
  package var name: String
  /// Done whenever the state is entered, by a process that begins in it too.
  package var enter: [CompositeAction]
  /// In order; the first that fits an event takes it.
  package var rules: [CompositeRule]
  /// Done whenever the state is left.
  package var leave: [CompositeAction]

  package init(
    _ name: String, enter: [CompositeAction] = [], rules: [CompositeRule] = [], leave: [CompositeAction] = []
  ) {
    self.name = name
    self.enter = enter
    self.rules = rules
    self.leave = leave
  }
}
