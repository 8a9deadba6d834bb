import { accountDeletionChanged, memberStatusChanged } from '#features/accounts/server/accounts.events.ts'
import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as membersContract from '../members.contract.ts'
import * as profileEditContract from '../profile-edit.contract.ts'
import * as profileFormSchemas from '../profile-form.schemas.ts'
import * as profilesContract from '../profiles.contract.ts'
import { profilesPages } from '../profiles.pages.ts'
import { avatarAddresses } from './edit/avatar-addresses.ts'
import type { AvatarDeps } from './edit/avatars.service.ts'
import { profileEditRoutes } from './edit/profile-edit.routes.ts'
import { relationshipCountsChannel } from './live/relationship-counts-channel.ts'
import { moveMergedFavourites, splitFavourites } from './merges/move-favourites.ts'
import { ownProfileData } from './own-data/own-profiles.queries.ts'
import { ownRelationships } from './own-data/own-relationships.queries.ts'
import { profilesJobs } from './profiles.jobs.ts'
import { profilesRoutes } from './profiles.routes.ts'
import { createActiveDays } from './profiles.service.ts'
import { refreshCircles } from './profiles.subscribers.ts'
import { profileSitemap } from './sitemap/profile-sitemap.queries.ts'
import { aboutSubject } from './subject/about-subject.service.ts'
import { profileSubject } from './subject/profile-subject.service.ts'

/** `mayConnect` is for tests: it decides which hosts the server may request a provider's picture from. */
export const profilesFeatureWith = ({ mayConnect }: Pick<AvatarDeps, 'mayConnect'>) =>
  defineFeature({
    name: 'profiles',
    pages: profilesPages,
    contracts: [membersContract, profileEditContract, profileFormSchemas, profilesContract],
    needs: { catalogue: catalogueFeature },
    open: (deps) => ({ ...deps, mayConnect }),
    routes: (deps) => [...profileEditRoutes(deps), ...profilesRoutes(deps)],
    jobs: profilesJobs,
    addresses: avatarAddresses,
    subjects: (deps) => [profileSubject, aboutSubject(deps)],
    sitemap: () => [profileSitemap, { pages: [{ path: '/members' }] }],
    ownData: [ownProfileData, ownRelationships],
    channels: (deps) => [relationshipCountsChannel(deps)],
    subscribes: [
      on(gameMerging, moveMergedFavourites),
      on(entryMoving, moveMergedFavourites),
      on(gameSplitting, splitFavourites),
      on(entryReturning, splitFavourites),
      on(accountDeletionChanged, refreshCircles),
      on(memberStatusChanged, refreshCircles),
    ],
    onVisit: (deps) => {
      const noteActiveDay = createActiveDays(deps)
      return ({ id }) => noteActiveDay(id)
    },
  })

export const profilesFeature = profilesFeatureWith({})
