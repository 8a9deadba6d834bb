import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import type { GameId } from '#shared/ids.ts'
import { addViews } from './refresh.queries.ts'

const FLUSH_EVERY_MS = 30_000
const MAX_BUFFERED = 5_000

export interface ViewCounter {
  /** Counts a view of this game. Cached responses are not counted: one view per minute and node is enough. */
  countView: (id: GameId) => void
  flush: () => Promise<void>
  /** Starts writing the counted views; without it only `flush` writes. */
  watch: () => void
  close: () => void
}

/** Counts in memory and writes in one statement; a node that is killed loses half a minute of views. */
export function createViewCounter({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ViewCounter {
  let counts = new Map<GameId, number>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    if (counts.size === 0) return
    const counted = counts
    counts = new Map()
    await addViews(db, counted, clock())
  }

  return {
    flush,
    countView(id) {
      if (counts.size < MAX_BUFFERED || counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
    },
    watch() {
      timer ??= setInterval(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'cannot write view counts'))
      }, FLUSH_EVERY_MS)
      timer.unref()
    },
    close: () => clearInterval(timer),
  }
}
