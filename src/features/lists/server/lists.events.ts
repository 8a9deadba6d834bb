import { defineEvent } from '#server/events.ts'
import type { ListId, UserId } from '#shared/ids.ts'

/**
 * A member has created, edited or deleted a list, or changed its games. Published in the transaction of the change,
 * after the write.
 */
export const listChanged = defineEvent<{
  userId: UserId
  listId: ListId
  change: 'created' | 'updated' | 'deleted'
  title: string
  at: Date
}>('list changed')
