import Curlew
import Testing

@testable import CurlewLibcurl

struct MailboxTests {
    private let mailbox: Mailbox
    private let ticket: TransferTicket

    init() throws {
        mailbox = try #require(Mailbox())
        ticket = TransferTicket(owner: LibcurlTransport(), mailbox: mailbox)
    }

    private func isSignalled() -> Bool {
        let waiter = PollWaiter()
        waiter.apply(.add(mailbox.wakeupDescriptor, .read))
        return waiter.wait(milliseconds: 0) == 1
    }

    @Test func commandsComeOutInOrderAndOnce() {
        #expect(mailbox.post(.resumeBody(ticket)))
        #expect(mailbox.post(.resumeUpload(ticket)))
        #expect(mailbox.post(.cancel(ticket)))
        var commands: [Command] = []
        mailbox.drain(into: &commands)
        #expect(commands.map(\.name) == ["resumeBody", "resumeUpload", "cancel"])
        commands.removeAll()
        mailbox.drain(into: &commands)
        #expect(commands.isEmpty)
    }

    @Test func onlyALoopThatIsAboutToBlockIsWoken() {
        mailbox.post(.cancel(ticket))
        #expect(!isSignalled())
        #expect(!mailbox.prepareToWait(), "something has come")
        var commands: [Command] = []
        mailbox.drain(into: &commands)
        #expect(mailbox.prepareToWait())
        mailbox.post(.cancel(ticket))
        #expect(isSignalled())
        mailbox.acknowledgeWakeup()
        mailbox.post(.cancel(ticket))
        #expect(!isSignalled(), "the loop has been woken and has not looked yet")
    }

    @Test func aClosedMailboxRefusesButKeepsWhatCame() {
        #expect(mailbox.post(.cancel(ticket)))
        mailbox.close()
        #expect(mailbox.isClosed)
        #expect(!mailbox.prepareToWait())
        #expect(!mailbox.post(.resumeBody(ticket)))
        mailbox.close()
        var commands: [Command] = []
        mailbox.drain(into: &commands)
        #expect(commands.map(\.name) == ["cancel"])
    }

    @Test func closingWakesALoopThatWaits() {
        #expect(mailbox.prepareToWait())
        mailbox.close()
        #expect(isSignalled())
    }

    @Test func theThreadStaysForItsExecutors() {
        #expect(mailbox.addExecutor())
        mailbox.close()
        #expect(mailbox.rest() == .mayWait)
        #expect(mailbox.addExecutor())
        mailbox.removeExecutor()
        #expect(isSignalled())
        mailbox.acknowledgeWakeup()
        #expect(mailbox.rest() == .mayWait)
        mailbox.removeExecutor()
        #expect(isSignalled())
        #expect(mailbox.rest() == .ended)
        #expect(!mailbox.addExecutor())
    }

    @Test func aTicketIsCancelledOnce() {
        #expect(!ticket.isCancelled)
        ticket.cancel()
        ticket.cancelBody()
        #expect(ticket.isCancelled)
        var commands: [Command] = []
        mailbox.drain(into: &commands)
        #expect(commands.map(\.name) == ["cancel"])
    }

    @Test(.timeLimit(.minutes(5))) func nothingIsLostBetweenThreads() async {
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<1000 { mailbox.post(.cancel(ticket)) } }
            }
            group.addTask {
                // What is drained into is given to the mailbox in exchange, so it must be empty.
                var (count, commands) = (0, [Command]())
                while count < 4000 {
                    mailbox.drain(into: &commands)
                    count += commands.count
                    if commands.isEmpty { await Task.yield() }
                    commands.removeAll(keepingCapacity: true)
                }
                #expect(count == 4000)
            }
        }
        var commands: [Command] = []
        mailbox.drain(into: &commands)
        #expect(commands.isEmpty, "each came out once")
    }
}

extension Command {
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .resumeBody: "resumeBody"
        case .resumeUpload: "resumeUpload"
        case .cancel: "cancel"
        }
    }
}
