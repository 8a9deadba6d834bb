import type { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listSubjectsOf } from './reactions.queries.ts'

/** A deletion of the account also deletes reactions, and cached pages that do not name the member contain their counts. */
export async function refreshOnDeletion(
  { db }: EventDeps,
  { userId }: PayloadOf<typeof accountDeletionChanged>,
): Promise<void> {
  const subjects = await listSubjectsOf(db, userId)
  await announce(db, subjects.map(tag.subject))
}
