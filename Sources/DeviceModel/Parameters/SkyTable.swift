/// One entry per quality of sky view, from the open to indoors.
package struct SkyTable<Entry: Sendable>: Sendable {
  /// Horizon to horizon.
  package var openSky: Entry
  /// Houses and trees around.
  package var suburban: Entry
  /// Streets of a town.
  package var urban: Entry
  /// Among high buildings.
  package var canyon: Entry
  /// Under a roof.
  package var indoor: Entry

  /// One entry for each view of the sky but underground, where there is no signal.
  package init(openSky: Entry, suburban: Entry, urban: Entry, canyon: Entry, indoor: Entry) {
    self.openSky = openSky
    self.suburban = suburban
    self.urban = urban
    self.canyon = canyon
    self.indoor = indoor
  }

  /// - Parameter openSky: used in place of a missing `<prefix>.open_sky`.
  init(
    openSky: Entry? = nil, _ read: (String) throws(ProfileFault) -> Entry
  ) throws(ProfileFault) {
    if let openSky {
      self.openSky = openSky
    } else {
      self.openSky = try read("open_sky")
    }
    suburban = try read("suburban")
    urban = try read("urban")
    canyon = try read("canyon")
    indoor = try read("indoor")
  }
}

extension SkyTable: Equatable where Entry: Equatable {}
