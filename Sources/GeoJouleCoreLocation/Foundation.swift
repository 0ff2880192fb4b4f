// As Core Location does: a file that imports it alone has `Date` and `NSObject` too.
@_exported public import Foundation
