import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const EVERY_MS = 200

/**
 * Asks for /api/health again and again, in a separate process, because a bench that sends files itself is late for seconds. Returns
 * what ends that and returns how long the slowest answer took, in milliseconds.
 */
export function watchHealth(origin: string): () => Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const slowest = new Promise<number>((resolve, reject) => {
    child.once('message', (result) => resolve(result as number))
    child.once('exit', (code) => reject(new Error(`The watch of /api/health ended with ${code}`)))
  })
  // Awaited at the end, which throws the error.
  slowest.catch(() => {})
  child.send(origin)
  return async () => {
    child.send('end')
    try {
      return await slowest
    } finally {
      child.kill()
    }
  }
}

if (process.send) {
  // Waits for its end by the bench, which may notice an end of its own before the result.
  process.once('disconnect', () => process.exit())
  process.once('message', async (origin: string) => {
    let isOver = false
    process.once('message', () => {
      isOver = true
    })
    let slowest = 0
    while (!isOver) {
      const began = performance.now()
      await (await fetch(`${origin}/api/health`)).text()
      slowest = Math.max(slowest, performance.now() - began)
      await sleep(EVERY_MS)
    }
    process.send?.(slowest)
  })
}
