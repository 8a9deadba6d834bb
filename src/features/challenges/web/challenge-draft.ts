import type { ComponentType } from 'react'
import * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { utcDay } from '#shared/calendar-days.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { BadgeId } from '#shared/ids.ts'
import { byPath, problemsOfSchema } from '#web/schema-problems.ts'
import { ChallengeDraft } from '../challenge-form.schemas.ts'
import type { Challenge } from '../challenges.contract.ts'
import type { GoalType } from '../challenges.rules.ts'

export interface GoalFields {
  key: number
  type: GoalType
  target: string
  game: GameCard | null
}

/** The field in which an admin chooses the badge that a challenge rewards. */
export type RewardInput = ComponentType<{ value: BadgeId | null; onChange: (badge: BadgeId | null) => void }>

/** The values of the admin's form. Days are in UTC; the last one is part of the challenge. */
export interface Fields {
  title: string
  description: string
  firstDay: string
  lastDay: string
  cover: GameCard | null
  reward: BadgeId | null
  goals: GoalFields[]
}

let lastKey = 0
export const newGoal = (over: Partial<GoalFields> = {}): GoalFields => {
  lastKey += 1
  return { key: lastKey, type: 'play_time', target: '20', game: null, ...over }
}

/** Returns the initial values; a new challenge starts with a month from today. */
export function fieldsOf(challenge: Challenge | null, now: Date): Fields {
  if (!challenge)
    return {
      title: '',
      description: '',
      firstDay: utcDay(now.getTime()),
      lastDay: utcDay(now.getTime() + 30 * DAY_MS),
      cover: null,
      reward: null,
      goals: [newGoal()],
    }
  return {
    title: challenge.title,
    description: challenge.description,
    firstDay: utcDay(new Date(challenge.starts_at).getTime()),
    lastDay: utcDay(new Date(challenge.ends_at).getTime() - 1),
    cover: challenge.cover_game,
    reward: challenge.reward?.id ?? null,
    goals: challenge.goals.map(({ type, target, game }) =>
      newGoal({ type: type as GoalType, target: String(target), game }),
    ),
  }
}

const instant = (day: string, days = 0) => {
  const at = new Date(`${day}T00:00:00.000Z`).getTime()
  return Number.isNaN(at) ? '' : new Date(at + days * DAY_MS).toISOString()
}

/** Returns the body to send, or the errors by field: 'title', 'ends_at', 'goals.0.target'. */
export function draftOf(
  fields: Fields,
  challenge: Challenge | null,
): { draft: ChallengeDraft } | { problems: Record<string, string> } {
  const { title, description, cover, reward, goals } = fields
  const before = fieldsOf(challenge, new Date(0))
  // The form shows no time of day, so the stored time of an unchanged day is preserved.
  const isUnchanged = (day: 'firstDay' | 'lastDay') => challenge !== null && fields[day] === before[day]
  const parsed = z.safeParse(ChallengeDraft, {
    title,
    description,
    cover_game_id: cover?.id ?? null,
    badge_id: reward,
    starts_at: isUnchanged('firstDay') ? challenge?.starts_at : instant(fields.firstDay),
    ends_at: isUnchanged('lastDay') ? challenge?.ends_at : instant(fields.lastDay, 1),
    goals: goals.map(({ type, target, game }) => ({ type, target: target.trim(), game_id: game?.id ?? null })),
  })
  if (parsed.success) return { draft: parsed.data }
  return { problems: problemsOfSchema(parsed, byPath) }
}
