import { type IncomingMessage, request } from 'node:http'
import type { Member } from './members.ts'

const HEAD = '--cut\r\nContent-Disposition: form-data; name="file"; filename="games.csv"\r\n\r\n'
const END = '\r\n--cut--\r\n'

export interface SlowUpload {
  answer: Promise<{ status: number; headers: Record<string, unknown>; body: Record<string, unknown> }>
  /** Sends a part of the file. */
  send: (part: string) => Promise<void>
  /** Ends the file. */
  end: () => void
  /** Closes the connection. */
  abort: () => void
}

/** Begins an upload over a real connection: it declares its length, and sends of the file what the test says. */
export async function beginUpload(
  origin: string,
  member: Member,
  path: string,
  { bytes }: { bytes: number },
): Promise<SlowUpload> {
  const { csrfToken } = (await member.get('/api/auth/csrf')).body
  const sent = request(origin + path, {
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      'content-type': 'multipart/form-data; boundary=cut',
      'content-length': HEAD.length + bytes + END.length,
      'x-csrf-token': csrfToken,
      cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', resolve)
  }).then(async (response) => {
    const text = (await response.toArray()).join('')
    return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) }
  })
  // A test that aborts does not wait for the answer.
  answer.catch(() => {})
  const send = (part: string) => new Promise<void>((resolve) => sent.write(part, () => resolve()))
  await send(HEAD)
  return { answer, send, end: () => void sent.end(END), abort: () => void sent.destroy() }
}
