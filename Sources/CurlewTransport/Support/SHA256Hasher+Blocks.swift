// The names a…h, choice, majority and the sums are those of FIPS 180-4 §4.1.2 and §6.2.2. Eight rounds are written out,
// since the eighth puts each variable back in its place; the rest is inlined into them, which is as fast as C.
extension SHA256Hasher {
    /// Adds whole blocks.
    mutating func compress(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        let count = bytes.count / Self.blockSize
        unsafe Self.roundConstants.withUnsafeBufferPointer { constants in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                guard let constants = constants.baseAddress, let words = schedule.baseAddress else { return }
                for index in 0..<count {
                    unsafe Self.add(start + index * Self.blockSize, words, constants, to: &state)
                }
            }
        }
    }

    @inline(__always)
    private static func add(
        _ block: UnsafeRawPointer, _ words: UnsafeMutablePointer<UInt32>,
        _ constants: UnsafePointer<UInt32>, to state: inout SIMD8<UInt32>
    ) {
        var result = Variables(state)
        var index = 0
        while index < 16 {
            eightRounds(&result, from: index) { index in
                let bytes = unsafe block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
                unsafe words[index] = bytes.bigEndian
                return unsafe words[index] &+ constants[index]
            }
            index &+= 8
        }
        while index < 64 {
            eightRounds(&result, from: index) { index in
                let (early, late) = unsafe (words[index &- 15], words[index &- 2])
                let sum0 = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
                let sum1 = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
                unsafe words[index] = words[index &- 16] &+ sum0 &+ words[index &- 7] &+ sum1
                return unsafe words[index] &+ constants[index]
            }
            index &+= 8
        }
        state &+= result.words
    }

    /// The working variables; a vector of them would be packed and unpacked for every eight rounds.
    private struct Variables {
        var a, b, c, d, e, f, g, h: UInt32

        init(_ words: SIMD8<UInt32>) {
            (a, b, c, d) = (words[0], words[1], words[2], words[3])
            (e, f, g, h) = (words[4], words[5], words[6], words[7])
        }

        var words: SIMD8<UInt32> { SIMD8(a, b, c, d, e, f, g, h) }
    }

    @inline(__always)
    private static func eightRounds(
        _ w: inout Variables, from index: Int, _ word: (Int) -> UInt32
    ) {
        round(w.a, w.b, w.c, &w.d, w.e, w.f, w.g, &w.h, word(index))
        round(w.h, w.a, w.b, &w.c, w.d, w.e, w.f, &w.g, word(index &+ 1))
        round(w.g, w.h, w.a, &w.b, w.c, w.d, w.e, &w.f, word(index &+ 2))
        round(w.f, w.g, w.h, &w.a, w.b, w.c, w.d, &w.e, word(index &+ 3))
        round(w.e, w.f, w.g, &w.h, w.a, w.b, w.c, &w.d, word(index &+ 4))
        round(w.d, w.e, w.f, &w.g, w.h, w.a, w.b, &w.c, word(index &+ 5))
        round(w.c, w.d, w.e, &w.f, w.g, w.h, w.a, &w.b, word(index &+ 6))
        round(w.b, w.c, w.d, &w.e, w.f, w.g, w.h, &w.a, word(index &+ 7))
    }

    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
        _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
    ) {
        let choice = g ^ (e & (f ^ g))
        let majority = (a & b) | (c & (a | b))
        let first = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ word
        d &+= first
        h = first &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        (word &>> count) | (word &<< (32 &- count))
    }

    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7,
        0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc,
        0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351,
        0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e,
        0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585,
        0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f,
        0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}
