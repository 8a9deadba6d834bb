import {
  accountDeletionChanged,
  memberStatusChanged,
  passwordChanged,
} from '#features/accounts/server/accounts.events.ts'
import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { libraryChanged } from '#features/library/server/library.events.ts'
import { listChanged } from '#features/lists/server/lists.events.ts'
import { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { oauthAddresses } from './apps/oauth-addresses.ts'
import { docsAddresses } from './docs/docs-addresses.ts'
import { ownAccess } from './own-data/own-access.queries.ts'
import { publicApiJobs } from './public-api.jobs.ts'
import { publicApiRoutes } from './public-api.routes.ts'
import {
  endTokens,
  followMemberStatus,
  queueImportedReviews,
  queueLibraryChange,
  queueListChange,
  queueReviewChange,
} from './public-api.subscribers.ts'
import { lookUpToken } from './tokens/tokens.service.ts'

export const publicApiFeature = defineFeature({
  name: 'public-api',
  needs: { accounts: accountsFeature, catalogue: catalogueFeature },
  routes: publicApiRoutes,
  jobs: publicApiJobs,
  addresses:
    (deps) =>
    (...to) => {
      docsAddresses(deps)(...to)
      oauthAddresses(deps)(...to)
    },
  ownData: [ownAccess],
  tokenSource: (deps) => ({ lookUp: (token) => lookUpToken(deps, token) }),
  subscribes: [
    on(passwordChanged, endTokens),
    on(memberStatusChanged, followMemberStatus),
    on(accountDeletionChanged, followMemberStatus),
    on(libraryChanged, queueLibraryChange),
    on(reviewChanged, queueReviewChange),
    on(reviewsImported, queueImportedReviews),
    on(listChanged, queueListChange),
  ],
})
