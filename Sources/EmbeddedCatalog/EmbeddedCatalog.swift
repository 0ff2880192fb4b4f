/// The catalogue that the program carries inside: the files of `profiles/` at the time it was built.
public enum EmbeddedCatalog {
  /// Every file, sorted by kind and name.
  public static var profiles: [EmbeddedProfile] { table }
}
