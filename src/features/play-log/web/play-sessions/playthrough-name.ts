import type { Playthrough } from '../../play-sessions.contract.ts'
import { FINISH_LABELS, partialDayText } from '../../play-sessions.rules.ts'
import { RUN_KIND_LABELS } from '../../runs.texts.ts'

/** Returns the name of a playthrough: 'Playthrough 2 · Switch'. `at` is its position, 0 for the oldest. */
export function playthroughName({ platform }: Pick<Playthrough, 'platform'>, at: number): string {
  return `Playthrough ${at + 1}${platform ? ` · ${platform}` : ''}`
}

/** Returns what a playthrough is, in the list of those of a game: 'Replay · Switch'. */
export const runName = ({ kind, platform }: Playthrough): string =>
  [RUN_KIND_LABELS[kind], platform].filter(Boolean).join(' · ')

/** Returns the facts of a playthrough: 'Main story · Mar 2, 2026 – Mar 20, 2026'. */
export function playthroughFacts({ finish_level, started_on, finished_on, is_paused }: Playthrough): string {
  const days = [
    started_on && (finished_on ? partialDayText(started_on) : `since ${partialDayText(started_on)}`),
    finished_on && (started_on ? partialDayText(finished_on) : `until ${partialDayText(finished_on)}`),
  ]
  return [FINISH_LABELS[finish_level], is_paused && 'paused', days.filter(Boolean).join(' – ')]
    .filter(Boolean)
    .join(' · ')
}
