import { numberText } from '#shared/counted.ts'
import type { MemberCounts } from './reviews.contract.ts'

/** Returns 'Added by 24, playing 3, finished 12, dropped 1', without what nobody does; '' if nobody has the game. */
export const memberCountsText = ({ added, playing, finished, dropped }: MemberCounts): string =>
  (
    [
      ['Added by', added],
      ['playing', playing],
      ['finished', finished],
      ['dropped', dropped],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} ${numberText(count)}`)
    .join(', ')
