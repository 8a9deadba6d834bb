import type { ImportedRecord } from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import { isPlayed } from '../words/status-words.ts'
import { flagIn } from './numbers.ts'
import type { RowDraft } from './table-format.ts'

/** The meaning of several ticks is the furthest: a game that is finished was started, too. */
const FURTHEST: readonly Meaning[] = [
  ...(['dropped', 'completionist', 'main_extras', 'completed', 'endless', 'replaying', 'paused', 'playing'] as const),
  'want_to_play',
]

/**
 * Returns the status of a row: the one that it states, else that of its ticks. That a game is owned says nothing beside a tick. A game with hours that is not finished is being
 * played, even if it has a rating; so is one that was played and has a tick for it, and one that was played halfway.
 */
export function meaningIn(draft: RowDraft): RowDraft['meaning'] {
  const { meaning, ticks, isUnfinished, isBegun, record } = draft
  const [furthest] = FURTHEST.flatMap((each) => ticks.find((tick) => tick.meaning === each) ?? [])
  const said = meaning ?? furthest ?? null
  const playing = ticks.find((tick) => tick.meaning === 'playing')
  if (said && saysPlayed(said) && isHalfway(record)) return { ...said, meaning: 'playing' }
  if (meaning && isPlayed(meaning.word) && playing) return playing
  if (meaning?.meaning === 'owned' && furthest) return furthest
  if (said) return said
  const isPlaying =
    (isUnfinished && ((record.hours ?? 0) > 0 || record.rating !== null)) || isBegun || isHalfway(record)
  return isPlaying ? { meaning: 'playing', word: '' } : (ticks[0] ?? null)
}

const saysPlayed = ({ word, column }: NonNullable<RowDraft['meaning']>): boolean =>
  isPlayed(word) || (flagIn(word) === true && isPlayed(column ?? ''))

const isHalfway = ({ completion, hours, rating }: ImportedRecord): boolean =>
  completion !== null && completion > 0 && completion < 100 && ((hours ?? 0) > 0 || rating !== null)
