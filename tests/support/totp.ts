import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns the code that an authenticator app shows (RFC 6238): six digits, a new one every 30 seconds. `steps` moves
 * forward or back.
 */
export function totp(secret: string, steps = 0, now = Date.now()): string {
  let bits = ''
  for (const letter of secret.replace(/=+$/, '')) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) as number) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
