import { recordImportActivity } from '#features/activity/server/recording/activity-recording.service.ts'
import { countSharedGames } from '../changes/changes.queries.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import type { StepDeps } from '../running/step.ts'

/**
 * Says in the feed how many games an import has brought, if its member wants it: one activity, which follows an undo. Games
 * of the member's own do not count, because nobody else sees them.
 */
export async function shareImport(
  { db, clock }: Pick<StepDeps, 'db' | 'clock'>,
  { id, user_id, is_shared }: ImportRecordRow,
): Promise<void> {
  if (!is_shared) return
  const games = await countSharedGames(db, id)
  await recordImportActivity(db, { userId: user_id, importId: id, games, at: clock() })
}
