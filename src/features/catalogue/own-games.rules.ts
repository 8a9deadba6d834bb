/** What a member says of a game that the catalogue does not know (decision 0086). */
export interface OwnGameFacts {
  name: string
  /** In the member's own words, such as 'PC'. */
  platform: string | null
  year: number | null
}

/** So many games of one's own a member can have: more are not a library any more. */
export const OWN_GAMES_MAX = 5000
export const OWN_GAME_NAME_LENGTH = 200
export const OWN_GAME_PLATFORM_LENGTH = 60
/** The first year in which a game of one's own can have come out. */
export const OWN_GAME_FIRST_YEAR = 1950

/** Returns facts within the limits, from the words of a file; undefined when there is no name. */
export function ownGameFacts({ name, platform, year }: OwnGameFacts, now: Date): OwnGameFacts | undefined {
  const shortened = cut(name, OWN_GAME_NAME_LENGTH)
  if (shortened === null) return undefined
  const isPlausible = year !== null && year >= OWN_GAME_FIRST_YEAR && year <= now.getUTCFullYear() + 10
  return {
    name: shortened,
    platform: platform === null ? null : cut(platform, OWN_GAME_PLATFORM_LENGTH),
    year: isPlausible ? year : null,
  }
}

/** Cuts by whole characters, so that no half of one is left. */
const cut = (text: string, length: number): string | null =>
  [
    ...text
      .replace(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .trim(),
  ]
    .slice(0, length)
    .join('')
    .trim() || null
