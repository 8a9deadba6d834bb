import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Entry, LibraryRow } from '#features/library/library.contract.ts'
import type { PlayTimer } from '#features/play-log/timer.contract.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { OUTBOX_DAYS } from '#shared/outbox.ts'
import type { KeptEntry } from './kept-texts.ts'
import type { Looked } from './looked.ts'

/** The kinds of writes that wait for a network. */
export type WaitingKind = EntryKind | 'queue' | 'shelf' | 'timer' | 'session' | TextKind | Deletion
/** Those that write a text. */
type TextKind = 'journal' | 'journal-change' | 'review' | 'message' | 'comment'
/** Those that delete one. */
type Deletion = 'journal-deletion' | 'review-deletion' | 'message-deletion' | 'comment-deletion'
/** Those that change the entry of one game. */
export type EntryKind = 'add' | 'change' | 'status' | 'progress'

/** A write that waits for a network: the outbox has it until the server has answered it. */
export interface Waiting {
  /** Its place in the order; the database gives it. */
  number?: number
  /** With it the server writes once, however often this is sent. */
  key: string
  memberId: UserId
  /** When the member did it, ISO 8601. */
  at: string
  kind: WaitingKind
  method: string
  path: string
  body: Record<string, unknown>
  /** Null for a write that is about no game, or of which only the server knows it. */
  gameId: GameId | null
  /** The game's name where the device knows it. */
  name: string | null
  /** The entry as the device had it before; null where the game was not in the library, undefined if it is not known. */
  before: Entry | null | undefined
  /** The server has refused it: it waits for the member's choice. */
  refused?: Refused
}

export interface Refused {
  error: string
  /** What the server has instead of the entry. */
  theirs: Entry | null
  /** The text that the server has instead, and its version. */
  text?: { theirs: string; version: string }
}

/** Whether it was done so long ago that the server may have forgotten its key. */
export const isTooOld = ({ at }: Waiting): boolean => Date.now() - Date.parse(at) > OUTBOX_DAYS * DAY_MS

/** The member whose library this is; one at a time. */
export interface KeptMember {
  user: SessionUser
  filledAt: number
  /** Undefined where an earlier version of the site has filled it. */
  timer?: KeptTimer
}

/** The member's timer, and when the device read it: a running one goes on. */
export interface KeptTimer {
  timer: PlayTimer | null
  readAt: number
}

/** What a page gets as the answer to a write that waits. */
export interface Answer {
  status: number
  /** Null for an answer without one. */
  body: unknown
}

export interface Kept extends DBSchema {
  member: { key: 'member'; value: KeptMember }
  games: { key: string; value: LibraryRow }
  queue: { key: number; value: GameCard }
  journal: { key: number; value: KeptEntry }
  /** By the id of the game. */
  looked: { key: string; value: Looked }
  outbox: { key: number; value: Waiting }
}

