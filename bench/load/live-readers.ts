import { createHmac } from 'node:crypto'
import { type ClientRequest, get } from 'node:http'
import type pg from 'pg'
import { SECRET } from '../places.ts'

/** An open stream. */
export interface LiveReader {
  memberId: string
  /**
   * For each new activity, when the reader first received it, in milliseconds of this process's clock; null for a
   * reader whose events are not checked.
   */
  received: Map<string, number> | null
  close: () => void
}

const OPENED_AT_ONCE = 50
/** The bench checks the events of every 50th reader. */
const CHECKED_EVERY = 50
/** Readers per address; a node accepts a hundred streams from one address. */
const READERS_PER_ADDRESS = 50

/** Creates sessions of these members, as a sign-in would, and returns the Cookie headers. */
export async function makeSessions(client: pg.Client, memberIds: readonly string[]): Promise<string[]> {
  const tokens = memberIds.map((id) => `bench-live-${id}`)
  await client.query(
    `insert into "session" ("userId", "token", "expiresAt")
     select id, token, now() + interval '1 day' from unnest($1::uuid[], $2::text[]) as made(id, token)
     on conflict ("token") do update set "expiresAt" = excluded."expiresAt"`,
    [memberIds, tokens],
  )
  return tokens.map((token) => {
    const signature = createHmac('sha256', SECRET).update(token).digest('base64')
    return `savepoint.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

export const endSessions = (client: pg.Client) =>
  client.query(`delete from "session" where "token" like 'bench-live-%'`)

/** Opens a stream for each of these readers, through a proxy header that gives their address. */
export async function openReaders(
  port: number,
  channels: string,
  readers: readonly { memberId: string; cookie: string }[],
): Promise<LiveReader[]> {
  const open: LiveReader[] = []
  const waiting = readers.map((reader, at) => ({
    ...reader,
    isChecked: at % CHECKED_EVERY === 0,
    address: `10.1.${Math.floor(at / READERS_PER_ADDRESS)}.1`,
  }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) open.push(await openReader(port, channels, next))
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, work))
  return open
}

function openReader(
  port: number,
  channels: string,
  { memberId, cookie, address, isChecked }: { memberId: string; cookie: string; address: string; isChecked: boolean },
): Promise<LiveReader> {
  const received = isChecked ? new Map<string, number>() : null
  return new Promise((resolve, reject) => {
    const request: ClientRequest = get(
      {
        port,
        host: '127.0.0.1',
        path: `/api/realtime?channels=${channels}`,
        agent: false,
        headers: { cookie, 'x-forwarded-for': address },
      },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`A stream returned ${response.statusCode}`))
        response.setEncoding('latin1')
        response.on('error', () => {})
        resolve({ memberId, received, close: () => request.destroy() })
        if (!received) return response.resume()
        let rest = ''
        response.on('data', (chunk: string) => {
          const at = performance.now()
          rest += chunk
          const end = rest.lastIndexOf('\n')
          for (const [, id = ''] of rest.slice(0, end + 1).matchAll(/"INSERT","id":"([^"]+)"/g))
            if (!received.has(id)) received.set(id, at)
          rest = rest.slice(end + 1)
        })
      },
    )
    request.on('error', reject)
  })
}
