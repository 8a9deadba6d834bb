import type { Mark } from '#features/library/library.contract.ts'
import { UUID } from '#shared/canonical-ids.ts'
import type { GameId } from '#shared/ids.ts'
import { slugOf as suggestedSlug } from '#shared/slug.ts'

/** The types of playlists, in the order of the page (R-GEN-05). */
export const PLAYLIST_TYPES = ['featured', 'collection', 'event', 'genre', 'custom'] as const
export type PlaylistType = (typeof PLAYLIST_TYPES)[number]

/** Limits of a playlist (G35, G37). */
export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2000
export const COVER_ADDRESS_MAX = 2048
export const TAGS_MAX = 20
export const TAG_MAX = 30
export const GAMES_MAX = 100
/** The number of games that a list of playlists shows of each (R-SHOW-01, R-SHOW-07, G36). */
export const GAMES_SHOWN = 5

/** The number of days for which a deleted playlist can be restored. */
export const RESTORABLE_DAYS = 30

/** The colours of a new playlist (R-PLED-16). */
export const DEFAULT_COLORS = { backgroundColor: '#ffffff', textColor: '#000000' } as const

/** Returns the type; an unknown one is custom (R-PLDATA-16). */
export const typeOf = (text: string): PlaylistType => PLAYLIST_TYPES.find((type) => type === text) ?? 'custom'

/** Returns the form of a game's id in `gameIds` (R-PLDATA-03, C09): without the prefix of IGDB or RAWG. */
export const bareGameId = (id: string): string => id.replace(/^(?:igdb|rawg)_/, '')

/** Returns the slug of a title; 'untitled' if nothing is left (R-PLDATA-09, R-PLED-14, C08). */
export const slugOf = (title: string): string => suggestedSlug(title, { most: TITLE_MAX, nameless: 'untitled' })

/**
 * Returns the slug, with the first suffix (-2, -3 …) with which it is neither taken, nor reserved for an address of this site,
 * nor like an id (C08).
 */
export function freeSlug(base: string, taken: ReadonlySet<string>, isReserved: (slug: string) => boolean): string {
  for (let suffix = 1; ; suffix += 1) {
    const slug = suffix === 1 ? base : `${base}-${suffix}`
    if (!taken.has(slug) && !UUID.test(slug) && !isReserved(slug)) return slug
  }
}

/**
 * Counts the games that are in the viewer's library, and those that the viewer has completed, plays or has dropped (C03).
 * Undefined until the mark of each game is known; a game that is not in the library has null.
 */
export function progressIn(
  games: readonly GameId[],
  marks: Readonly<Record<string, Pick<Mark, 'status'> | null>>,
): { inLibrary: number; played: number } | undefined {
  const known = games.map((id) => marks[id])
  if (known.includes(undefined)) return undefined
  const own = known.filter((mark) => mark != null)
  const played = own.filter(({ status }) => status !== 'want_to_play')
  return { inLibrary: own.length, played: played.length }
}

/** Splits comma-separated text into tags, trimmed and without empty ones (R-PLED-15). */
export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const EVENT_STATES = ['Upcoming', 'Live', 'Ended'] as const
export type EventState = (typeof EVENT_STATES)[number]

/**
 * Returns the state of an event on a day (G34); null without dates. Days are YYYY-MM-DD, and both ends are part of the
 * event. An event without a start has begun, one without an end does not end.
 */
export function eventStateOf(start: string | null, end: string | null, today: string): EventState | null {
  if (start === null && end === null) return null
  if (start !== null && today < start) return 'Upcoming'
  return end !== null && today > end ? 'Ended' : 'Live'
}

/** The least contrast of text with its background (WCAG 2.2 AA, G34). */
const CONTRAST_MIN = 4.5
const BLACK = '#000000'
const WHITE = '#ffffff'

/** Returns the contrast ratio of two colours such as #1a2b3c, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns the text colour if it can be read on the background; otherwise black or white, whichever contrasts more
 * (G34).
 */
export function readableText(background: string, text: string): string {
  if (contrastOf(background, text) >= CONTRAST_MIN) return text
  return contrastOf(background, BLACK) >= contrastOf(background, WHITE) ? BLACK : WHITE
}
