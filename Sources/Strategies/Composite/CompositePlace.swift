/// Where in a composite strategy something stands.
package struct CompositePlace: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case state
    case enter
    case leave
    case rule(Int)
  }

  /// The state's place among the states.
  package let state: Int
  package let part: Part
  /// The action's place in its list; `nil` for the part itself.
  package let action: Int?

  package init(state: Int, part: Part, action: Int? = nil) {
    self.state = state
    self.part = part
    self.action = action
  }
}

/// Something in a composite strategy that cannot be.
package struct CompositeFault: Error, Sendable, Hashable {
  package let place: CompositePlace
  package let message: String
  package let remedy: String
}
