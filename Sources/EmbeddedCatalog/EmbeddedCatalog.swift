/// The catalogue that the program carries inside: the files of `profiles/` at the time it was built.
package enum EmbeddedCatalog {
  /// Every file, sorted by kind and name.
  package static var profiles: [EmbeddedProfile] { table }
}
