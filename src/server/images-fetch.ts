import { BlockList, isIP } from 'node:net'
import { type FetchFailure, type FetchRules, fetchBytes } from './guarded-get.ts'
import { MAX_BYTES } from './images-limits.ts'

export interface Picture {
  type: string
  bytes: Buffer
}

/** Fetches the picture unchanged from its host, by the rules of `fetchBytes`. Never throws. */
export async function fetchPicture(from: URL, rules: FetchRules): Promise<Picture | FetchFailure> {
  const bytes = await fetchBytes(from, { accept: 'image/*', most: MAX_BYTES }, rules)
  if (typeof bytes === 'string') return bytes
  const type = typeOf(bytes)
  return type ? { type, bytes } : 'missing'
}

/**
 * Detects the type from the first bytes and ignores the declared type. Returns null if the file is not a picture. SVG
 * is not accepted, because it can contain scripts.
 */
export function typeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF8')) return 'image/gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  if (start.slice(4) === 'ftypavif') return 'image/avif'
  return null
}

const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
// In IPv6 only 2000::/3 is in use; the ranges in it that embed an IPv4 address could lead to a private one.
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')

/** Returns false for the machine itself, private networks and reserved addresses. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}
