import { BlockList, isIP } from 'node:net'
import { plainAddress } from '#server/client-address.ts'

export interface Network {
  family: 'ipv4' | 'ipv6'
  address: string
  prefix: number
}

/** An IPv4 address in IPv6 has this many bits before it. */
const MAPPED_BITS = 96

/**
 * Reads an address or a network in the notation of CIDR. An IPv4 address in IPv6, also in hexadecimal (`::ffff:cb00:7100/120`), is
 * one of IPv4, as `clientAddress` says. Returns null for other text.
 */
export function readNetwork(text: string): Network | null {
  const [, given = '', bits] = /^([^/\s]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = isIP(given) === 0 || given.includes('%') ? null : plainAddress(given)
  if (address === null) return null
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const most = family === 'ipv4' ? 32 : 128
  const isMapped = family === 'ipv4' && isIP(given) === 6
  const prefix = bits === undefined ? most : Number(bits) - (isMapped ? MAPPED_BITS : 0)
  return prefix < 0 || prefix > most ? null : { family, address, prefix }
}

/** Returns whether an address is in a network. */
export function isIn({ family, address: base, prefix }: Network, address: string): boolean {
  const list = new BlockList()
  list.addSubnet(base, prefix, family)
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Returns whether this machine itself is in a network. */
export const hasLoopback = (network: Network): boolean =>
  isIn(network, '::1') ||
  (network.family === 'ipv4' && network.address.startsWith('127.')) ||
  isIn(network, '127.0.0.1')
