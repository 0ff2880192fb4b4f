/// What a cellular radio hears.
public enum RadioCoverage: UInt8, CaseIterable, Sendable { case good, weak, none }
