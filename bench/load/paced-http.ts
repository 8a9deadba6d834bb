import { fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ReadRequest } from './load.ts'
import { inCycles, type PacedResult, pacedReaders } from './paced-readers.ts'

interface Order {
  port: number
  requests: readonly ReadRequest[]
  seconds: number
  /** Between two requests of one reader. */
  pauseMs: number
  /** Sends each request once and ends after the last one, so that no response comes from a cache. */
  isOnce?: boolean
}

/** Runs fifty readers over HTTP in a separate process, because the heap of the bench would distort the measurement. */
export async function pacedOverHttp(order: Order): Promise<PacedResult> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  try {
    return await new Promise<PacedResult>((resolve, reject) => {
      child.once('message', (result) => resolve(result as PacedResult))
      child.once('exit', (code) => reject(new Error(`The readers ended with ${code}`)))
      child.send(order)
    })
  } finally {
    child.removeAllListeners('exit')
    child.kill()
  }
}

if (process.send) {
  // Waits for its end by the bench, which may notice an end of its own before the result.
  process.once('disconnect', () => process.exit())
  process.once('message', async ({ port, requests, seconds, pauseMs, isOnce }: Order) => {
    const agent = new Agent({ keepAlive: true })
    const ask = ({ path, headers }: ReadRequest) =>
      new Promise<void>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
          response.resume()
          response.once('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`${path} returned ${response.statusCode}`)),
          )
        }).once('error', reject)
      })
    const left = [...requests]
    process.send?.(await pacedReaders(isOnce ? () => left.pop() : inCycles(requests), ask, { seconds, pauseMs }))
  })
}
