import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#db/db.ts'
import type { EmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import type { Changes } from '#server/changes.ts'
import { finishWithin } from '#server/finish-within.ts'
import { closeHttpServer } from '#server/http.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Traces } from '#server/traces/traces.ts'

/**
 * Stopping takes at most ten seconds: first open requests finish within this time, then connections close, then the
 * database stops.
 */
const FINISH_MS = 6_000
const CLOSE_MS = 1_000
const STOP_MS = 9_500

/** What a stop closes. The start adds each part once it is open. */
export interface OpenParts {
  embedded?: EmbeddedPostgres
  database?: Database
  changes?: Changes
  queue?: Jobs
  vite?: { close: () => Promise<void> }
  hub?: Hub
  server?: Server
  traces?: Traces
}

/**
 * On SIGTERM or SIGINT closes what is open and ends the process with exit code 0, also while the app still starts. The first
 * process of a container has to do so: Linux ignores signals to it that it does not handle. During the delay it goes on serving,
 * so that proxies take it out first; a second signal ends the delay.
 */
export function stopOnSignals(log: Log, parts: OpenParts, delayMs: number): { isStopping: () => boolean } {
  let isStopping = false
  const hurry = new AbortController()
  const stop = async (why: string) => {
    if (isStopping) return hurry.abort()
    isStopping = true
    log.info({ why }, 'stopping')
    // A node that does not serve yet has nothing to wait for.
    if (parts.server && delayMs > 0) await wait(delayMs, undefined, { signal: hurry.signal }).catch(() => undefined)
    // Ends the process in time even if something hangs. If the embedded database keeps running, its watchdog stops it.
    setTimeout(() => process.exit(0), STOP_MS)
    const { embedded, database, changes, queue, vite, hub, server, traces } = parts
    // The clients reconnect to another node, or to this one after its restart.
    hub?.close()
    await Promise.all([server && closeHttpServer(server, FINISH_MS), queue?.stop()])
    await finishWithin(CLOSE_MS, Promise.all([vite?.close(), changes?.close(), database?.close(), traces?.close()]))
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  return { isStopping: () => isStopping }
}
