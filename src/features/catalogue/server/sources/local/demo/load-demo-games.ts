import { announce } from '#server/changes.ts'
import type { EventDeps } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { storeGames } from '../../../stored-games/store-games.ts'
import { NOTHING_KNOWN, type SourceGame } from '../../source.ts'
import { gameModes, genres, platforms, themes } from '../../vocabulary.ts'
import { termsOf } from '../starter-files.ts'
import { DEMO_GAMES, type DemoGame, FIRST_ID } from './demo-games.ts'

const DAY_S = 86_400
/** Enough for the list of coming games, too few for the one of games that everybody talks about. */
const HYPES = 3

/**
 * Stores the made-up games of the demo world, with dates around the day on which it is filled. With a live source it stores none,
 * because the source has real releases.
 */
export async function loadDemoGames({ db, clock, config }: Pick<EventDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (config.igdb !== null || config.rawg !== null) return
  const now = clock()
  await storeGames(
    db,
    DEMO_GAMES.map((game, at) => sourceGameOf(game, FIRST_ID + at, now)),
    'import',
  )
  await announce(db, [tag.games])
}

function sourceGameOf(game: DemoGame, id: number, now: Date): SourceGame {
  return {
    ...NOTHING_KNOWN,
    id: `local_${id}` as GameId,
    name: game.name,
    firstReleaseDate: releaseOf(game.day, now),
    platforms: termsOf(game.platforms, platforms),
    genres: termsOf(game.genres, genres),
    themes: termsOf(game.themes, themes),
    gameModes: termsOf(game.gameModes, gameModes),
    hypes: HYPES,
    renown: game.renown,
    summary: game.summary,
    isWhole: true,
  }
}

/** Returns the first second of the day in UTC. 31 December stands for a year, so a game of that day comes out on the next one. */
function releaseOf(day: DemoGame['day'], now: Date): number {
  const year = now.getUTCFullYear()
  if (day === 'next year') return Date.UTC(year + 1, 11, 31) / 1000
  const at = new Date(Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + day))
  const isYear = at.getUTCMonth() === 11 && at.getUTCDate() === 31
  return at.getTime() / 1000 + (isYear ? DAY_S : 0)
}
