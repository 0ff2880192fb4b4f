/// What a state does about an event.
package struct CompositeRule: Sendable, Hashable {
  package var trigger: CompositeTrigger
  /// All must hold.
  package var conditions: [CompositeCondition]
  package var actions: [CompositeAction]
  /// The state to go to after the actions, by its place among the states; `nil` to stay. A rule that names its own state
  /// leaves it and enters it again.
  package var target: Int?

  package init(
    _ trigger: CompositeTrigger, if conditions: [CompositeCondition] = [], do actions: [CompositeAction] = [],
    goTo target: Int? = nil
  ) {
    self.trigger = trigger
    self.conditions = conditions
    self.actions = actions
    self.target = target
  }
}
