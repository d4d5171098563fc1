import Testing

@testable import Curlew

struct RetryBudgetTests {
    @Test func theBudgetIsUsedUpAndFilledByTenths() {
        var budget = RetryBudget(2)
        let taken = (0..<3).map { _ in budget.takeRetry() }
        #expect(taken == [true, true, false])
        for _ in 0..<9 { budget.requestSucceeded() }
        let tooEarly = budget.takeRetry()
        budget.requestSucceeded()
        let inTime = budget.takeRetry()
        #expect(!tooEarly && inTime)
        for _ in 0..<1000 { budget.requestSucceeded() }
        #expect(budget == RetryBudget(2))
    }

    @Test(arguments: [(Int.min, false), (-1, false), (0, false), (1, true), (Int.max, true)])
    func anyBudgetIsPossible(retries: Int, canRetry: Bool) {
        var budget = RetryBudget(retries)
        let isTaken = budget.takeRetry()
        #expect(isTaken == canRetry)
    }
}
