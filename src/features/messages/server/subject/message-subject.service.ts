import type { Db } from '#db/db.ts'
import { lockPair } from '#features/blocks/server/pair/pair.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Subject } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MESSAGE } from '../../messages.subject.ts'
import * as queries from '../messages.queries.ts'
import { deliverWaiting, withdrawReadNotification } from '../messages.service.ts'
import { findBetween, insertReported, listReportedMessages, setHidden } from './message-subject.queries.ts'

/**
 * Makes messages reportable (G21). Admins cannot read messages (G22). A report shows the admins the text of this one
 * message as it is at that moment, and no other message (decision 0042); so do the rules by which one waits (decision 0127).
 */
export const messageSubject = ({ clock }: { clock: Clock }): Subject => ({
  kind: MESSAGE,
  discussion: null,
  async requireAccess(db, viewer, id) {
    const found = viewer ? await queries.findMessage(db, id, viewer.id) : undefined
    const isOwn = found?.sender_id === viewer?.id
    if (!found || found.content === null || (found.hidden_at !== null && !isOwn))
      return refuse('not_found', 'message_not_found', 'Message not found')
    return { ownerId: found.sender_id as UserId }
  },
  onReport: insertReported,
  async loadContents(db, ids) {
    const rows = await listReportedMessages(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.sender_id as UserId,
      text: row.content,
      href: null,
      isHidden: row.is_hidden,
    }))
  },
  setHidden: setHiddenForBoth,
  publish: (db, _moderator, id) => deliverWaiting(db, id, clock()),
})

/**
 * Hides or shows a message under the lock of its two members, as every read and write of their thread. Both members see
 * the change.
 */
async function setHiddenForBoth(db: Db, id: string, at: Date | null): Promise<boolean> {
  const between = await findBetween(db, id)
  if (!between) return false
  const [from, to] = [between.sender_id as UserId, between.recipient_id as UserId]
  await lockPair(db, { id: from }, to)
  if (!(await setHidden(db, id, at))) return false
  await withdrawReadNotification(db, { from, to })
  await announce(db, [tag.messages(from), tag.messages(to)])
  return true
}
