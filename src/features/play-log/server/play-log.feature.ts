import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { libraryChanged } from '#features/library/server/library.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as howLongContract from '../how-long.contract.ts'
import * as playSessionDraftSchemas from '../play-session-draft.schemas.ts'
import * as playSessionsContract from '../play-sessions.contract.ts'
import * as progressContract from '../progress.contract.ts'
import * as progressSchemas from '../progress.schemas.ts'
import * as timerContract from '../timer.contract.ts'
import { howLongJobs } from './how-long/how-long.jobs.ts'
import { countPlayTimes } from './how-long/how-long.service.ts'
import { moveMergedPlayLog, splitPlayLog } from './merges/move-play-log.ts'
import { ownPlayLog } from './own-data/own-play-log.queries.ts'
import { playLogRoutes } from './play-log.routes.ts'
import { giveStarsToRuns } from './play-log.subscribers.ts'

export const playLogFeature = defineFeature({
  name: 'play-log',
  contracts: [
    howLongContract,
    playSessionDraftSchemas,
    playSessionsContract,
    progressContract,
    progressSchemas,
    timerContract,
  ],
  needs: { catalogue: catalogueFeature },
  subscribes: [
    on(libraryChanged, giveStarsToRuns),
    on(gameMerging, moveMergedPlayLog),
    on(entryMoving, moveMergedPlayLog),
    on(gameSplitting, splitPlayLog),
    on(entryReturning, splitPlayLog),
    on(demoDataLoaded, ({ db }) => countPlayTimes(db)),
  ],
  routes: playLogRoutes,
  jobs: howLongJobs,
  ownData: [ownPlayLog],
  channels: () => [ownChannel('timer', tag.timer, 'play_timers')],
})
