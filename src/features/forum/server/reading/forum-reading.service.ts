import { inTransaction } from '#db/transaction.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import { type ForumDeps, refuseMissingThread } from '../forum.service.ts'
import * as queries from './forum-reading.queries.ts'

type ReadingDeps = Pick<ForumDeps, 'db' | 'clock'>

/** Remembers how far the member has read a thread; never less far than before, and never beyond its latest post. */
export async function markThreadRead({ db, clock }: ReadingDeps, viewer: Viewer, id: ForumThreadId, number: number) {
  const read_number = await queries.markRead(db, viewer, id, { number, at: clock() })
  return { read_number: read_number ?? refuseMissingThread() }
}

/** Marks all threads as read, as of now. */
export const markAllRead = (deps: ReadingDeps, viewer: Viewer): Promise<void> =>
  inTransaction(deps, ({ db, clock }) => queries.markAllRead(db, viewer, clock()))

/** Subscribes the member to a thread, or ends the subscription; a reply does not subscribe the member again. */
export async function setSubscribed({ db, clock }: ReadingDeps, viewer: Viewer, id: ForumThreadId, isOn: boolean) {
  if (!(await queries.setSubscribed(db, viewer, id, { isOn, at: clock() }))) refuseMissingThread()
  return { is_subscribed: isOn }
}
