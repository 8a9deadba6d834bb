// A baseline: a bare Node server that sends the same bytes as the app from memory, the fastest that Node can respond.
// start-baseline.ts forks it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The app's responses, by path. */
export interface Bytes {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
}

process.once('message', (answers: Map<string, Bytes>) => {
  const ready = new Map(
    [...answers].map(([path, { status, headers, body }]) => [
      path,
      { status, headers: Object.fromEntries(headers), body: Buffer.from(body) },
    ]),
  )
  const server = createServer((request, response) => {
    const answer = ready.get(request.url ?? '')
    if (!answer) return response.writeHead(404).end()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit(0))
