import { createECDH, hkdfSync } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Returns the keys by which push services know this site (VAPID), as base64url. They follow from the secret, so all nodes and
 * a restored backup have the same ones, and nothing else has to be stored. A new secret makes new keys; browsers then subscribe
 * again at their next visit.
 */
export function pushKeys({ secret }: Pick<Config, 'secret'>): { publicKey: string; privateKey: string } {
  const known = keys.get(secret)
  if (known) return known
  // More bits than the order has, so that no key is likelier than another (FIPS 186-5, A.2.1).
  const bits = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, '', 'savepoint web push', 48)).toString('hex')}`)
  const privateKey = Buffer.from(((bits % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  const made = { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
  keys.set(secret, made)
  return made
}

const keys = new Map<string, { publicKey: string; privateKey: string }>()
