import { accountDeletionChanged, memberStatusChanged } from '#features/accounts/server/accounts.events.ts'
import {
  entryMoved,
  entryMoving,
  entryReturned,
  entryReturning,
  gameMerged,
  gameMerging,
  gameSplit,
  gameSplitting,
} from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { libraryChanged } from '#features/library/server/library.events.ts'
import { playthroughsChanged } from '#features/play-log/server/play-log.events.ts'
import { profileVisibilityChanged } from '#features/profiles/server/profiles.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as reviewsContract from '../reviews.contract.ts'
import { reviewsPages } from '../reviews.pages.ts'
import * as reviewsSchemas from '../reviews.schemas.ts'
import { moveMergedReviews, moveMergedStars } from './merges/join-reviews.ts'
import { splitReviews, splitStars } from './merges/split-reviews.ts'
import { ownReviews } from './own-data/own-reviews.queries.ts'
import { reviewsRoutes } from './reviews.routes.ts'
import { announceReviewsOf, announceReviewsOfRuns, announceStarsOf, copyLibraryStars } from './reviews.subscribers.ts'
import { reviewSearchSource } from './search/review-search-source.ts'
import { reviewSitemap } from './sitemap/review-sitemap.queries.ts'
import { reviewSubject } from './subject/review-subject.service.ts'

export const reviewsFeature = defineFeature({
  name: 'reviews',
  pages: reviewsPages,
  contracts: [reviewsContract, reviewsSchemas],
  needs: { catalogue: catalogueFeature },
  routes: reviewsRoutes,
  subjects: (deps) => [reviewSubject(deps)],
  sitemap: () => [reviewSitemap, { pages: [{ path: '/reviews' }] }],
  ownData: [ownReviews],
  search: (deps) => [reviewSearchSource(deps)],
  subscribes: [
    on(gameMerging, moveMergedReviews),
    on(entryMoving, moveMergedReviews),
    on(gameMerged, moveMergedStars),
    on(entryMoved, moveMergedStars),
    on(gameSplitting, splitReviews),
    on(entryReturning, splitReviews),
    on(gameSplit, splitStars),
    on(entryReturned, splitStars),

    on(accountDeletionChanged, announceReviewsOf),
    on(memberStatusChanged, announceReviewsOf),
    on(libraryChanged, copyLibraryStars),
    on(playthroughsChanged, announceReviewsOfRuns),
    on(profileVisibilityChanged, announceStarsOf),
  ],
})
