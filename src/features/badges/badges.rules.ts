import type { Section } from '#features/profiles/profile-edit.rules.ts'
import { numberText, plural } from '#shared/counted.ts'

/** The shapes of the drawings (badge-art.ts). The shape says what the badge is about. */
export const SHAPES = ['games', 'completions', 'reviews', 'friends', 'hours', 'challenges', 'posts', 'award'] as const
export type Shape = (typeof SHAPES)[number]

/**
 * The kinds of rules, by the things that they count (G14). A member earns a badge when the count reaches its threshold.
 */
export const RULE_KINDS = [
  'games_played',
  'games_completed',
  'reviews_written',
  'friends',
  'hours_played',
  'challenges_completed',
  'forum_posts',
] as const
export type RuleKind = (typeof RULE_KINDS)[number]

interface KindFacts {
  shape: Shape
  /** For the admin's form: 'Games played'. */
  label: string
  /** The words after the number: 'game', 'games'. */
  one: string
  many: string
  /** The words before the number: 'Play'. */
  verb: string
  /** The sections of a profile about which the badge says something: they must be visible, too (G22). */
  reveals: readonly Section[]
}

/** The facts of each kind of rule. Played games are completed or playing (C03). */
export const KINDS: Record<RuleKind, KindFacts> = {
  games_played: {
    shape: 'games',
    label: 'Games played',
    one: 'game',
    many: 'games',
    verb: 'Play',
    reveals: ['library'],
  },
  games_completed: {
    shape: 'completions',
    label: 'Games completed',
    one: 'game',
    many: 'games',
    verb: 'Complete',
    reveals: ['library'],
  },
  reviews_written: {
    shape: 'reviews',
    label: 'Reviews written',
    one: 'review',
    many: 'reviews',
    verb: 'Write',
    reveals: [],
  },
  friends: { shape: 'friends', label: 'Friends', one: 'friend', many: 'friends', verb: 'Have', reveals: ['friends'] },
  hours_played: {
    shape: 'hours',
    label: 'Hours played',
    one: 'hour',
    many: 'hours',
    verb: 'Play for',
    reveals: ['library'],
  },
  challenges_completed: {
    shape: 'challenges',
    label: 'Challenges completed',
    one: 'challenge',
    many: 'challenges',
    verb: 'Complete',
    reveals: ['library', 'activity'],
  },
  forum_posts: { shape: 'posts', label: 'Forum posts', one: 'post', many: 'posts', verb: 'Write', reveals: [] },
}

export interface Rule {
  kind: RuleKind
  threshold: number
}

/** Returns the rule of a stored badge; null without one, and for a kind that this version of the app does not know. */
export function readRule(stored: unknown): Rule | null {
  const { kind, threshold } = (stored ?? {}) as Record<string, unknown>
  const known = RULE_KINDS.find((one) => one === kind)
  return known && typeof threshold === 'number' ? { kind: known, threshold } : null
}

/**
 * Returns the sections that must be visible to a reader of an earned badge, beside the badges themselves (G22). The
 * reward of a challenge says that its owner has completed the challenge.
 */
export function revealedBy({ rule, isReward }: { rule: Rule | null; isReward: boolean }): readonly Section[] {
  const kinds = [...(rule ? [rule.kind] : []), ...(isReward ? (['challenges_completed'] as const) : [])]
  return [...new Set(kinds.flatMap((kind) => KINDS[kind].reveals))]
}

/** The drawings have one to five levels; the first threshold of each. */
const LEVELS = [1, 5, 50, 100, 1000]
export const LEVELS_MAX = LEVELS.length

/** Returns the level of a drawing. It rises with the threshold. */
export const levelOf = (threshold: number): number =>
  Math.max(1, LEVELS.findLastIndex((least) => threshold >= least) + 1)

export const NAME_MAX = 40
export const DESCRIPTION_MAX = 200
export const THRESHOLD_MAX = 100_000

/** Returns a rule as a task: 'Play a game', 'Complete 10 games', 'Play for 1,000 hours'. */
export function ruleText({ kind, threshold }: Rule): string {
  const { verb, one, many } = KINDS[kind]
  if (threshold === 1) return `${verb} ${/^h/.test(one) ? 'an' : 'a'} ${one}`
  return `${verb} ${numberText(threshold)} ${many}`
}

/** Returns the progress towards a badge: '38 of 50 games', '3.5 of 100 hours'. Rounds down. */
export function progressText({ kind, threshold }: Rule, amount: number): string {
  const done = Math.floor(Math.min(amount, threshold) * 10) / 10
  const { one, many } = KINDS[kind]
  return `${numberText(done)} of ${numberText(threshold)} ${plural(threshold, one, many)}`
}

/** Returns the share of the way to a badge, 0 to 1. */
export const shareOf = ({ threshold }: Rule, amount: number): number => Math.min(1, Math.max(0, amount / threshold))

/** For this long after it was earned, a badge is new: the browser shows it once. */
export const NEW_MS = 2 * 60_000
