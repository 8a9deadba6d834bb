import type { AgeRating, GameFacts, GameLink, Multiplayer } from '#features/catalogue/game-facts.contract.ts'
import { counted, numberText } from '#shared/counted.ts'
import { MONTHS, shortDate } from '#shared/dates.ts'

export const REGION_TEXTS: Record<NonNullable<GameFacts['releases'][number]['region']>, string> = {
  europe: 'Europe',
  north_america: 'North America',
  australia: 'Australia',
  new_zealand: 'New Zealand',
  japan: 'Japan',
  china: 'China',
  asia: 'Asia',
  worldwide: 'Worldwide',
  korea: 'Korea',
  brazil: 'Brazil',
}

export const LINK_TEXTS: Record<GameLink['kind'], string> = {
  steam: 'Steam',
  gog: 'GOG',
  epic: 'Epic',
  playstation: 'PlayStation',
  xbox: 'Xbox',
  nintendo: 'Nintendo',
  itch: 'itch.io',
  apple: 'App Store',
  google_play: 'Google Play',
  official: 'Official site',
  wikipedia: 'Wikipedia',
  wiki: 'Wiki',
  reddit: 'Reddit',
  discord: 'Discord',
}

export const BOARD_TEXTS: Record<AgeRating['board'], string> = {
  ESRB: 'ESRB',
  PEGI: 'PEGI',
  CERO: 'CERO',
  USK: 'USK',
  GRAC: 'GRAC',
  CLASS_IND: 'ClassInd',
  ACB: 'ACB',
}

const MODE_TEXTS: Record<Multiplayer['kinds'][number], string> = {
  campaign: 'co-op campaign',
  online_coop: 'online co-op',
  couch_coop: 'couch co-op',
  lan: 'LAN',
  drop_in: 'drop in and out',
  split_screen: 'split screen',
  online_split_screen: 'split screen online',
}

export const LANGUAGE_KINDS = { audio: 'Audio', subtitles: 'Subtitles', interface: 'Interface' } as const
export const RELEASE_COLUMNS = { platform: 'Platform', region: 'Region', date: 'Date' } as const
export const YES = 'Yes'
export const moreText = (count: number): string => `${numberText(count)} more`

/** Formats a release date that is as exact as it is known: 'May 19, 2015', 'May 2015', 'Q2 2015', '2015'. */
export function partialDateText(date: string | null): string {
  if (date === null) return 'TBA'
  const [year = '', part, day] = date.split('-')
  if (part === undefined) return year
  if (part.startsWith('Q')) return `${part} ${year}`
  return day === undefined ? `${MONTHS[Number(part) - 1]} ${year}` : shortDate(new Date(`${date}T00:00:00Z`))
}

/** '93 of 100, 57 reviews' */
export const criticsText = (rating: number, count: number): string => scoreText(rating, count, 'review')
/** '92 of 100, 3,021 ratings' */
export const playersScoreText = (rating: number, count: number): string => scoreText(rating, count, 'rating')
const scoreText = (rating: number, count: number, one: string) =>
  `${Math.round(rating)} of 100${count > 0 ? `, ${counted(count, one)}` : ''}`

export const playersAtText = (source: string): string => `${source} players`

/** '1 to 4, couch and online', 'up to 8 online, 2 on the couch', and below it the ways to play together. */
export function playersTexts(modes: readonly Multiplayer[], canPlayAlone: boolean): { most: string; ways: string } {
  const mostOf = (...keys: ('online' | 'couch' | 'onlineCoop' | 'couchCoop')[]) =>
    Math.max(0, ...modes.flatMap((mode) => keys.map((key) => mode[key] ?? 0)))
  const [online, couch] = [mostOf('online', 'onlineCoop'), mostOf('couch', 'couchCoop')]
  const from = canPlayAlone ? 1 : 2
  const range = (most: number) => (most <= from ? numberText(most) : `${from} to ${numberText(most)}`)
  const most =
    online > 0 && online === couch
      ? `${range(online)}, couch and online`
      : [online > 0 && `${range(online)} online`, couch > 0 && `${range(couch)} on the couch`]
          .filter(Boolean)
          .join(', ')
  const kinds = [...new Set(modes.flatMap((mode) => mode.kinds))]
  return { most, ways: kinds.map((kind) => MODE_TEXTS[kind]).join(', ') }
}
