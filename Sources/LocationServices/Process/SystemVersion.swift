/// A version of iOS: 13.4 comes after 13.0.
public struct SystemVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let major: Int
  package let minor: Int

  package init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  public static func < (a: SystemVersion, b: SystemVersion) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
