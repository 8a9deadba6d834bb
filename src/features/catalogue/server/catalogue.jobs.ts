import { announce } from '#server/changes.ts'
import type { Job } from '#server/jobs.ts'
import { tag } from '#server/tags.ts'
import { counted, numberText } from '#shared/counted.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { CATALOGUE_JOBS } from '../catalogue.texts.ts'
import type { CatalogueDeps } from './assembly/open-catalogue.ts'
import { pruneOwnGames } from './own-games/own-games.ts'
import { pruneCachedAnswers } from './sources/live-answers/live-answers.queries.ts'
import { loadSteamList } from './sources/local/steam/load-steam-list.ts'
import { countNames } from './terms/game-terms.queries.ts'
import { VALIDITY_LIFETIME_MS } from './validity-and-refresh/look-up.ts'
import { pruneValidity } from './validity-and-refresh/validity.queries.ts'

/** How long an expired response stays stored: as long as its source may be unavailable. */
const STALE_LIFETIME_MS = 30 * DAY_MS
/** A game of one's own stays so long after its entry was removed, because that can be undone. */
const UNUSED_LIFETIME_MS = DAY_MS
const MAX_KEPT = 50_000

export const catalogueJobs = (deps: CatalogueDeps): Job[] => [
  {
    name: 'refresh-stale-games',
    about: CATALOGUE_JOBS.refresh,
    schedule: '*/10 * * * *',
    run: () => deps.refresher.run(),
  },
  {
    name: 'load-steam-list',
    about: CATALOGUE_JOBS.loadSteamList,
    // The schedule goes on after a failure.
    schedule: '*/10 * * * *',
    runsAtStart: true,
    run: async () => {
      if (deps.hasSteamList) await loadSteamList(deps.db)
    },
  },
  {
    name: 'count-game-terms',
    about: CATALOGUE_JOBS.countTerms,
    schedule: '37 * * * *',
    runsAtStart: true,
    deletes: { game_trait_counts: 'when no game has the name any more' },
    run: async () => {
      if (await countNames(deps.db)) await announce(deps.db, [tag.games])
    },
  },
  {
    name: 'prune-catalogue-answers',
    about: CATALOGUE_JOBS.deleteUnused,
    schedule: '17 * * * *',
    deletes: {
      catalogue_cache: `${counted(STALE_LIFETIME_MS / DAY_MS, 'day')} after it expires; at most ${numberText(MAX_KEPT)}`,
      game_validity: counted(VALIDITY_LIFETIME_MS / HOUR_MS, 'hour'),
      games: `a game of one member ${counted(UNUSED_LIFETIME_MS / HOUR_MS, 'hour')} without an entry; all others for good`,
    },
    run: async () => {
      const now = deps.clock().getTime()
      await pruneCachedAnswers(deps.db, new Date(now - STALE_LIFETIME_MS), MAX_KEPT)
      await pruneOwnGames(deps.db, new Date(now - UNUSED_LIFETIME_MS))
      await pruneValidity(deps.db, new Date(now - VALIDITY_LIFETIME_MS))
    },
  },
]
