import {
  ABOUT_TEXTS,
  publishWaitingTexts,
  type WaitingTexts,
} from '#features/accounts/server/profile/profile-record.service.ts'
import { refuseMissingMember } from '#features/blocks/server/pair/pair.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Subject } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import { ABOUT } from '../../profiles.subject.ts'
import { listReportedProfiles } from './profile-subject.queries.ts'

/** The texts about oneself that wait for a moderator. Others do not see them, so they can be neither reported nor hidden. */
export const aboutSubject = ({ clock }: { clock: Clock }): Subject => ({
  kind: ABOUT,
  discussion: null,
  requireAccess: async () => refuseMissingMember(),
  async loadContents(db, ids) {
    const rows = await listReportedProfiles(db, ids)
    return rows.map(({ id, waiting_texts, ...row }) => {
      const waiting = waiting_texts as WaitingTexts | null
      return {
        id,
        ownerId: id as UserId,
        text: ABOUT_TEXTS.flatMap((field) => (waiting ?? row)[field] ?? []).join('\n'),
        href: row.disabled_at === null ? `/profile/${id}` : null,
        isHidden: waiting !== null,
      }
    })
  },
  setHidden: null,
  publish: (db, _moderator, id) => publishWaitingTexts(db, id as UserId, clock()),
})
