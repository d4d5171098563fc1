/// libcurl repeats a request that was refused with 417 by itself, but sends a field `Expect` that it was given again, so that
/// the server would refuse the repeat as well.
///
/// The field is cut from the list before the repeat. libcurl remembers the refusal for the handle's life: the handle serves
/// no other request.
///
/// Seen with 7.88.1; active with every version, since the repeat must have no `Expect` with any of them.
///
/// It has no row in `LibcurlHazard`: only a program that sets the field itself meets it.
extension FieldList {
    /// Leaves `Expect:` of the last line, which asks to continue; that keeps curl from asking.
    func askNoLonger() {
        cutLastLine(after: "Expect:".utf8.count)
    }
}
