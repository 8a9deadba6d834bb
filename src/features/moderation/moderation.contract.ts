import * as z from 'zod/mini'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract } from '#shared/contract.ts'
import * as endpoints from './moderation.endpoints.ts'
import { HOLD_REASONS } from './moderation.rules.ts'
import { HeldDecision, HoldRulesForm } from './moderation.schemas.ts'

/** A text that waits, with its current words. */
export const HeldText = z.object({
  type: z.string(),
  id: z.string(),
  /** The word for one of its kind: 'thread'. */
  name: z.string(),
  reason: z.enum(HOLD_REASONS),
  held_at: z.string(),
  author: z.extend(PublicProfile, { joined_at: z.string() }),
  text: z.string(),
  /** The addresses behind the links of the text. */
  links: z.array(z.string()),
  href: z.nullable(z.string()),
})
export type HeldText = z.infer<typeof HeldText>

export const listHeldTexts = contract(endpoints.listHeldTexts, {
  access: 'moderator',
  summary: 'List the texts that wait, the longest waiting first; a moderator gets those of the forum',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(HeldText), total: z.number(), nextCursor: z.nullable(z.string()) }),
})

export const decideHeldTexts = contract(endpoints.decideHeldTexts, {
  access: 'moderator',
  summary: 'Publish up to fifty texts that wait as if they were written now, or decline them with a reason',
  body: HeldDecision,
  response: z.object({
    decided: z.number(),
    /** Texts that somebody else has decided about or deleted. */
    gone: z.number(),
  }),
  refusals: { 403: ['42501'] },
})

export const getHoldRules = contract(endpoints.getHoldRules, {
  access: 'admin',
  summary: 'Get the rules by which texts wait for a moderator',
  response: z.object({
    rules: HoldRulesForm,
    /** `FORUM_HOLD_LINKS` holds links in the forum in addition. */
    forum_hold_links: z.boolean(),
  }),
})

export const saveHoldRules = contract(endpoints.saveHoldRules, {
  access: 'admin',
  summary: 'Save the rules by which texts wait; they apply to texts from now on',
  body: HoldRulesForm,
  response: z.object({ success: z.literal(true) }),
})
