#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// One piece of a request's body that is made of several.
package enum BodySegment: Sendable {
    case data(Data)
    case file(path: String)
}
