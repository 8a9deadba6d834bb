import type { Entry } from '#features/library/library.contract.ts'
import { type Answer, type Refused, type Waiting, withKept } from './kept.ts'
import { announceKept } from './kept-channel.ts'
import { keepOther, STORES, type Stores } from './other-writes.ts'
import { answerTo, type EntryWrite, entryAfter, entryOf, isEntryWrite, isUndo, withEntry } from './writes.ts'

type Write = Pick<Waiting, 'kind' | 'gameId' | 'key' | 'method' | 'path' | 'body'>

/**
 * Puts a write into the outbox and into the copies. Returns the answer that the server would give. Null where the device keeps
 * nothing for a member, or cannot know the answer: the write has failed then, as without a worker.
 */
export async function keepWrite(write: Write): Promise<Answer | null> {
  const answer = await withKept(async (db) => {
    const all = db.transaction(STORES, 'readwrite')
    const kept = await all.objectStore('member').get('member')
    if (!kept) return null
    const done = { memberId: kept.user.id, at: new Date().toISOString(), name: null, before: undefined }
    const waiting: Waiting = { ...write, ...done }
    const answer = await (isEntryWrite(waiting) ? keepEntryWrite(all, waiting) : keepOther(all, kept, waiting))
    await all.done
    return answer
  })
  if (answer) announceKept()
  return answer
}

async function keepEntryWrite(all: Stores, write: EntryWrite): Promise<Answer> {
  const { gameId, memberId, kind } = write
  const games = all.objectStore('games')
  const outbox = all.objectStore('outbox')
  const row = await games.get(gameId)
  const last = (await outbox.getAll())
    .filter(isEntryWrite)
    .findLast((one) => one.gameId === gameId && one.memberId === memberId)
  // What has not been sent is undone here, and the server never receives it.
  if (isUndo(write.body) && last?.number !== undefined && !isUndo(last.body) && !last.refused) {
    await outbox.delete(last.number)
    const entry = last.before ?? entryAfter(null, { ...last, body: {} })
    if (row && last.before) await games.put(withEntry(row, last.before), gameId)
    return answerTo(kind, entry, false)
  }
  const before: Entry | null | undefined = row ? entryOf(row) : last && entryAfter(last.before ?? null, last)
  await outbox.add({ ...write, name: row?.game.name ?? null, before })
  const entry = entryAfter(before ?? null, write)
  if (row) await games.put(withEntry(row, entry), gameId)
  return answerTo(kind, entry, !before)
}

/**
 * Takes a write that has not been sent out of the outbox, because the member undoes it, and restores the entry that it has
 * changed. Returns the write; undefined if it is not there.
 */
export async function takeBack(key: string): Promise<Waiting | undefined> {
  const taken = await withKept(async (db) => {
    const all = db.transaction(['outbox', 'member', 'games'], 'readwrite')
    const one = (await all.objectStore('outbox').getAll()).find((each) => each.key === key && !each.refused)
    if (one?.number !== undefined) await all.objectStore('outbox').delete(one.number)
    const row = one?.before && (await all.objectStore('games').get(one.before.game_id))
    if (row && one.before) await all.objectStore('games').put(withEntry(row, one.before), row.game_id)
    // The copies are read again with the next network.
    const member = await all.objectStore('member').get('member')
    if (one && member) await all.objectStore('member').put({ ...member, filledAt: 0 }, 'member')
    await all.done
    return one
  })
  if (taken) announceKept()
  return taken
}

/** Returns what waits for this member and was not refused, in the order in which it was done. */
export const unsentOf = (memberId: string): Promise<Waiting[]> =>
  withKept(async (db) => (await db.getAll('outbox')).filter((one) => one.memberId === memberId && !one.refused))

/** Returns what still waits under a number; undefined if it was sent, refused or undone. */
export const unsentAt = (number: number): Promise<Waiting | undefined> =>
  withKept(async (db) => {
    const one = await db.get('outbox', number)
    return one?.refused ? undefined : one
  })

/** Puts an entry of the server into the copy. */
export const noteEntry = (entry: Entry): Promise<void> =>
  withKept(async (db) => {
    const games = db.transaction('games', 'readwrite')
    const row = await games.store.get(entry.game_id)
    if (row?.user_id === entry.user_id) await games.store.put(withEntry(row, entry), entry.game_id)
    await games.done
  })

/** The server's copies are read again with the next look. */
export const noteChange = (): Promise<void> =>
  withKept(async (db) => {
    const all = db.transaction('member', 'readwrite')
    const member = await all.store.get('member')
    if (member) await all.store.put({ ...member, filledAt: 0 }, 'member')
    await all.done
  })

/**
 * Takes a write that the server has answered out of the outbox. What waits behind it for the same game, or changes the same text,
 * was done on top of it, so it now stands on what the server has: the entry, and the version of the text.
 */
export const noteSent = (sent: Waiting, entry: Entry | null, version: string | null): Promise<void> =>
  withKept(async (db) => {
    const all = db.transaction(['outbox', 'member'], 'readwrite')
    const outbox = all.objectStore('outbox')
    await outbox.delete(sent.number as number)
    if (entry)
      for (const next of await outbox.getAll())
        if (next.gameId === sent.gameId && next.before)
          await outbox.put({ ...next, before: { ...next.before, updated_at: entry.updated_at } })
    if (version)
      for (const next of await outbox.getAll())
        if (next.path === sent.path && next.body.updated_at !== undefined)
          await outbox.put({ ...next, body: { ...next.body, updated_at: version } })
    // The copy has no such entry of the journal yet, so it is read again.
    const member =
      sent.kind === 'journal' || sent.kind === 'journal-change'
        ? await all.objectStore('member').get('member')
        : undefined
    if (member) await all.objectStore('member').put({ ...member, filledAt: 0 }, 'member')
    await all.done
  })

export const noteRefused = (waiting: Waiting, refused: Refused): Promise<unknown> =>
  withKept((db) => db.put('outbox', { ...waiting, refused }))
