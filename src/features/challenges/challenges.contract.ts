import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { contract, FileBytes, NoContent, numberUpTo, pageNumber, yesOrNo } from '#shared/contract.ts'
import { BadgeId, ChallengeId, GameId, UserId } from '#shared/ids.ts'
import { ChallengeDraft } from './challenge-form.schemas.ts'
import * as endpoints from './challenges.endpoints.ts'
import { GOAL_TYPES, STATUSES } from './challenges.rules.ts'

const CHALLENGES_PAGE = 24
export const PARTICIPANTS_PAGE = 20

const Goal = z.object({
  id: z.string(),
  type: z.enum(GOAL_TYPES),
  /** In hours for play_time, else a number. */
  target: z.number(),
  game_id: z.nullable(GameId),
  game: z.nullable(GameCard),
})
export type Goal = z.infer<typeof Goal>

/** The badge that a challenge rewards (G13), with what its drawing needs. */
const Reward = z.object({ id: BadgeId, name: z.string(), icon: z.string(), level: z.number() })
export type Reward = z.infer<typeof Reward>

/** A challenge as everybody sees it (R-CHAL-02, G13). Instants are ISO 8601 in UTC. */
export const Challenge = z.object({
  id: ChallengeId,
  title: z.string(),
  description: z.string(),
  /** The picture of the game whose cover the challenge shows; null without a game or a picture. */
  cover_image: z.nullable(z.string()),
  cover_game: z.nullable(GameCard),
  status: z.enum(STATUSES),
  starts_at: z.string(),
  ends_at: z.string(),
  goals: z.array(Goal),
  reward: z.nullable(Reward),
  participants: z.number(),
  created_at: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

/** A participation with its challenge (R-CHAL-01). */
export const Participation = z.object({
  user_id: UserId,
  challenge_id: ChallengeId,
  completed: z.boolean(),
  completed_at: z.nullable(z.string()),
  joined_at: z.string(),
  /** The amount of each goal, by its id. */
  progress: z.record(z.string(), z.number()),
  /** The total progress, 0 to 100. */
  percent: z.number(),
  challenge: Challenge,
})
export type Participation = z.infer<typeof Participation>

const limit = numberUpTo(100, CHALLENGES_PAGE)
const status = z.optional(z.enum(STATUSES, 'The status is upcoming, active or ended'))
const completed = z.optional(yesOrNo('Completed is true or false'))
const Page = z.object({ data: z.array(Challenge), total: z.number(), hasMore: z.boolean() })
const Own = z.object({ data: z.array(Participation), total: z.number(), hasMore: z.boolean() })
const OneChallenge = z.object({ challengeId: ChallengeId })

export const listChallenges = contract(endpoints.listChallenges, {
  access: 'anyone',
  summary: 'List challenges: active ones by end, upcoming ones by start, ended ones newest first',
  query: z.object({ status, page: pageNumber, limit }),
  response: Page,
})

export const getChallenge = contract(endpoints.getChallenge, {
  access: 'anyone',
  summary: 'Get one challenge with its goals',
  params: OneChallenge,
  response: z.object({ data: Challenge }),
  refusals: { 404: ['challenge_not_found'] },
})

export const getChallengePicture = contract(endpoints.getChallengePicture, {
  access: 'anyone',
  summary: 'Get the picture of a challenge for link previews, 1200 by 630',
  params: OneChallenge,
  response: FileBytes,
  file: 'image/png',
  refusals: { 404: ['challenge_not_found'] },
  budget: 'profile-read',
})

/** A participant in the ranking. */
export const Ranked = z.object({
  /**
   * From 1, among participants whose library and activity the viewer may see. Equal participants share a rank, and the
   * following ranks are skipped: 1, 2, 2, 4.
   */
  rank: z.number(),
  isShared: z.boolean(),
  user: PublicProfile,
  /** The total progress, 0 to 100. */
  percent: z.number(),
  completed: z.boolean(),
  completed_at: z.nullable(z.string()),
})
export type Ranked = z.infer<typeof Ranked>

export const listParticipants = contract(endpoints.listParticipants, {
  access: 'anyone',
  summary:
    'List the ranking: participants who finished, in order of finishing, then the others by progress; only those whose library the viewer may see',
  params: OneChallenge,
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(Ranked), nextCursor: z.nullable(z.string()) }),
  refusals: { 404: ['challenge_not_found'] },
})

export const listMyChallenges = contract(endpoints.listMyChallenges, {
  access: 'member',
  summary: 'List the challenges that the member has joined, with progress (R-CHAL-05)',
  query: z.object({ status, completed, challenge_id: z.optional(ChallengeId), page: pageNumber, limit }),
  response: Own,
})

export const listProfileChallenges = contract(endpoints.listProfileChallenges, {
  access: 'anyone',
  summary: 'List the challenges that a member has joined, if the viewer may see their library and activity (G22)',
  params: OneProfile,
  query: z.object({ status, completed, page: pageNumber, limit, as: viewAs }),
  response: Own,
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

export const joinChallenge = contract(endpoints.joinChallenge, {
  access: 'member',
  summary: 'Join a challenge that has not ended; progress counts from then on; joining again changes nothing',
  params: OneChallenge,
  response: z.object({ data: Participation }),
  status: 201,
  mayExist: true,
  refusals: { 404: ['challenge_not_found'], 409: ['challenge_ended'] },
})

export const leaveChallenge = contract(endpoints.leaveChallenge, {
  access: 'member',
  summary: 'Leave a challenge and delete the member’s progress in it',
  params: OneChallenge,
  response: NoContent,
  status: 204,
  refusals: { 404: ['challenge_not_found'] },
})

export const updateProgress = contract(endpoints.updateProgress, {
  access: 'member',
  summary: 'Recompute the member’s progress from the library; takes no input (R-CHAL-03)',
  params: OneChallenge,
  response: z.object({
    progress: z.record(z.string(), z.number()),
    completed: z.boolean(),
    completed_at: z.nullable(z.string()),
  }),
  refusals: { 403: ['42501'], 404: ['challenge_not_found'], 409: ['challenge_ended'] },
})

export const listAllChallenges = contract(endpoints.listAllChallenges, {
  access: 'admin',
  summary: 'List every challenge, the latest end first',
  query: z.object({ page: pageNumber, limit }),
  response: Page,
})

export const createChallenge = contract(endpoints.createChallenge, {
  access: 'admin',
  summary: 'Create a challenge',
  body: ChallengeDraft,
  response: z.object({ data: Challenge }),
  status: 201,
  refusals: { 400: ['end_past'], 404: ['game_not_found', 'badge_not_found'] },
})

export const changeChallenge = contract(endpoints.changeChallenge, {
  access: 'admin',
  summary: 'Update a challenge; its goals and start only before anybody has joined',
  params: OneChallenge,
  /** `seen`: what the caller saw. With it, a request does not overwrite the change of another admin. */
  body: z.safeExtend(ChallengeDraft, { seen: z.optional(ChallengeDraft) }),
  response: z.object({ data: Challenge }),
  refusals: {
    400: ['end_past'],
    404: ['challenge_not_found', 'game_not_found', 'badge_not_found'],
    409: ['goals_fixed', 'changed_by_somebody'],
  },
})

export const deleteChallenge = contract(endpoints.deleteChallenge, {
  access: 'admin',
  summary: 'Delete a challenge with everybody’s progress in it',
  params: OneChallenge,
  response: NoContent,
  status: 204,
  refusals: { 404: ['challenge_not_found'] },
})
