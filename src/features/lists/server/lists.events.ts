import { defineEvent } from '#server/events.ts'
import type { ListId, UserId } from '#shared/ids.ts'

/**
 * A list was created, changed (its words, its switches or its games) or deleted. Published in the transaction of the
 * change, after it was written.
 */
export const listChanged = defineEvent<{
  userId: UserId
  listId: ListId
  change: 'created' | 'updated' | 'deleted'
  title: string
  at: Date
}>('list changed')
