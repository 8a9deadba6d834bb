import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Reportable } from '#server/reportables.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import * as queries from '../messages.queries.ts'
import { messagesTag, settleNotice } from '../messages.service.ts'
import { insertReported, listReportedMessages, setHidden } from './message-moderation.queries.ts'

/**
 * Messages as what members report (G21). Admins read no messages (G22), so whoever reports one shows it to them: that text,
 * as it is then, and nothing around it (decision 0042).
 */
export const reportableMessages = ({ clock }: { clock: Clock }): Reportable => ({
  async requireReportable(db, viewer, id) {
    const found = await queries.findMessage(db, id, viewer.id)
    const isOwn = found?.sender_id === viewer.id
    if (!found || found.content === null || (found.hidden_at !== null && !isOwn))
      return refuse('not_found', 'message_not_found', 'Message not found')
    if (!isOwn) await insertReported(db, id, found.content, clock())
    return { authorId: found.sender_id as UserId }
  },
  async loadReported(db, ids) {
    const rows = await listReportedMessages(db, ids)
    return rows.map((row) => ({
      id: row.id,
      authorId: row.sender_id as UserId,
      text: row.content,
      href: null,
      isHidden: row.is_hidden,
    }))
  },
  hide: (db, id, at) =>
    tell(db, setHidden(db, id, at), (hidden) =>
      settleNotice(db, { from: hidden.sender_id as UserId, to: hidden.recipient_id as UserId }),
    ),
  putBack: (db, id) => tell(db, setHidden(db, id, null)),
})

interface Between {
  sender_id: string
  recipient_id: string
}

/** Both see it change; answers whether it did. */
async function tell(
  db: Db,
  changing: Promise<Between | undefined>,
  andThen?: (changed: Between) => Promise<void>,
): Promise<boolean> {
  const changed = await changing
  if (changed) await andThen?.(changed)
  if (changed) await announce(db, [messagesTag(changed.sender_id), messagesTag(changed.recipient_id)])
  return changed !== undefined
}
