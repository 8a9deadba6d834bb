import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** What the headers of one member's requests carry. */
export interface Sender {
  cookie: string
  token: string
}

interface Order {
  port: number
  /** The path of the table. */
  file: string
  senders: readonly Sender[]
}

/** A line of 100 Mbit/s, in bytes for each piece. */
const EVERY_MS = 50
const PIECE_BYTES = (12_500_000 * EVERY_MS) / 1000
const REFUSED_PAUSE_MS = 500
const BOUNDARY = 'savepoint-bench'

const Answer = z.object({ import: z.object({ id: z.string() }) })

/**
 * Uploads a table again and again, each sender on a line of 100 Mbit/s. It does so in a process of its own with the lowest priority,
 * because those who upload have other computers in truth. Returns what ends that: it waits for the last upload, and returns how many
 * answers had each status.
 */
export function startUploads(order: Order): () => Promise<Map<number, number>> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const counts = new Promise<Map<number, number>>((resolve, reject) => {
    child.once('message', (result) => resolve(new Map(result as [number, number][])))
    child.once('exit', (code) => reject(new Error(`The uploads ended with ${code}`)))
  })
  // Awaited at the end, which throws the error.
  counts.catch(() => {})
  child.send(order)
  return async () => {
    child.send('end')
    try {
      return await counts
    } finally {
      child.kill()
    }
  }
}

if (process.send) {
  setPriority(constants.priority.PRIORITY_LOW)
  process.once('disconnect', () => process.exit())
  process.once('message', async ({ port, file, senders }: Order) => {
    let isOver = false
    process.once('message', () => {
      isOver = true
    })
    const form = formOf(readFileSync(file))
    const counts = new Map<number, number>()
    await Promise.all(
      senders.map(async (sender) => {
        while (!isOver) {
          const { status, body } = await upload(port, form, sender)
          counts.set(status, (counts.get(status) ?? 0) + 1)
          if (status < 300) await discard(port, z.parse(Answer, JSON.parse(body)).import.id, sender)
          else await sleep(REFUSED_PAUSE_MS)
        }
      }),
    )
    process.send?.([...counts])
  })
}

function formOf(table: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="games.csv"\r\ncontent-type: text/csv\r\n\r\n`
  return Buffer.concat([Buffer.from(head), table, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/** Sends the form piece by piece, and stops when the server has answered before its end. */
async function upload(port: number, form: Buffer, { cookie, token }: Sender) {
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: '/api/imports?name=games.csv' },
    headers: {
      ...{ cookie, 'x-csrf-token': token, 'content-length': form.length },
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
  let isAnswered = false
  const answer = once(sent, 'response').then(async ([response]) => {
    isAnswered = true
    return { status: response.statusCode as number, body: await text(response) }
  })
  for (let at = 0; at < form.length && !isAnswered; at += PIECE_BYTES) {
    if (!sent.write(form.subarray(at, at + PIECE_BYTES))) await Promise.race([once(sent, 'drain'), answer])
    await sleep(EVERY_MS)
  }
  if (!isAnswered) sent.end()
  const result = await answer
  sent.destroy()
  return result
}

async function discard(port: number, id: string, { cookie, token }: Sender): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/imports/${id}`, {
    method: 'DELETE',
    headers: { cookie, 'x-csrf-token': token },
  })
  if (!response.ok) throw new Error(`An import was not removed: ${response.status} ${await response.text()}`)
}
