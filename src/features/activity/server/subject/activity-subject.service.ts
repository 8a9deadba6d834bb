import type { Db } from '#db/db.ts'
import { audienceOf } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Subject } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import type { ActivityType } from '../../activity.contract.ts'
import { ownTextOf, readDetails, sentenceText } from '../../activity.rules.ts'
import { ACTIVITY } from '../../activity.subject.ts'
import { activityPath } from '../../address.rules.ts'
import { requireAccess, tagsOfActivity } from '../activity.service.ts'
import { listVisibleIds } from '../live/live.queries.ts'
import { gameIdSql, listReportedActivities, type ReportedActivityRow, setHidden } from './activity-subject.queries.ts'

/** Registers activities as a subject that members react to, comment on and report, if they may see it (G21, G26). */
export const activitySubject: Subject = {
  kind: ACTIVITY,
  requireAccess,
  discussion: {
    table: 'friend_activities',
    listVisibleIds: (db, viewer, ids) => listVisibleIds(db, ids, audienceOf(viewer)),
    gameIdSql,
  },
  async loadContents(db, ids) {
    const rows = await listReportedActivities(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.user_id as UserId,
      text: textOf(row),
      href: activityPath(row.id),
      isHidden: row.hidden_at !== null,
    }))
  },
  setHidden: setHiddenAt,
}

/** A trigger updates latest_activities. */
async function setHiddenAt(db: Db, id: string, at: Date | null): Promise<boolean> {
  const changed = await setHidden(db, id, at)
  if (!changed) return false
  await announce(db, [...tagsOfActivity(changed.user_id, changed.game_id), tag.subject(subjectRef(ACTIVITY, id))])
  return true
}

/** Returns "is 40 % through Hades", and below it the member's own words. */
function textOf({ activity_type, details, game_name }: ReportedActivityRow): string {
  const type = activity_type as ActivityType
  const known = readDetails(details) ?? {}
  const sentence = sentenceText(type, known, game_name)
  const words = ownTextOf(known)
  return words === null ? sentence : `${sentence}\n${words}`
}
