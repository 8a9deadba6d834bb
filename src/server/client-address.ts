import { isIP } from 'node:net'

/**
 * Returns the IP address of the client. Each proxy appends the address that connected to it to X-Forwarded-For. With
 * `proxies` of our own the client is that many places from the end; everything before it is the client's claim and is
 * ignored. Without proxies the header is ignored.
 */
export function clientAddress(socket: string | undefined, forwarded: string | null, proxies: number): string {
  const peer = plainAddress(socket ?? '') ?? '127.0.0.1'
  if (proxies === 0 || forwarded === null) return peer
  const addresses = forwarded.split(',')
  return plainAddress(addresses[Math.max(0, addresses.length - proxies)] ?? '') ?? peer
}

/**
 * Returns the usual notation of an address, without port, brackets and zone. An IPv4 address in IPv6, in whatever notation, is
 * the IPv4 address. Returns null for text that is not an address.
 */
export function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  switch (isIP(bare)) {
    case 4:
      return bare
    case 6:
      return ofIpv6(bare)
    default:
      return null
  }
}

/** The URL parser shortens an IPv6 address, and writes an IPv4 address in it in hexadecimal: `::ffff:7f00:1`. */
function ofIpv6(address: string): string {
  const usual = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(usual) ?? []
  if (high === undefined || low === undefined) return usual
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')
}

/**
 * Returns the key under which an address is counted. One IPv6 connection has a whole /64, so a /64 counts as one client.
 */
export const budgetKey = (address: string): string => networkOf(address, 4) ?? address

/** A site or a small provider has a whole IPv6 /48, which is 65,536 clients. It is counted too, with a higher limit. */
export const wideKey = (address: string): string | null => networkOf(address, 3)

/** Returns the first groups of an IPv6 address; null for other addresses. */
function networkOf(address: string, groups: 3 | 4): string | null {
  if (isIP(address) !== 6) return null
  const [before = '', after] = address.split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after === undefined || after === '' ? [] : after.split(':')
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const network = [...first, ...zeros, ...last].slice(0, groups)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/${groups * 16}`
}
