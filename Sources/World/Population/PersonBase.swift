/// A place where a person stays: home, a lodging, a place of work or leisure.
struct PersonBase: Sendable {
  let name: String
  let position: GeodeticPosition
  let settlement: Settlement
  let surroundings: Surroundings
}
