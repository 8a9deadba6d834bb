import { createHmac } from 'node:crypto'

/** The secret as Standard Webhooks writes it. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/**
 * Returns the headers by which a receiver recognises a delivery and its sender, as Standard Webhooks 1.0 defines them. The
 * signature covers the id, the time in seconds and the body, so that nobody can send an old one again.
 */
export function signedHeaders(secret: Buffer, { id, body, at }: { id: string; body: string; at: Date }) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
