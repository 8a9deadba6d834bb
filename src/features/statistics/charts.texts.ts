import { gamesText } from '#shared/counted.ts'

/** Below the titles of charts. */
export const CHART_NOTES = {
  weekdays: 'Play sessions only: hours without a session have no weekday.',
  playedOn: 'As logs, playthroughs and copies name them. A game counts for each.',
  platforms: 'A game counts for every platform that it is on, wherever it was played.',
  genres: 'A game counts for each of its genres.',
  playtimes: 'All hours of each game, also those before and after.',
  backlog:
    'Games that had been added by the end of a day, and that nothing had begun by then: no play session, no date of ' +
    'a playthrough, no logged hours or percentage, no mark as finished. A game with another status than Want to Play ' +
    'counts only if one of these says when it was begun.',
  unrated: (games: number) => `${gamesText(games)} without a rating.`,
} as const
