import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '#features/notifications/push.rules.ts'

/** A browser that has subscribed to a push service. Only it can read what is pushed to it. */
export interface FakeBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  curve: ECDH
}

export function fakeBrowser(endpoint: string): FakeBrowser {
  const curve = createECDH('prime256v1')
  const p256dh = curve.generateKeys('base64url')
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') }, curve }
}

/** Returns what a browser sends to subscribe. */
export function subscriptionOf(endpoint: string) {
  const { keys } = fakeBrowser(endpoint)
  return { endpoint, keys }
}

/** Decrypts a push as its browser does (RFC 8188 and RFC 8291). */
export function decryptPush({ curve, keys }: FakeBrowser, body: Buffer): PushPayload {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const shared = hkdfSync('sha256', curve.computeSecret(sender), Buffer.from(keys.auth, 'base64url'), info, 32)
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const open = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  open.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
  // The last record ends with a 2 before its padding.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushPayload
}

/** Returns the claims of the site's signature if it was made with the key that it names (RFC 8292). */
export function verifySite(authorization: string): { aud: string; sub: string; exp: number; key: string } | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))) return null
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service that stores what it gets, and answers each address with the status that a test sets. */
export interface PushService {
  origin: string
  received: ReceivedPush[]
  /** By path. Anything else is answered with 201. */
  answers: Map<string, { status: number; headers?: Record<string, string> } | 'hang'>
  /** Ends the requests that are not answered. */
  hangUp: () => void
  close: () => Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = []
  const answers: PushService['answers'] = new Map()
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
    const answer = answers.get(path) ?? { status: 201 }
    if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
