import { describe, expect, test } from 'vitest'
import { hasLoopback, isIn, readNetwork } from './network.ts'

const network = (text: string) => {
  const found = readNetwork(text)
  if (found === null) throw new Error(`'${text}' is no network`)
  return found
}

describe('a network', () => {
  test.each([
    ['203.0.113.7', 'ipv4', '203.0.113.7', 32],
    [' 203.0.113.7/24 ', 'ipv4', '203.0.113.7', 24],
    ['2001:DB8::1', 'ipv6', '2001:db8::1', 128],
    ['2001:0db8:0:0::/32', 'ipv6', '2001:db8::', 32],
    ['::ffff:203.0.113.7', 'ipv4', '203.0.113.7', 32],
    ['::ffff:cb00:7107', 'ipv4', '203.0.113.7', 32],
    ['0:0:0:0:0:ffff:cb00:7100/120', 'ipv4', '203.0.113.0', 24],
  ])('reads %s', (text, family, address, prefix) => {
    expect(readNetwork(text)).toEqual({ family, address, prefix })
  })

  test.each([
    '',
    'example.org',
    '203.0.113',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/8/8',
    '203.0.113.7:80',
    '[2001:db8::1]',
    '2001:db8::1%eth0/64',
    '2001:db8::/129',
    '::ffff:203.0.113.7/80',
    '203.0.113.0-203.0.113.9',
  ])('does not read %s', (text) => expect(readNetwork(text)).toBeNull())

  test('contains the addresses with its prefix, of its own family', () => {
    expect(isIn(network('203.0.113.7/24'), '203.0.113.255')).toBe(true)
    expect(isIn(network('203.0.113.7/24'), '203.0.114.0')).toBe(false)
    expect(isIn(network('2001:db8::/32'), '2001:db8:ffff::1')).toBe(true)
    expect(isIn(network('2001:db8::/32'), '2001:db9::1')).toBe(false)
    expect(isIn(network('2001:db8::/32'), '203.0.113.7')).toBe(false)
    expect(isIn(network('::ffff:cb00:7100/120'), '203.0.113.9')).toBe(true)
  })

  test.each(['127.0.0.1', '127.1.2.3/32', '127.0.0.0/8', '::1', '::/16', '::ffff:7f00:1'])(
    '%s has this machine',
    (text) => expect(hasLoopback(network(text))).toBe(true),
  )

  test.each(['128.0.0.0/8', '10.0.0.0/8', '2001:db8::/16'])('%s does not', (text) =>
    expect(hasLoopback(network(text))).toBe(false),
  )
})
