import type { Db } from '#db/db.ts'
import { namesAddress } from '#features/moderation/moderation.rules.ts'
import type { heldTextPublished } from '#features/moderation/server/moderation.events.ts'
import { holdText, reasonToHold } from '#features/moderation/server/moderation.service.ts'
import type { Clock } from '#server/clock.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import { subjectRef } from '#shared/subject.ts'
import { MESSAGE } from '../../messages.subject.ts'
import type { PairRow } from '../messages.queries.ts'
import * as queries from './waiting-messages.queries.ts'

/**
 * Makes a message to a stranger wait if it must by the rules, and returns it then; null if it is sent. A stranger is neither a friend
 * nor somebody who has written to the sender. The caller holds the lock of the pair.
 */
export async function holdForStranger(
  inside: { db: Db; clock: Clock },
  viewer: Viewer,
  pair: PairRow,
  { content, key }: { content: string; key: string | null },
): Promise<queries.WaitingRow | null> {
  const { db, clock } = inside
  const { member_id: to, conversation_id: conversation, are_friends } = pair
  if (are_friends || (conversation !== null && (await queries.hasWritten(db, conversation, to)))) return null
  const reason = await reasonToHold(inside, viewer, { text: content, hasLink: namesAddress(content) })
  if (reason === null) return null
  const at = clock()
  const id = await queries.insertWaiting(db, { from: viewer.id, to, content, key, at })
  await holdText(db, subjectRef(MESSAGE, id), { authorId: viewer.id, reason, at })
  return {
    ...{ id, sender_id: viewer.id, recipient_id: to, key, content, read_at: null, hidden_at: null, created_at: at },
    hold: { state: 'waiting', reason, note: null },
  }
}

/** Forgets a message that waited: a moderator has delivered it. */
export async function forgetDelivered(
  { db }: EventDeps,
  { subjectType, subjectId }: PayloadOf<typeof heldTextPublished>,
): Promise<void> {
  if (subjectType === MESSAGE.type) await queries.deleteWaiting(db, subjectId)
}
