@testable import Curlew

extension SetCookie {
    init?(_ text: String) {
        self.init(Array(text.utf8)[...])
    }
}
