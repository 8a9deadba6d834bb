import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { drainBody } from './drain-body.ts'

const BYTES = 8 * 1024 * 1024
/** What a body may send between two pauses, what Node reads at once, and what it reads ahead of a paused stream. */
const MAX_A_TURN = 256 * 1024

const open: { close: () => void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** Sends a body to a server that refuses it without a look at it. */
async function sendRefused(drain: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    drain(request, response)
    response.writeHead(413).end('too large')
  })
  await once(server.listen(0), 'listening')
  const client = connect((server.address() as AddressInfo).port)
  open.push(server, { close: () => client.destroy() })
  client.on('error', () => {})
  const answer = once(client, 'data').then(String)
  const closed = new Promise<unknown>((done) => client.once('close', done))
  client.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${BYTES}\r\n\r\n`)
  client.write(Buffer.alloc(BYTES))
  return { answer, closed }
}

test('a refused body is read by turns, and its client gets the answer', async () => {
  const steps: number[] = []
  const end = Promise.withResolvers<void>()
  const { answer } = await sendRefused((request, response) => {
    let read = request.socket.bytesRead
    const pause = async () => {
      steps.push(request.socket.bytesRead - read)
      read = request.socket.bytesRead
      await setImmediate()
    }
    request.once('end', () => end.resolve())
    drainBody(request, response, { pause })
  })
  expect(await answer).toMatch(/^HTTP\/1\.1 413/)
  await end.promise
  expect(Math.max(...steps)).toBeLessThanOrEqual(MAX_A_TURN)
  expect(steps.length).toBeGreaterThanOrEqual(BYTES / MAX_A_TURN)
})

test('a refused body of too many bytes is cut off', async () => {
  let read = () => 0
  const { closed } = await sendRefused((request, response) => {
    read = () => request.socket.bytesRead
    drainBody(request, response, { mostBytes: BYTES / 4 })
  })
  await closed
  expect(read()).toBeLessThan(BYTES / 2)
})
