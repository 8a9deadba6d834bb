import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { APP_TOKEN_PREFIXES } from '../../app-tokens.rules.ts'

/** 256 random bits: nobody can guess them, so SHA-256 suffices as their stored form. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a text: the stored form of a secret, and the challenge of a verifier (PKCE, S256). */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Returns the stored form of a token or secret with this prefix, or null for another text. */
export function storedForm(kind: keyof typeof APP_TOKEN_PREFIXES, text: string): string | null {
  const prefix = APP_TOKEN_PREFIXES[kind]
  return text.startsWith(prefix) ? hashOf(text.slice(prefix.length)) : null
}

const signatureOf = (secret: string, memberId: string, request: string) =>
  createHmac('sha256', secret).update(`app-request\n${memberId}\n${request}`).digest('base64url')

/** Signs the request of an app that this member reads: nobody else can decide about it, and not after `until`. */
export function signRequest(secret: string, memberId: string, request: URLSearchParams, until: Date): string {
  const signed = new URLSearchParams(request)
  signed.set('until', String(until.getTime()))
  return `${signed}&sig=${signatureOf(secret, memberId, String(signed))}`
}

/** Returns a signed request of this member, or null if it was changed, belongs to another member, or is too old. */
export function readSignedRequest(secret: string, memberId: string, signed: string, now: Date): URLSearchParams | null {
  const at = signed.lastIndexOf('&sig=')
  if (at < 0) return null
  const request = signed.slice(0, at)
  const [given, right] = [Buffer.from(signed.slice(at + 5)), Buffer.from(signatureOf(secret, memberId, request))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const parameters = new URLSearchParams(request)
  return Number(parameters.get('until')) > now.getTime() ? parameters : null
}
