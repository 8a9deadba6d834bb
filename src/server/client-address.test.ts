import { describe, expect, test } from 'vitest'
import { budgetKey, clientAddress, wideKey } from './client-address.ts'

describe('clientAddress', () => {
  test.each([
    // What the client claims comes first; each proxy appends the address that connected to it.
    [0, '203.0.113.9', '10.0.0.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    // With fewer addresses than proxies, the first one counts.
    [2, '203.0.113.9', '203.0.113.9'],
    [1, 'unknown', '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, '203.0.113.9:4711', '203.0.113.9'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '::ffff:203.0.113.9', '203.0.113.9'],
    [1, '::ffff:cb00:7109', '203.0.113.9'],
    [1, '0:0:0:0:0:FFFF:CB00:7109', '203.0.113.9'],
    [1, '[0000::ffff:203.0.113.9]:4711', '203.0.113.9'],
    [1, '::ffff:7f00:1', '127.0.0.1'],
    [1, '2001:0DB8:0:0::1', '2001:db8::1'],
  ])('with %i proxies, %s', (proxies, forwarded, expected) => {
    expect(clientAddress('10.0.0.1', forwarded, proxies)).toBe(expected)
  })

  test('without the header it is the address of the socket', () => {
    expect(clientAddress('::ffff:10.0.0.1', null, 2)).toBe('10.0.0.1')
    expect(clientAddress('::ffff:a00:1', null, 0)).toBe('10.0.0.1')
    expect(clientAddress('fe80::1%eth0', null, 0)).toBe('fe80::1')
    expect(clientAddress(undefined, null, 0)).toBe('127.0.0.1')
  })
})

describe('the keys under which an address is counted', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:9::', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, key) => expect(budgetKey(address)).toBe(key))

  test.each([
    ['203.0.113.9', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0db8::1', '2001:db8:0::/48'],
  ])('and widely, %s is %s', (address, key) => expect(wideKey(address)).toBe(key))
})
