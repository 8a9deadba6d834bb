import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import type { Reportable } from '#server/reportables.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import type { ActivityType } from '../../activity.contract.ts'
import { isAboutGame, ownTextOf, readDetails, sentenceOf } from '../../activity.rules.ts'
import { requireAccess, tagsOfActivity } from '../activity.service.ts'
import { listReportedActivities, type ReportedActivityRow, setHidden } from './activity-moderation.queries.ts'

/** Activities as what members report (G21): whoever may see one may report it. */
export const reportableActivities: Reportable = {
  async requireReportable(db, viewer, id) {
    const { ownerId } = await requireAccess(db, viewer, id, 'read')
    return { authorId: ownerId }
  },
  async loadReported(db, ids) {
    const rows = await listReportedActivities(db, ids)
    return rows.map((row) => ({
      id: row.id,
      authorId: row.user_id as UserId,
      text: textOf(row),
      href: `/profile/${row.user_id}?tab=activity`,
      isHidden: row.hidden_at !== null,
    }))
  },
  hide: setHiddenAt,
  putBack: (db, id) => setHiddenAt(db, id, null),
}

/** The trigger behind latest_activities follows by itself. */
async function setHiddenAt(db: Db, id: string, at: Date | null): Promise<boolean> {
  const changed = await setHidden(db, id, at)
  if (!changed) return false
  await announce(db, [
    ...tagsOfActivity(changed.user_id, changed.game_id),
    tag.subject({ subjectType: 'activity', subjectId: id }),
  ])
  return true
}

/** "is 40 % through Hades", and below it what the member wrote. */
function textOf({ activity_type, details, game_name }: ReportedActivityRow): string {
  const type = activity_type as ActivityType
  const known = readDetails(details) ?? {}
  const { verb, strong, rest } = sentenceOf(type, known)
  const game = isAboutGame(type) ? (game_name ?? 'Unknown Game') : null
  const sentence = [verb, strong, rest, game].filter(Boolean).join(' ')
  const words = ownTextOf(known)
  return words === null ? sentence : `${sentence}\n${words}`
}
