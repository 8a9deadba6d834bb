import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import type { SourceGame } from '#features/catalogue/server/sources/sources.service.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'

/** The years between two releases of one game on one platform, such as a later region or a budget edition. */
const YEARS_ON_ONE_PLATFORM = 5
/** The years until a port to another platform by the same makers. */
const YEARS_TO_A_PORT = 5
/** The years between versions for several platforms when no maker is known. */
const YEARS_TOGETHER = 1

type Facts = Pick<SourceGame, 'firstReleaseDate' | 'platforms' | 'developers' | 'publishers' | 'gameType' | 'renown'>

/** By IGDB's game_type: add-ons and mods, which are never the game itself, whatever their name. */
const ADD_ONS: readonly (number | null)[] = [1, 2, 13, 14]
const MODS: readonly (number | null)[] = [5, 12]
const kindOf = ({ gameType }: Facts) =>
  ADD_ONS.includes(gameType) ? 'add-on' : MODS.includes(gameType) ? 'mod' : 'game'

/**
 * Scores whether two games with the same name (`nameKeyOf`) are one game: 0 means no, and of several the highest wins.
 *
 * On a common platform they are one game, unless many years lie between them. On different platforms something else
 * must agree too: a developer or publisher within a few years, or the year if the makers do not differ. So the
 * 'Aladdin' of 1993 for the Mega Drive and the one for the Super Nintendo stay two games, and ports of one game become
 * one.
 */
export function sameness(a: Facts, b: Facts): number {
  if (kindOf(a) !== kindOf(b)) return 0
  const makers = agreement(makersOf(a), makersOf(b))
  const apart = yearsApart(a.firstReleaseDate, b.firstReleaseDate)
  const closeness = (makers === 'agree' ? 20 : 0) + (apart === null ? 0 : 10 - apart)
  if (a.platforms.some(({ id }) => b.platforms.some((other) => other.id === id))) {
    const most = makers === 'differ' ? YEARS_TOGETHER : YEARS_ON_ONE_PLATFORM
    return apart !== null && apart > most ? 0 : 100 + closeness
  }
  if (makers === 'differ') return 0
  if (makers === 'agree') return apart !== null && apart > YEARS_TO_A_PORT ? 0 : 50 + closeness
  return apart === null || apart > YEARS_TOGETHER ? 0 : 50 + closeness
}

/** Returns the candidate that is the same game; null when there is none. All candidates have its name. */
export function chooseSame<G extends Facts & { id: string }>(game: Facts, candidates: readonly G[]): G | null {
  const [best] = candidates
    .map((candidate) => ({ candidate, score: sameness(game, candidate) }))
    .filter(({ score }) => score > 0)
    .sort(
      compareInTurn(
        descending(({ score }) => score),
        descending(({ candidate }) => candidate.renown),
        ascending(({ candidate }) => candidate.id),
      ),
    )
  return best?.candidate ?? null
}

function yearsApart(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null
  return Math.abs(new Date(a * 1000).getUTCFullYear() - new Date(b * 1000).getUTCFullYear())
}

/** Words in a company's name that do not distinguish companies. */
const OF_NO_WEIGHT =
  /\b(?:inc|ltd|llc|gmbh|corp|corporation|co|company|entertainment|interactive|software|soft|games?|studios?|the)\b/g

function makersOf({ developers, publishers }: Facts): string[] {
  return [...developers, ...publishers].flatMap((name) => {
    const whole = normaliseForSearch(name)
    const core = whole.replace(OF_NO_WEIGHT, ' ').replace(/ +/g, ' ').trim() || whole
    return core === '' ? [] : [core]
  })
}

/** 'Electronic Arts Canada' and 'Electronic Arts' agree. */
function agreement(a: readonly string[], b: readonly string[]): 'agree' | 'differ' | 'unknown' {
  if (a.length === 0 || b.length === 0) return 'unknown'
  const isOne = (x: string, y: string) => x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `)
  return a.some((x) => b.some((y) => isOne(x, y))) ? 'agree' : 'differ'
}
