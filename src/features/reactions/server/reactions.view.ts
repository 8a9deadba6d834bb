import type * as z from 'zod/mini'
import type { Reaction } from '../reactions.contract.ts'
import type { ReactionRow } from './reactions.queries.ts'

export function viewReaction(activityId: string, row: ReactionRow): z.input<typeof Reaction> {
  const { id, user_id, emoji } = row
  return { id, activity_id: activityId, user_id, emoji, reaction_type: emoji, created_at: row.created_at.toISOString() }
}
