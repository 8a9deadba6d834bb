import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import type { GameId } from '#shared/ids.ts'
import { addViews } from './refresh.queries.ts'

const FLUSH_EVERY_MS = 30_000
const MOST_BUFFERED = 5_000

export interface ViewCounter {
  /** Somebody asked for this game. Answers kept in memory are not counted: one view a minute and node says enough. */
  saw: (id: GameId) => void
  flush: () => Promise<void>
  /** Begins to write what has been counted; without it nothing is written but by `flush`. */
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
    saw(id) {
      if (counts.size < MOST_BUFFERED || counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
    },
    watch() {
      timer ??= setInterval(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'views were not written'))
      }, FLUSH_EVERY_MS)
      timer.unref()
    },
    close: () => clearInterval(timer),
  }
}
