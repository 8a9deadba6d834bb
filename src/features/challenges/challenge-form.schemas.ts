import * as z from 'zod/mini'
import { numberText } from '#shared/counted.ts'
import { BadgeId, GameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import {
  DESCRIPTION_MAX,
  GOAL_TYPES,
  GOALS_MAX,
  type GoalType,
  MAX_ACHIEVEMENTS_TARGET,
  MAX_GAMES_TARGET,
  MAX_HOURS_TARGET,
  TITLE_MAX,
  TITLE_MIN,
} from './challenges.rules.ts'
import { CHALLENGE_TEXTS } from './challenges.texts.ts'

// In a file apart from challenges.contract.ts: the admin's form validates with these shapes in the browser (decision
// 0021).

const MAX: Record<GoalType, number> = {
  play_time: MAX_HOURS_TARGET,
  games_completed: MAX_GAMES_TARGET,
  games_added: MAX_GAMES_TARGET,
  reviews_written: MAX_GAMES_TARGET,
  achievements: MAX_ACHIEVEMENTS_TARGET,
}

/** Returns the error of a target; null when it is valid. Hours may have a half. */
function targetProblem({ type, target, game_id }: { type: GoalType; target: number; game_id?: unknown }) {
  if (!(target > 0)) return CHALLENGE_TEXTS.target
  if (target > MAX[type]) return CHALLENGE_TEXTS.targetMost(numberText(MAX[type]))
  if (!Number.isInteger(type === 'play_time' ? target * 2 : target)) return CHALLENGE_TEXTS.whole
  const isOfOneGame = game_id !== null && game_id !== undefined
  const isOncePerGame = type === 'games_completed' || type === 'games_added' || type === 'reviews_written'
  if (isOfOneGame && target !== 1 && isOncePerGame) return CHALLENGE_TEXTS.oneGame
  return null
}

const GoalDraft = z
  .object({
    type: z.enum(GOAL_TYPES, 'Choose what to do'),
    target: z.coerce.number(CHALLENGE_TEXTS.target),
    /** Only this game counts; null: any game. */
    game_id: z._default(z.nullable(GameId), null),
  })
  .check((context) => {
    const problem = targetProblem(context.value)
    if (problem)
      context.issues.push({ code: 'custom', message: problem, path: ['target'], input: context.value.target })
  })

/** A text whose number of visible characters (code points) the table allows. */
const Words = (message: string, least: number, most: number) =>
  z
    .pipe(z.string(message), z.transform(readText))
    .check(z.refine((text) => lengthOf(text) >= least && lengthOf(text) <= most, message))

/** An instant in a year that every part of the app can format. */
const Instant = (message: string) =>
  z
    .pipe(
      z.iso.datetime({ offset: true, error: message }),
      z.transform((text) => new Date(text).toISOString()),
    )
    .check(z.refine((text) => text >= FIRST_YEAR && text < LAST_YEAR, message))
const FIRST_YEAR = '2000'
const LAST_YEAR = '2200'

export const ChallengeDraft = z
  .object({
    title: Words(CHALLENGE_TEXTS.title, TITLE_MIN, TITLE_MAX),
    description: z._default(Words(`At most ${DESCRIPTION_MAX} characters`, 0, DESCRIPTION_MAX), ''),
    cover_game_id: z._default(z.nullable(GameId), null),
    /** The reward. */
    badge_id: z._default(z.nullable(BadgeId), null),
    /** Instants, ISO 8601. */
    starts_at: Instant('Say when it starts'),
    ends_at: Instant('Say when it ends'),
    goals: z
      .array(GoalDraft, CHALLENGE_TEXTS.goals)
      .check(z.minLength(1, CHALLENGE_TEXTS.goals), z.maxLength(GOALS_MAX, CHALLENGE_TEXTS.goals)),
  })
  .check(z.refine(({ starts_at, ends_at }) => ends_at > starts_at, { path: ['ends_at'], error: CHALLENGE_TEXTS.order }))
export type ChallengeDraft = z.output<typeof ChallengeDraft>
