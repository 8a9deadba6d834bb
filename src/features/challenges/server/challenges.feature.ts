import { accountDeletionChanged, demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { gameMerged, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as challengeFormSchemas from '../challenge-form.schemas.ts'
import * as challengesContract from '../challenges.contract.ts'
import { challengesPages } from '../challenges.pages.ts'
import { challengesRoutes } from './challenges.routes.ts'
import { refreshOnDeletion, refreshOnReview } from './challenges.subscribers.ts'
import { moveMergedGoals, refreshMergedGoals, splitGoals } from './merges/move-goals.ts'
import { ownChallenges } from './own-data/own-challenges.queries.ts'
import { refreshEverybody } from './progress/progress.service.ts'
import { challengeSitemap } from './sitemap/challenge-sitemap.queries.ts'

export const challengesFeature = defineFeature({
  name: 'challenges',
  pages: challengesPages,
  contracts: [challengeFormSchemas, challengesContract],
  needs: { catalogue: catalogueFeature },
  routes: challengesRoutes,
  admin: () => ({
    pages: [{ path: '/admin/challenges', label: 'Challenges', group: 'Content' }],
    actions: {
      create_challenge: 'created the challenge',
      change_challenge: 'changed the challenge',
      delete_challenge: 'deleted the challenge',
    },
    itemPages: { challenge: (id) => `/challenges/${id}` },
  }),
  sitemap: () => [challengeSitemap, { pages: [{ path: '/challenges' }] }],
  ownData: [ownChallenges],
  subscribes: [
    on(gameMerging, moveMergedGoals),
    on(gameSplitting, splitGoals),
    on(gameMerged, refreshMergedGoals),

    on(accountDeletionChanged, refreshOnDeletion),
    on(reviewsImported, refreshOnReview),
    on(reviewChanged, refreshOnReview),
    on(demoDataLoaded, refreshEverybody),
  ],
})
