import { ABOUT_TEXTS } from '#features/accounts/server/profile/profile-record.service.ts'
import { refuseMissingMember } from '#features/blocks/server/pair/pair.service.ts'
import type { Subject } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import { PROFILE } from '../../profiles.subject.ts'
import { listProfiles } from '../profiles.queries.ts'
import { listReportedProfiles } from './profile-subject.queries.ts'

/**
 * Makes profiles reportable (G21). Names and picture are always visible (G22), so a private profile can be reported
 * too, and despite a block. Moderators cannot hide a profile: they warn its member or disable the account.
 */
export const profileSubject: Subject = {
  kind: PROFILE,
  discussion: null,
  async requireAccess(db, _viewer, id) {
    const [found] = await listProfiles(db, [id])
    return found ? { ownerId: found.id as UserId } : refuseMissingMember()
  },
  async loadContents(db, ids) {
    const rows = await listReportedProfiles(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.id as UserId,
      text: [row.display_name, row.username && `@${row.username}`, ...ABOUT_TEXTS.map((field) => row[field])]
        .filter(Boolean)
        .join('\n'),
      href: row.disabled_at === null ? `/profile/${row.id}` : null,
      isHidden: false,
    }))
  },
  setHidden: null,
}
