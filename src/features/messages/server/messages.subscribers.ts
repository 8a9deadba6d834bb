import type { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listPartners } from './messages.queries.ts'

/** Notifies open threads of others that the member was deleted or is back. */
export async function refreshOnDeletion(
  { db }: EventDeps,
  { userId }: PayloadOf<typeof accountDeletionChanged>,
): Promise<void> {
  const partners = await listPartners(db, userId)
  await announce(db, partners.map(tag.messages))
}