/** What the device keeps for one member. `off.js` deletes it by the same name. */
const openKept = (): Promise<IDBPDatabase<Kept>> =>
  openDB<Kept>('savepoint', 2, {
    upgrade(db, before) {
      if (before < 1) {
        for (const name of ['member', 'games', 'queue', 'journal'] as const) db.createObjectStore(name)
        db.createObjectStore('outbox', { keyPath: 'number', autoIncrement: true })
      }
      db.createObjectStore('looked')
    },
    // Another version of the site, or the end of consent, needs the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })

/** Opens the database for one piece of work. */
export async function withKept<T>(work: (db: IDBPDatabase<Kept>) => Promise<T>): Promise<T> {
  const db = await openKept()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

const COPIES = ['games', 'queue', 'journal'] as const
const OF_MEMBER = ['member', ...COPIES] as const

/** Forgets the member and all copies. What waits to be sent stays: it is sent when the same member is back. */
export const forgetCopies = (): Promise<void> =>
  withKept(async (db) => {
    const names = [...OF_MEMBER, 'looked'] as const
    const all = db.transaction(names, 'readwrite')
    await Promise.all([...names.map((name) => all.objectStore(name).clear()), all.done])
  })

/** Forgets what waits to be sent: the member signs out, and has been asked. */
export const forgetOutbox = (): Promise<void> => withKept((db) => db.clear('outbox'))

export interface Copies {
  user: SessionUser
  games: readonly LibraryRow[]
  queue: readonly GameCard[]
  journal: readonly KeptEntry[]
  timer: PlayTimer | null
}

/** Replaces all copies at once, so that a device never has those of two members. */
export const keepCopies = ({ user, games, queue, journal, timer }: Copies): Promise<void> =>
  withKept(async (db) => {
    const all = db.transaction(OF_MEMBER, 'readwrite')
    const member = all.objectStore('member')
    await Promise.all([
      ...COPIES.map((name) => all.objectStore(name).clear()),
      // The address is of no use here.
      member.put(
        { user: { ...user, email: '' }, filledAt: Date.now(), timer: { timer, readAt: Date.now() } },
        'member',
      ),
      ...games.map((row) => all.objectStore('games').put(row, row.game_id)),
      ...queue.map((card, at) => all.objectStore('queue').put(card, at)),
      ...journal.map((entry, at) => all.objectStore('journal').put(entry, at)),
      all.done,
    ])
  })

export const keptMember = (): Promise<KeptMember | undefined> => withKept((db) => db.get('member', 'member'))

/** Reads everything that the device has; null where it has nothing of a member. */
export const readCopies = (): Promise<(Omit<Copies, 'timer'> & { waiting: readonly Waiting[] }) | null> =>
  withKept(async (db) => {
    const all = db.transaction([...OF_MEMBER, 'outbox'] as const)
    const [member, games, queue, journal, waiting] = await Promise.all([
      all.objectStore('member').get('member'),
      all.objectStore('games').getAll(),
      all.objectStore('queue').getAll(),
      all.objectStore('journal').getAll(),
      all.objectStore('outbox').getAll(),
    ])
    if (!member) return null
    const { user } = member
    return { user, games, queue, journal, waiting: waiting.filter(({ memberId }) => memberId === user.id) }
  })

/** Counts what waits to be sent, and what the server has refused. */
export const countWaiting = (): Promise<{ unsent: number; refused: number }> =>
  withKept(async (db) => {
    const all = await db.getAll('outbox')
    const refused = all.filter((one) => one.refused).length
    return { unsent: all.length - refused, refused }
  })

/**
 * Decides what happens with a write that the server has refused: it is sent once more, on top of what the server has, or it is
 * discarded. Then the copy is read again.
 */
export const decideRefused = (number: number, decision: 'send' | 'discard'): Promise<void> =>
  withKept(async (db) => {
    const all = db.transaction(['outbox', 'member'], 'readwrite')
    const outbox = all.objectStore('outbox')
    const one = await outbox.get(number)
    if (one && decision === 'discard') await outbox.delete(number)
    if (one?.refused && decision === 'send') {
      const { refused, ...again } = one
      // It was done when it was done, unless the site would not believe it any more.
      const at = isTooOld(again) ? new Date().toISOString() : again.at
      const body = { ...again.body, ...(refused.text && { updated_at: refused.text.version }) }
      await outbox.put({ ...again, key: crypto.randomUUID(), at, body, before: refused.theirs })
    }
    const member = await all.objectStore('member').get('member')
    if (member) await all.objectStore('member').put({ ...member, filledAt: 0 }, 'member')
    await all.done
  })

/** Notes the timer that the server has answered with. */
export const noteTimer = (timer: PlayTimer | null): Promise<void> =>
  withKept(async (db) => {
    const all = db.transaction('member', 'readwrite')
    const member = await all.store.get('member')
    if (member) await all.store.put({ ...member, timer: { timer, readAt: Date.now() } }, 'member')
    await all.done
  })
