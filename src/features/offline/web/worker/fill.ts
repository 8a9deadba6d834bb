import type * as z from 'zod/mini'
import type { getSession } from '#features/accounts/session.contract.ts'
import type { listEntries } from '#features/journal/journal.contract.ts'
import type { listLibrary } from '#features/library/library.contract.ts'
import type { getTimer } from '#features/play-log/timer.contract.ts'
import type { listQueue } from '#features/shelves/own-shelves.contract.ts'
import { forgetCopies, keepCopies, keptMember } from './kept.ts'
import { announceKept } from './kept-channel.ts'

export type AnswerOf<C extends { response: z.ZodMiniType }> = z.output<C['response']>

/** A copy is read again after this time. What the member writes meanwhile is put into it at once. */
const FRESH_MS = 10 * 60_000
/** As many games as a page of the library may have. */
const PAGE = 100
/** More do not fit into what a device should keep. */
const GAMES_MAX = 5000

async function read<C extends { response: z.ZodMiniType }>(path: string): Promise<AnswerOf<C>> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return (await answer.json()) as AnswerOf<C>
}

export const sessionUser = async () => (await read<typeof getSession>('/api/auth/session')).user

/** The order by the time of adding does not change while the pages are read. */
async function readLibrary() {
  const games = []
  for (let page = 1; games.length < GAMES_MAX; page += 1) {
    const { data, hasMore } = await read<typeof listLibrary>(`/api/library?sort=added&limit=${PAGE}&page=${page}`)
    games.push(...data)
    if (!hasMore) break
  }
  return games
}

/**
 * Reads what the device keeps for the member who is signed in: the library, what is up next and the journal. Somebody else's
 * copies are forgotten first. One tab of many does it.
 */
export const fillCopies = (): Promise<void> =>
  navigator.locks.request('savepoint.fill', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const [kept, user] = await Promise.all([keptMember(), sessionUser()])
    if (kept && kept.user.id !== user?.id) await forgetCopies()
    else if (kept && Date.now() - kept.filledAt < FRESH_MS) return
    if (!user) return
    const [games, { games: queue }, { entries: journal }, { timer }] = await Promise.all([
      readLibrary(),
      read<typeof listQueue>('/api/library/queue'),
      read<typeof listEntries>('/api/journal'),
      read<typeof getTimer>('/api/user/timer'),
    ])
    // Somebody may have signed out or in meanwhile.
    if ((await sessionUser())?.id !== user.id) return
    await keepCopies({ user, games, queue, journal, timer })
    announceKept()
  })
