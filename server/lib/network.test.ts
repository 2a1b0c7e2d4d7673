import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf, plainAddress } from './network.ts'

describe('the network of an address', () => {
  test.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['with a port', '203.0.113.9:4711', '203.0.113.9'],
    ['inside IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['inside IPv6, in hexadecimal', '::FFFF:cb00:7109', '203.0.113.9'],
    ['inside IPv6, with a port', '[::ffff:203.0.113.9]:4711', '203.0.113.9'],
    ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['compressed', '2001:db8::1', '2001:db8::/64'],
    ['compressed elsewhere', '2001:0DB8:0:0:aaaa::1', '2001:db8::/64'],
    ['with brackets and a port', '[2001:db8::1]:4711', '2001:db8::/64'],
    ['with a zone', 'fe80::1%eth0', 'fe80::/64'],
    ['with spaces around it', ' 203.0.113.9 ', '203.0.113.9'],
    ['nothing', '', 'unknown'],
    ['a word of a proxy', 'unknown', 'unknown'],
    ['a name', '_hidden', 'unknown'],
    ['a number that is no address', '3405803785', 'unknown'],
    ['octal numbers', '0313.0.0161.011', 'unknown'],
    ['a part too large', '203.0.113.999', 'unknown'],
  ])('%s', (_, address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('is the same for all addresses of a /64 in any notation, and differs for its neighbour', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    const write = (numbers: number[]) => numbers.map((number) => number.toString(16)).join(':')
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const inside = [...one.slice(0, 4), ...other.slice(4)]
        expect(networkOf(write(inside))).toBe(networkOf(plainAddress(write(one))))
        const beside = one.with(3, (one[3] ?? 0) ^ 1)
        expect(networkOf(write(beside))).not.toBe(networkOf(write(one)))
      }),
      // Addresses that begin with zeros may contain an IPv4 address, which is its own network.
      {
        examples: [
          [
            [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0xffff, 0, 0, 0],
          ],
        ],
      },
    )
  })
})

test("a proxy's address is compared in Node's notation", () => {
  expect(plainAddress('2001:0db8:0:0::1')).toBe('2001:db8::1')
  expect(plainAddress('::ffff:10.0.0.2')).toBe('10.0.0.2')
})
