import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { playTimeUndone, rowDecided, rowsSettled } from '#features/imports/server/imports.events.ts'
import { gamesJoined } from '#features/library/server/library.events.ts'
import { on } from '#server/events.ts'
import { defineFeature, type ServerDeps } from '#server/feature.ts'
import * as steamContract from '../steam.contract.ts'
import { steamCheck } from './client/steam-check.ts'
import { openSteamClient } from './client/steam-client.ts'
import { countPaused } from './links/steam-links.service.ts'
import { moveMergedSteamGames, splitSteamGames } from './merges/move-steam-games.ts'
import { ownSteam } from './own-data/own-steam.queries.ts'
import { steamJobs } from './steam.jobs.ts'
import { steamRoutes } from './steam.routes.ts'
import { followDecidedRow, followJoinedGame, forgetUndoneTime, settleImportedRows } from './steam.subscribers.ts'

export const steamFeature = defineFeature({
  name: 'steam',
  contracts: [steamContract],
  needs: { catalogue: catalogueFeature },
  open: (deps: ServerDeps & { catalogue: CatalogueDeps }) => ({ ...deps, steam: openSteamClient(deps) }),
  checks: [steamCheck],
  routes: steamRoutes,
  jobs: steamJobs,
  ownData: [ownSteam],
  admin: (deps) => ({ waitsOn: { '/admin/catalogue': () => countPaused(deps) } }),
  subscribes: [
    on(gameMerging, moveMergedSteamGames),
    on(entryMoving, moveMergedSteamGames),
    on(gameSplitting, splitSteamGames),
    on(entryReturning, splitSteamGames),

    on(rowsSettled, settleImportedRows),
    on(rowDecided, followDecidedRow),
    on(playTimeUndone, forgetUndoneTime),
    on(gamesJoined, followJoinedGame),
  ],
})
