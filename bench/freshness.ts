import { setTimeout as sleep } from 'node:timers/promises'
import { createVisitor, signInReader } from './app/visitor.ts'
import { READERS } from './data-set/data-set-tables.ts'
import type { World } from './world.ts'

const SAMPLES = 5
const TIMEOUT_MS = 5000

export interface Freshness {
  samples: { page: string; milliseconds: number }[]
  /** The reason why there is no result, if so. */
  note: string
}

/**
 * Measures how soon a shared activity appears on a cached game page. A reader shares an activity, and a visitor
 * requests the page until the reader's name is on it. The time starts when the write is sent, so it is slightly too
 * long.
 */
export async function measureFreshness({ app, gameIds }: World): Promise<Freshness> {
  const samples: Freshness['samples'] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const reader = Math.floor(Math.random() * READERS)
    const gameId = gameIds[Math.floor(Math.random() * gameIds.length)] ?? ''
    const page = `/game/${gameId}`
    const isShown = async () => {
      const html = await (await fetch(app.origin + page)).text()
      return new RegExp(`Reader ${reader}(?!\\d)`).test(html)
    }
    const visitor = createVisitor((path, init) => fetch(app.origin + path, init))
    await signInReader(visitor, reader)
    // Caches the page, which must not show the reader yet.
    if ((await isShown()) || (await isShown())) continue
    const began = performance.now()
    await visitor.post('/api/friends/activities/create', {
      activity_type: 'started_playing',
      game_id: gameId,
      details: {},
    })
    while (!(await isShown())) {
      if (performance.now() - began > TIMEOUT_MS)
        return { samples, note: `${page} did not show a new activity within ${TIMEOUT_MS / 1000} s` }
      await sleep(5)
    }
    samples.push({ page, milliseconds: performance.now() - began })
  }
  return { samples, note: samples.length > 0 ? '' : 'every chosen page already showed the reader' }
}
