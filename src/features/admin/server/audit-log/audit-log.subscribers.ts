import type { EventDeps } from '#server/events.ts'
import { AUDIT_BY_SITE } from '../../admin.texts.ts'
import { insertAuditLog } from './audit-log.queries.ts'

/** Writes into the audit log that a suspension has ended, which no admin did. */
export const noteEndOfSuspension = ({ db, clock }: EventDeps, { userId }: { userId: string }): Promise<void> =>
  insertAuditLog(db, {
    ...{ adminId: null, action: 'end_suspension', itemType: 'user', itemId: userId },
    data: { by: AUDIT_BY_SITE },
    at: clock(),
  })
