import type { IDBPTransaction } from 'idb'
import { statusAfterSession } from '#features/play-log/play-sessions.rules.ts'
import type { GameId } from '#shared/ids.ts'
import { waitingId } from '#shared/outbox.ts'
import type { Answer, EntryKind, Kept, KeptMember, Waiting, WaitingKind } from './kept.ts'
import { changedEntry, commentOf, entryOfJournal, messageOf, nameOfEntry, reviewOf } from './kept-texts.ts'
import { ofTimer, sessionOf, timerAfter, timerNow } from './kept-timer.ts'
import { entryAfter, entryOf, isOfEntry, queueAfter, withEntry } from './writes.ts'

/** Reads and changes the outbox and the copies together, so that neither is half of a write. */
export const STORES = ['member', 'games', 'queue', 'journal', 'outbox'] as const
export type Stores = IDBPTransaction<Kept, typeof STORES, 'readwrite'>

/** Returns the answer that the server would give, after it has put the write into the outbox; null where the device cannot know it. */
type Keep = (all: Stores, kept: KeptMember, waiting: Waiting) => Promise<Answer | null>

const rowOf = async (all: Stores, gameId: GameId | null) =>
  gameId ? await all.objectStore('games').get(gameId) : undefined

async function add(all: Stores, waiting: Waiting): Promise<void> {
  const name = waiting.name ?? (await rowOf(all, waiting.gameId))?.game.name ?? null
  await all.objectStore('outbox').add({ ...waiting, name })
}

/** Keeps a text. */
const text =
  (status: number, answerOf: (waiting: Waiting, kept: KeptMember) => unknown): Keep =>
  async (all, kept, waiting) => {
    await add(all, waiting)
    return { status, body: answerOf(waiting, kept) }
  }

/** Keeps the deletion of a text of which the device has no copy. */
const deletion: Keep = async (all, _kept, waiting) => {
  await add(all, waiting)
  return { status: 204, body: null }
}

/** Finds the copy of the entry of the journal that a write is about. */
async function findEntry(all: Stores, { path }: Waiting) {
  const id = path.slice(path.lastIndexOf('/') + 1)
  let cursor = await all.objectStore('journal').openCursor()
  while (cursor && cursor.value.id !== id) cursor = await cursor.continue()
  return { id, cursor }
}

async function putQueue(all: Stores, queue: readonly Kept['queue']['value'][]): Promise<void> {
  await all.objectStore('queue').clear()
  await Promise.all(queue.map((card, at) => all.objectStore('queue').put(card, at)))
}

/** By kind, for those that are not about an entry of the library. */
const KEEP: Record<Exclude<WaitingKind, EntryKind>, Keep> = {
  async queue(all, _kept, waiting) {
    await add(all, waiting)
    await putQueue(all, queueAfter(await all.objectStore('queue').getAll(), waiting.body))
    return { status: 204, body: null }
  },
  async shelf(all, _kept, waiting) {
    const { game_ids, shelf_id, is_on } = waiting.body as { game_ids: GameId[]; shelf_id: string; is_on: boolean }
    const [first = null] = game_ids
    await add(all, { ...waiting, gameId: first })
    if (shelf_id === 'queue') {
      const rows = await Promise.all(game_ids.map((id) => rowOf(all, id)))
      const others = (await all.objectStore('queue').getAll()).filter(({ id }) => !game_ids.includes(id))
      await putQueue(all, [...others, ...(is_on ? rows.flatMap((row) => row?.game ?? []) : [])])
    }
    return { status: 200, body: { changed: game_ids.length, undo_id: waitingId(waiting.key) } }
  },
  async timer(all, kept, waiting) {
    if (!kept.timer) return null
    const now = Date.parse(waiting.at)
    const running = timerNow(kept.timer, now)
    const write = running && waiting.gameId === null ? ofTimer(waiting, running) : waiting
    const row = await rowOf(all, write.gameId)
    const change = timerAfter(running, write, row)
    if (!change || change.answer.status >= 400) return change?.answer ?? null
    await add(all, write)
    await all.objectStore('member').put({ ...kept, timer: { timer: change.timer, readAt: now } }, 'member')
    if (row && change.entry) await all.objectStore('games').put(withEntry(row, change.entry), row.game_id)
    return change.answer
  },
  async journal(all, _kept, waiting) {
    const { game } = waiting.body as { game?: { id: GameId; name?: string } | null }
    const write = { ...waiting, gameId: game?.id ?? null, name: game?.name ?? null }
    await add(all, write)
    return { status: 201, body: { entry: entryOfJournal(write, await rowOf(all, write.gameId)) } }
  },
  async 'journal-change'(all, _kept, waiting) {
    const { game } = waiting.body as { game?: { id: GameId; name?: string } | null }
    const { id, cursor } = await findEntry(all, waiting)
    const row = await rowOf(all, game?.id ?? null)
    const entry = changedEntry(cursor?.value ?? null, { ...waiting, id, row })
    await add(all, { ...waiting, gameId: game?.id ?? null, name: nameOfEntry(entry) ?? game?.name ?? null })
    await cursor?.update(entry)
    return { status: 200, body: { entry } }
  },
  async 'journal-deletion'(all, _kept, waiting) {
    const { cursor } = await findEntry(all, waiting)
    await add(all, { ...waiting, name: cursor ? nameOfEntry(cursor.value) : null })
    await cursor?.delete()
    return { status: 204, body: null }
  },
  async session(all, _kept, waiting) {
    const { gameId, at, memberId, body } = waiting
    if (!gameId) return null
    const row = await rowOf(all, gameId)
    const before = row ? entryOf(row) : undefined
    const played = { minutes: Number(body.minutes) }
    const status = statusAfterSession(row?.status ?? null)
    const now = { kind: 'progress', at, gameId, memberId, body: { played, status } } as const
    const entry = entryAfter(before ?? null, now)
    await add(all, { ...waiting, before })
    if (row) await all.objectStore('games').put(withEntry(row, entry), gameId)
    return { status: 201, body: { session: sessionOf(waiting, gameId), entry } }
  },
  'review-deletion': deletion,
  'message-deletion': deletion,
  'comment-deletion': deletion,
  review: text(201, (waiting) => ({ review: reviewOf(waiting) })),
  message: text(201, (waiting) => ({ message: messageOf(waiting) })),
  comment: text(201, (waiting, kept) => ({ comment: commentOf(waiting, kept) })),
}

export const keepOther: Keep = async (all, kept, waiting) => {
  const { kind } = waiting
  return isOfEntry(kind) ? null : KEEP[kind](all, kept, waiting)
}
