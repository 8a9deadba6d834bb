import type { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listSubjectsOf } from './facts/comment-facts.queries.ts'

/** A comment stays without its author, and its page is cached with the member's name. */
export async function refreshOnDeletion(
  { db }: EventDeps,
  { userId }: PayloadOf<typeof accountDeletionChanged>,
): Promise<void> {
  const subjects = await listSubjectsOf(db, userId)
  await announce(db, subjects.map(tag.subject))
}
