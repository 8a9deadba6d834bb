import { ONLY_YOU_CAN_READ } from '#shared/sentences.ts'
import type { RunKind } from './play-sessions.rules.ts'

export const RUN_KIND_LABELS: Record<RunKind, string> = {
  first: 'First time',
  replay: 'Replay',
  new_game_plus: 'New game plus',
  season: 'Season',
  hundred_percent: '100 %',
  speedrun: 'Speedrun',
  co_op: 'Co-op',
}

/** Of the playthroughs of a game. */
export const RUN_TEXTS = {
  stars: 'Stars of this playthrough',
  review: 'Review this playthrough',
  reviewed: 'Your review',
  reviewStays: 'Your review of it stays, without its playthrough.',
  start: 'Start a new playthrough',
  none: 'The first session starts the first one.',
  all: (count: number) => `All ${count} playthroughs`,
  withoutSessions: 'It has no sessions, so your hours stay the same.',
  withSessions: (sessions: string, duration: string) =>
    `${sessions} with it, and ${duration} of your hours. Hours without a date stay.`,
} as const

/** Of the line in which a member says where they are in a playthrough. */
export const BOOKMARK_TEXTS = {
  question: 'Where are you?',
  hint: `You see it first when you come back. ${ONLY_YOU_CAN_READ}`,
  example: 'Before the bridge, with the lantern',
  write: 'Where was I?',
} as const
