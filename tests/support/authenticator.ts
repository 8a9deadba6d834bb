import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { ORIGIN } from './test-app.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const bytes = (...parts: (number | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)))

interface Circumstances {
  /** Whether the authenticator verified the user (PIN, fingerprint or face). */
  isVerified?: boolean
  origin?: string
}

/**
 * Creates an authenticator that creates a passkey (ES256, attestation "none") and signs with it. Its results have the
 * shape in which a browser passes them on.
 */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0

  const clientDataOf = (type: string, challenge: string, origin = ORIGIN) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function dataOf(isVerified: boolean, rest: Uint8Array = Buffer.alloc(0)): Buffer {
    count += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    // Flags: user present, user verified, attested credential data included.
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (rest.length > 0 ? 0x40 : 0)
    return bytes(sha256('localhost'), flags, counter, rest)
  }
  const wrapped = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    make({ challenge }: { challenge: string }, { isVerified = true, origin }: Circumstances = {}) {
      const coordinate = (part: string) => Buffer.from(part, 'base64url')
      // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
      const key = bytes(
        Buffer.from('a5010203262001215820', 'hex'),
        coordinate(x),
        Buffer.from('225820', 'hex'),
        coordinate(y),
      )
      const data = dataOf(isVerified, bytes(Buffer.alloc(16), 0, 32, credentialId, key))
      // CBOR: { fmt: 'none', attStmt: {}, authData: data }
      const attestation = bytes(
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        0x58,
        data.length,
        data,
      )
      return wrapped({
        clientDataJSON: clientDataOf('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    use({ challenge }: { challenge: string }, { isVerified = true, origin }: Circumstances = {}) {
      const clientData = clientDataOf('webauthn.get', challenge, origin)
      const data = dataOf(isVerified)
      const signature = sign('sha256', bytes(data, sha256(clientData)), privateKey)
      return wrapped({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
