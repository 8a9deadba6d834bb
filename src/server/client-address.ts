import { isIP } from 'node:net'

/**
 * Whose request it is. Each proxy writes at the end of X-Forwarded-For whom it was asked by, so with `proxies` of our own the
 * client is that many places from the end; what stands before is what the client claims, and is not looked at. Without
 * proxies the header means nothing.
 */
export function clientAddress(socket: string | undefined, forwarded: string | null, proxies: number): string {
  const peer = plain(socket ?? '') ?? '127.0.0.1'
  if (proxies === 0 || forwarded === null) return peer
  const told = forwarded.split(',')
  return plain(told[Math.max(0, told.length - proxies)] ?? '') ?? peer
}

/** Without port, brackets, zone, and IPv6's way of writing an IPv4 address; null for what is none. */
function plain(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/, '')
  return isIP(bare) === 0 ? null : bare
}

/** By what an address is counted: one line has a whole /64 of IPv6, so that is one client. */
export const budgetKey = (address: string): string => networkOf(address, 4) ?? address

/** A site or a small provider has a whole /48 of IPv6, which is 65,536 clients: counted too, with a wider limit. */
export const wideKey = (address: string): string | null => networkOf(address, 3)

/** The first groups of an address of IPv6; null for another. */
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
