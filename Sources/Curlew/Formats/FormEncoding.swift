/// The `application/x-www-form-urlencoded` serializer (WHATWG URL §5.2).
enum FormEncoding {
    static func encode(_ text: String) -> String {
        PercentEncoding.encodeValue(text).replacing("%20", with: "+").replacing("~", with: "%7E")
            .replacing("%2A", with: "*")
    }
}
