import {
  entryMoving,
  entryReturned,
  gameMerging,
  gameSplit,
  textsSetAside,
} from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { listChanged } from '#features/lists/server/lists.events.ts'
import { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as journalContract from '../journal.contract.ts'
import { journalPages } from '../journal.pages.ts'
import * as journalSchemas from '../journal.schemas.ts'
import { journalRoutes } from './journal.routes.ts'
import { insertImportedReviewEntries, insertListEntry, insertReviewEntry } from './journal.subscribers.ts'
import { keepTexts, moveMergedEntries, splitEntries } from './merges/keep-texts.ts'
import { ownJournal } from './own-data/own-journal.queries.ts'

export const journalFeature = defineFeature({
  name: 'journal',
  pages: journalPages,
  contracts: [journalContract, journalSchemas],
  needs: { catalogue: catalogueFeature },
  routes: journalRoutes,
  ownData: [ownJournal],
  channels: () => [ownChannel('journal', tag.journal, 'journal_entries')],
  subscribes: [
    on(gameMerging, moveMergedEntries),
    on(entryMoving, moveMergedEntries),
    on(gameSplit, splitEntries),
    on(entryReturned, splitEntries),
    on(textsSetAside, keepTexts),

    on(reviewChanged, insertReviewEntry),
    on(reviewsImported, insertImportedReviewEntries),
    on(listChanged, insertListEntry),
  ],
})
