import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { GameId, UserId } from '#shared/ids.ts'
import { lengthOf } from '#shared/text.ts'
import * as endpoints from './recommendations.endpoints.ts'
import { ANSWERS, LINE_MAX, STATES } from './recommendations.rules.ts'
import { RECOMMENDATION_REFUSALS } from './recommendations.texts.ts'

export const RECOMMENDATIONS_PAGE_SIZE = 20

/** A game that a friend recommends to the viewer. */
export const Recommendation = z.object({
  id: z.uuid(),
  sender: PublicProfile,
  game: GameCard,
  line: z.nullable(z.string()),
  state: z.enum(STATES),
  /** The viewer has completed the game. */
  finished: z.boolean(),
  created_at: z.string(),
})
export type Recommendation = z.infer<typeof Recommendation>

const line = z.nullable(
  z.pipe(
    z.string().check(z.refine((typed) => lengthOf(typed.trim()) <= LINE_MAX, RECOMMENDATION_REFUSALS.line)),
    z.transform((typed) => typed.trim() || null),
  ),
)
const One = z.object({ recommendationId: z.uuid() })

export const listRecommendations = contract(endpoints.listRecommendations, {
  access: 'member',
  summary:
    'List the games that friends recommend to you, newest first: those that wait for an answer, and those that you have finished since you accepted them',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(Recommendation), nextCursor: z.nullable(z.string()) }),
})

export const createRecommendation = contract(endpoints.createRecommendation, {
  access: 'member',
  summary: 'Recommend a game to a friend, with a line; once for each game and friend',
  body: z.object({ recipient_id: UserId, game_id: GameId, line: z._default(line, null) }),
  response: z.object({ id: z.uuid() }),
  status: 201,
  refusals: {
    400: ['self'],
    403: ['blocked', 'friends_only'],
    404: ['member_not_found', 'game_not_found'],
    409: ['recommended_already', 'recommendations_full'],
  },
})

export const listRecommendedTo = contract(endpoints.listRecommendedTo, {
  access: 'member',
  summary: 'List the friends that you have recommended a game to',
  query: z.object({ game_id: GameId }),
  response: z.object({ data: z.array(z.object({ id: z.uuid(), recipient_id: UserId, state: z.enum(STATES) })) }),
})

export const answerRecommendation = contract(endpoints.answerRecommendation, {
  access: 'member',
  summary:
    'Answer a recommendation: `backlog` adds the game to your library as Want to Play unless it is there, `no` does not notify the sender, `thanks` follows when you have finished the game, or `hide`',
  params: One,
  body: z.object({ answer: z.enum(ANSWERS) }),
  response: z.object({ state: z.enum(STATES) }),
  refusals: { 404: ['recommendation_not_found', 'game_not_found'], 409: ['answered_already', 'unfinished'] },
})

export const deleteRecommendation = contract(endpoints.deleteRecommendation, {
  access: 'member',
  summary: 'Withdraw a recommendation of yours that is not answered',
  params: One,
  response: NoContent,
  status: 204,
  refusals: { 409: ['answered_already'] },
})
