import {
  accountDeletionChanged,
  memberStatusChanged,
  passwordChanged,
} from '#features/accounts/server/accounts.events.ts'
import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { librariesChanged, libraryChanged } from '#features/library/server/library.events.ts'
import { listChanged } from '#features/lists/server/lists.events.ts'
import { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as apiShapesSchemas from '../api-shapes.schemas.ts'
import * as appsContract from '../apps.contract.ts'
import * as appsSchemas from '../apps.schemas.ts'
import * as publicApiContract from '../public-api.contract.ts'
import { publicApiPages } from '../public-api.pages.ts'
import * as tokensContract from '../tokens.contract.ts'
import * as tokensSchemas from '../tokens.schemas.ts'
import * as webhooksContract from '../webhooks.contract.ts'
import * as webhooksSchemas from '../webhooks.schemas.ts'
import * as webhooksApiContract from '../webhooks-api.contract.ts'
import * as writingContract from '../writing.contract.ts'
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
  queueLibraryChanges,
  queueListChange,
  queueReviewChange,
} from './public-api.subscribers.ts'
import { lookUpToken } from './tokens/tokens.service.ts'

export const publicApiFeature = defineFeature({
  name: 'public-api',
  pages: publicApiPages,
  contracts: [
    apiShapesSchemas,
    appsContract,
    appsSchemas,
    publicApiContract,
    tokensContract,
    tokensSchemas,
    webhooksApiContract,
    webhooksContract,
    webhooksSchemas,
    writingContract,
  ],
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
    on(librariesChanged, queueLibraryChanges),
    on(reviewChanged, queueReviewChange),
    on(reviewsImported, queueImportedReviews),
    on(listChanged, queueListChange),
  ],
})
