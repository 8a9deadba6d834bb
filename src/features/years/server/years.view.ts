import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { starsOf } from '#features/library/library.rules.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { DaysSummary } from '../days.rules.ts'
import type { FinishedGame, YearActivity, YearGame, YearLibrary, YearView } from '../years.contract.ts'
import type { GamesSummary, RankedGame } from '../years.rules.ts'
import type { LoadedYear } from './years.service.ts'

type Cards = LoadedYear['cards']

export function viewYear(loaded: LoadedYear): YearView {
  const { profile, year, firstYear, lastYear, games, days, reviews, journalEntries, hasPicture, cards } = loaded
  const { id, username, display_name, avatar_url } = profile.row
  return {
    user: { id: id as UserId, username, display_name, avatar_url },
    year,
    firstYear,
    lastYear,
    isEmpty: !games?.gamesPlayed && !days?.days.length && reviews === 0 && !journalEntries,
    library: games && viewLibrary(games, cards),
    activity: days && viewActivity(days, games !== null, cards),
    reviews,
    journalEntries,
    seenAs: profile.seenAs,
    hasPicture,
  }
}

/** An entry refers to its game by a foreign key, so every game has a card. */
const cardOf = (cards: Cards, id: GameId) => cards.get(id) as GameCard

function viewLibrary(games: GamesSummary, cards: Cards): YearLibrary {
  const { longest, favourites, mostPlayed, finished, ratings, rated: _rated, all: _all, ...rest } = games
  const one = (game: RankedGame): YearGame => ({
    game: cardOf(cards, game.gameId),
    minutes: game.minutes,
    stars: starsOf(game.halfStars),
    isLiked: game.isLiked,
  })
  const contrast = (game: NonNullable<typeof ratings>['above']) =>
    game && { game: cardOf(cards, game.gameId), stars: game.stars, community: game.community }
  return {
    ...rest,
    longest: longest && one(longest),
    favourites: favourites.map(one),
    mostPlayed: mostPlayed.map(one),
    finished: finished.map((game): FinishedGame => ({ ...one(game), finishedOn: game.finishedOn ?? '' })),
    ratings: ratings && { ...ratings, above: contrast(ratings.above), below: contrast(ratings.below) },
  }
}

/** Minutes and games belong to the library. */
function viewActivity(
  { days, streak, firstGame, lastGame }: DaysSummary,
  showsLibrary: boolean,
  cards: Cards,
): YearActivity {
  const dated = (game: typeof firstGame) =>
    game && showsLibrary ? { game: cardOf(cards, game.gameId), date: game.date } : null
  return {
    daysPlayed: days.length,
    streak,
    days: days.map(({ date, minutes }) => ({ date, minutes: showsLibrary ? minutes : null })),
    firstGame: dated(firstGame),
    lastGame: dated(lastGame),
  }
}
