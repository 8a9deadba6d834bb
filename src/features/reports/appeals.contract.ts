import * as z from 'zod/mini'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract } from '#shared/contract.ts'
import * as endpoints from './appeals.endpoints.ts'
import { APPEAL_KINDS, APPEAL_STATES } from './appeals.rules.ts'
import { AppealAnswer, AppealForm } from './appeals.schemas.ts'

/** An appeal as its member sees it. Times are ISO 8601, UTC. */
const OwnAppeal = z.object({
  state: z.enum(APPEAL_STATES),
  created_at: z.string(),
  /** Why it was declined. */
  answer: z.nullable(z.string()),
})
export type OwnAppeal = z.infer<typeof OwnAppeal>

export const listOwnDecisions = contract(endpoints.listOwnDecisions, {
  access: 'member',
  summary:
    'List the latest decisions by which texts of the viewer are hidden or declined, with the appeal against each',
  response: z.object({
    decisions: z.array(z.object({ type: z.string(), id: z.string(), appeal: z.nullable(OwnAppeal) })),
  }),
})

export const createAppeal = contract(endpoints.createAppeal, {
  access: 'member',
  summary: 'Appeal, once, against the decision by which a text of the viewer was hidden or declined',
  body: z.extend(AppealForm, { type: z.string(), id: z.uuid('This is no id') }),
  status: 201,
  response: z.object({ appeal: OwnAppeal }),
  refusals: { 409: ['nothing_to_appeal', 'already_appealed'] },
  budget: 'report',
})

export const appealSuspension = contract(endpoints.appealSuspension, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Appeal, once, against the suspension of an account, with the token that a refused sign-in has given',
  body: z.extend(AppealForm, { token: z.string() }),
  status: 201,
  response: z.object({ appeal: OwnAppeal }),
  refusals: { 403: ['appeal_token_wrong'], 409: ['already_appealed'] },
  budget: 'recovery',
})

/** An appeal that waits, with the decision that it is about. */
export const WaitingAppeal = z.object({
  id: z.string(),
  kind: z.enum(APPEAL_KINDS),
  /** The type of the text; null for a suspension. */
  type: z.nullable(z.string()),
  text: z.string(),
  created_at: z.string(),
  author: PublicProfile,
  decision: z.object({
    /** The name of who decided; null when that account is deleted. */
    by: z.nullable(z.string()),
    is_own: z.boolean(),
    at: z.string(),
    reason: z.nullable(z.string()),
  }),
  /** The text that was hidden or declined; null for a suspension. */
  content: z.nullable(z.object({ text: z.string(), href: z.nullable(z.string()) })),
})
export type WaitingAppeal = z.infer<typeof WaitingAppeal>

export const listAppeals = contract(endpoints.listAppeals, {
  access: 'moderator',
  summary: 'List the appeals that wait, the longest waiting first; a moderator gets those about texts of the forum',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(WaitingAppeal), nextCursor: z.nullable(z.string()) }),
})

export const answerAppeal = contract(endpoints.answerAppeal, {
  access: 'moderator',
  summary: 'Accept an appeal, which shows the text again or ends the suspension, or decline it with a sentence',
  params: z.object({ appealId: z.uuid('This is no id') }),
  body: AppealAnswer,
  response: z.object({ success: z.literal(true) }),
  refusals: { 403: ['42501'], 409: ['already_answered', 'not_hidden', 'own_account', 'own_appeal'] },
})
