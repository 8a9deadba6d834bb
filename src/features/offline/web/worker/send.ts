import type { JournalEntry } from '#features/journal/journal.contract.ts'
import type { Entry } from '#features/library/library.contract.ts'
import type { Review } from '#features/reviews/reviews.contract.ts'
import { DONE_AGO } from '#shared/outbox.ts'
import { OUTBOX_TEXTS } from '../../outbox.texts.ts'
import { sessionUser } from './fill.ts'
import { isTooOld, type Refused, type Waiting, type WaitingKind } from './kept.ts'
import { announceKept } from './kept-channel.ts'
import { noteEntry, noteRefused, noteSent, unsentAt, unsentOf } from './outbox.ts'
import { hasEntry } from './writes.ts'

/** These say nothing about the write: a proxy answers them, or the server is busy or asks to wait. */
const LATER: ReadonlySet<number> = new Set([401, 408, 429, 502, 503, 504, 507])
export const isLater = (status: number): boolean => LATER.has(status)

/**
 * Sends what waits, in the order in which it was done. One worker or tab of the browser does it at a time, and the lock ends with
 * it. A write stays in the outbox until the server has answered, and its key makes the server write it once, so nothing that ends
 * in between loses or repeats one. Returns true if only refused writes are left.
 */
export const sendWaiting = (): Promise<boolean> =>
  navigator.locks.request('savepoint.outbox', async () => {
    const token = await csrfToken()
    // The token is bound to the session: when somebody else signs in after this, the server refuses it.
    const user = await sessionUser()
    if (!user) return false
    const waiting = await unsentOf(user.id)
    let isWhole = true
    for (const { number } of waiting) {
      // Read again: the one before may have changed what this one stands on.
      const one = await unsentAt(number as number)
      if (one && !(await sendOne(one, token))) {
        isWhole = false
        break
      }
    }
    if (waiting.length > 0) announceKept()
    return isWhole
  })

async function csrfToken(): Promise<string> {
  const answer = await fetch('/api/auth/csrf')
  if (!answer.ok) throw new Error(`The token is answered ${answer.status}`)
  return ((await answer.json()) as { csrfToken: string }).csrfToken
}

/** Returns false if the rest must wait, too. */
async function sendOne(one: Waiting, token: string): Promise<boolean> {
  // The server forgets keys, and would then write an old one twice.
  if (isTooOld(one)) {
    await noteRefused(one, { error: OUTBOX_TEXTS.tooOld, theirs: null })
    return true
  }
  const hasSeen = (one.kind === 'change' || one.kind === 'status') && one.before
  const body = { ...one.body, ...(hasSeen && { seen: one.before?.updated_at }) }
  const answer = await fetch(one.path, {
    method: one.method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': one.key,
      'x-csrf-token': token,
      [DONE_AGO]: String(Math.max(0, Date.now() - Date.parse(one.at))),
    },
    ...(one.method !== 'DELETE' && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json().catch(() => ({}))) as Said
  // What is to be deleted may have gone with something else.
  if (answer.ok || (one.method === 'DELETE' && answer.status === 404)) {
    const entry = await entryAfterSending(one, said.entry)
    if (entry) await noteEntry(entry)
    await noteSent(one, entry, versionOf(one, said)?.version ?? null)
    return true
  }
  if (isLater(answer.status) || said.code === 'csrf_invalid') return false
  const text = versionOf(one, said)
  const theirs = text ? null : await entryOfServer(one)
  await noteRefused(one, { error: said.error ?? OUTBOX_TEXTS.refused, theirs, ...(text && { text }) })
  return true
}

/** What an answer says, of all kinds of writes. */
interface Said {
  entry?: Entry | JournalEntry
  review?: Review
  error?: string
  code?: string
}

/** Returns the text that the server has after a write of one, also after it has refused it, with its version. */
function versionOf({ kind }: Waiting, { entry, review }: Said): Refused['text'] | null {
  if (kind === 'review' && review) return { theirs: review.source_text ?? '', version: review.updated_at }
  if ((kind === 'journal' || kind === 'journal-change') && entry && 'content' in entry)
    return { theirs: entry.content, version: entry.updatedAt }
  return null
}

/** The entry that the server has after a write: that of its answer, or of what else has changed the entry of its game. */
async function entryAfterSending(one: Waiting, said: Said['entry']): Promise<Entry | null> {
  if (hasEntry(one.kind)) return (said as Entry | undefined) ?? null
  return CHANGES_ENTRY.has(one.kind) ? entryOfServer(one) : null
}
const CHANGES_ENTRY: ReadonlySet<WaitingKind> = new Set<WaitingKind>(['journal', 'journal-change', 'review'])

/** What the server has of the game, to stand beside what was refused. */
async function entryOfServer({ gameId }: Waiting): Promise<Entry | null> {
  if (gameId === null) return null
  const answer = await fetch(`/api/library?game_id=${encodeURIComponent(gameId)}`).catch(() => null)
  if (!answer?.ok) return null
  const { data } = (await answer.json()) as { data: readonly Entry[] }
  return data[0] ?? null
}
