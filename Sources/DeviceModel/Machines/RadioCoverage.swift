/// What a cellular radio hears.
@usableFromInline package enum RadioCoverage: UInt8, CaseIterable, Sendable { case good, weak, none }
