import { plausibleYears } from '#features/catalogue/catalogue.rules.ts'
import { type HoursToBeat, hoursToBeatOf } from '#features/catalogue/time-to-beat.rules.ts'
import type { Viewer } from '#server/session.ts'
import type { CopyKind } from '../../copy-kinds.rules.ts'
import { ratingOf } from '../../library.rules.ts'
import {
  type Contrast,
  namesOf,
  type PlaythroughMark,
  rangeOf,
  type ShelfFilters,
  type Span,
  spanOf,
  wholeMonths,
} from '../../shelf-filters.rules.ts'
import { boundsOf } from './plays.queries.ts'
import type { Narrowing } from './shelf-filters.queries.ts'

/** Who reads a shelf, and when. */
export interface ShelfReader {
  /** The member's time zone; null is UTC. */
  zone: string | null
  viewer: Viewer | null
  /** Whether the shelf is the viewer's own: others see only the shelves that the member shows. */
  isOwn: boolean
  /** Whether the viewer may see on which days the member plays (G22). */
  seesDays: boolean
  now: Date
}

/** Returns whether a filter depends on where the member's days begin. */
export const namesDays = ({ played, waiting }: ShelfFilters): boolean => Boolean(played || waiting)

/**
 * Returns the further filters of a shelf for SQL, from texts that the contract has checked; undefined without one.
 * Filters by days are widened to months, and one by weekday is ignored, for a viewer who may not see the days.
 */
export function narrowingOf(
  texts: ShelfFilters,
  { zone, viewer, isOwn, seesDays, now }: ShelfReader,
): Narrowing | undefined {
  const { weekday, released, rating, hours, against, other_platforms, other_genres, mark, shelf } = texts
  const { copy, copy_platform, copy_store, copy_edition, copy_got, copy_lent_to, copy_price } = texts
  const ofCopy = {
    ...(copy && { kind: copy as CopyKind }),
    ...(copy_platform && { platform: copy_platform }),
    ...(copy_store && { store: copy_store }),
    ...(copy_edition && { edition: copy_edition }),
    ...(copy_got && { year: Number(copy_got) }),
    ...(copy_lent_to && { lentTo: copy_lent_to }),
    ...(copy_price && { price: rangeOf(copy_price) as NonNullable<ReturnType<typeof rangeOf>> }),
  }
  const bounds = (text: string) => {
    const span = spanOf(text) as Span
    return boundsOf(zone, [seesDays ? span : wholeMonths(span)])
  }
  if (!Object.values(texts).some(Boolean)) return undefined
  return {
    plausible: plausibleYears(now),
    ...(texts.played && { played: bounds(texts.played) }),
    ...(texts.waiting && { waiting: bounds(texts.waiting) }),
    ...(weekday && seesDays && { weekday: Number(weekday) }),
    ...(released && { released: yearsOf(released) }),
    ...(rating && { halfStars: rating === 'none' ? null : ratingOf(Number(rating)) }),
    ...(hours && { hours: hours === 'none' ? null : rangeOf(hours) }),
    ...(texts.takes && { takes: hoursToBeatOf(texts.takes) as HoursToBeat }),
    ...(against && { against: { contrast: against as Contrast, viewer } }),
    ...(texts.played_on && { playedOn: { name: texts.played_on, isOwn } }),
    ...(texts.other_played_on && { playedOn: { besides: namesOf(texts.other_played_on), isOwn } }),
    ...(other_platforms && { otherPlatforms: namesOf(other_platforms) }),
    ...(other_genres && { otherGenres: namesOf(other_genres) }),
    ...(mark && isOwn && { mark: mark as PlaythroughMark }),
    ...(shelf && { shelf: { name: shelf, isOwn } }),
    ...(isOwn && Object.keys(ofCopy).length > 0 && { copy: ofCopy }),
  }
}

function yearsOf(text: string): NonNullable<Narrowing['released']> | null {
  const { from, to } = rangeOf(text) ?? {}
  return from === undefined ? null : { first: from, last: to ?? from }
}
