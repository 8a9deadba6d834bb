import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { ActivityId, UserId } from '#shared/ids.ts'
import * as endpoints from './reactions.endpoints.ts'
import { EMOJI_REQUIRED, SIGN_IN_TO_REACT } from './reactions.messages.ts'
import { EMOJIS, readEmoji } from './reactions.rules.ts'

/** One member's reaction. `reaction_type` says the same as `emoji` (C16). */
export const Reaction = z.object({
  id: z.string(),
  activity_id: ActivityId,
  user_id: UserId,
  emoji: z.enum(EMOJIS),
  reaction_type: z.enum(EMOJIS),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})
export type Reaction = z.infer<typeof Reaction>

/** How many chose an emoji (G26). */
export const ReactionCount = z.object({ emoji: z.enum(EMOJIS), count: z.number(), mine: z.boolean() })

const OneActivity = z.object({ activityId: ActivityId })

/** `emoji` or `reaction_type`, the character or its name (C16). */
const Choice = z.pipe(
  z.object({ emoji: z.optional(z.nullable(z.unknown())), reaction_type: z.optional(z.nullable(z.unknown())) }),
  z.transform(({ emoji, reaction_type }, context) => {
    const given = emoji ?? reaction_type ?? ''
    const read = typeof given === 'string' ? readEmoji(given.trim()) : null
    const message = given === '' ? EMOJI_REQUIRED : 'Invalid reaction'
    if (read === null) context.issues.push({ code: 'custom', message, input: given, path: ['emoji'] })
    return { emoji: read ?? EMOJIS[0] }
  }),
)

export const reactToActivity = contract(endpoints.reactToActivity, {
  access: 'member',
  summary: 'Chooses an emoji; the same again takes it back, another takes its place',
  params: OneActivity,
  body: Choice,
  response: z.object({ reaction: z.nullable(Reaction), reactions: z.array(ReactionCount) }),
  refusals: ['activity_not_found', '42501'],
  signInMessage: SIGN_IN_TO_REACT,
})

export const removeReaction = contract(endpoints.removeReaction, {
  access: 'member',
  summary: 'Takes one’s reaction back, whichever it is; also where there is none',
  params: OneActivity,
  response: NoContent,
  status: 204,
  refusals: ['activity_not_found', '42501'],
  signInMessage: SIGN_IN_TO_REACT,
})
