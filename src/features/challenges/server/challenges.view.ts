import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { GameId } from '#shared/ids.ts'
import type { Challenge, Participation, Ranked } from '../challenges.contract.ts'
import { type GoalType, percentOf, statusOf } from '../challenges.rules.ts'
import type { ChallengeRow, GoalRow, ParticipationRow } from './challenges.queries.ts'
import type { RankedParticipant } from './challenges.service.ts'

/** The data loaded beside the rows of challenges. */
export interface ChallengeRelations {
  /** By challenge. */
  goals: ReadonlyMap<string, readonly GoalRow[]>
  cards: ReadonlyMap<GameId, GameCard>
  now: Date
}

export function viewChallenge(row: ChallengeRow, { goals, cards, now }: ChallengeRelations): z.input<typeof Challenge> {
  const cardOf = (id: string | null) => (id === null ? null : (cards.get(id as GameId) ?? null))
  const cover = cardOf(row.cover_game_id)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    cover_image: cover?.cover_url ?? null,
    cover_game: cover,
    status: statusOf(row, now),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    goals: (goals.get(row.id) ?? []).map(({ id, type, target, game_id }) => ({
      id,
      type: type as GoalType,
      target,
      game_id,
      game: cardOf(game_id),
    })),
    reward: row.reward,
    participants: row.participants_count,
    created_at: row.created_at.toISOString(),
  }
}

export const viewProgress = (row: Pick<ParticipationRow, 'progress' | 'completed' | 'completed_at'>) => ({
  progress: (row.progress ?? {}) as Record<string, number>,
  completed: row.completed,
  completed_at: row.completed_at?.toISOString() ?? null,
})

export function viewParticipation(row: ParticipationRow, relations: ChallengeRelations): z.input<typeof Participation> {
  return {
    user_id: row.user_id,
    challenge_id: row.id,
    ...viewProgress(row),
    joined_at: row.joined_at.toISOString(),
    percent: percentOf(row.remaining),
    challenge: viewChallenge(row, relations),
  }
}

export function viewRanked({ row, rank, isShared }: RankedParticipant): z.input<typeof Ranked> {
  const { user_id, username, display_name, avatar_url } = row
  return {
    rank,
    isShared,
    user: { id: user_id, username, display_name, avatar_url },
    percent: percentOf(row.remaining),
    completed: row.completed_at !== null,
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}
