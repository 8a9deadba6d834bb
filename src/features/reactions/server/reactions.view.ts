import type * as z from 'zod/mini'
import { type SubjectRef, subjectField } from '#shared/subject.ts'
import type { ReactionEndpoints } from '../reactions.contract.ts'
import type { ReactionRow } from './reactions.queries.ts'

type Reaction = NonNullable<z.input<ReactionEndpoints['react']['response']>['reaction']>

export function viewReaction({ subjectType, subjectId }: SubjectRef, row: ReactionRow): Reaction {
  const { id, user_id, emoji } = row
  const created_at = row.created_at.toISOString()
  return { id, [subjectField(subjectType)]: subjectId, user_id, emoji, reaction_type: emoji, created_at }
}
