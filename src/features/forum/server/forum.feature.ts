import { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as forumContract from '../forum.contract.ts'
import { FORUM_REPLY, NEW_MENTION } from '../forum.notifications.ts'
import { forumPages } from '../forum.pages.ts'
import { CATEGORY_SLUGS } from '../forum.rules.ts'
import * as forumSchemas from '../forum.schemas.ts'
import * as forumShapesSchemas from '../forum-shapes.schemas.ts'
import { forumJobs } from './forum.jobs.ts'
import { forumRoutes } from './forum.routes.ts'
import { threadChannel } from './live/thread-channel.ts'
import { moveMergedThreads, splitThreads } from './merges/move-threads.ts'
import { ownForum } from './own-data/own-forum.queries.ts'
import { threadSearchSource } from './search/thread-search-source.ts'
import { threadSitemap } from './sitemap/thread-sitemap.queries.ts'
import { postSubject, threadSubject } from './subject/forum-subject.service.ts'

export const forumFeature = defineFeature({
  name: 'forum',
  pages: forumPages,
  contracts: [forumShapesSchemas, forumContract, forumSchemas],
  needs: { catalogue: catalogueFeature },
  subscribes: [on(gameMerging, moveMergedThreads), on(gameSplitting, splitThreads)],
  routes: forumRoutes,
  notifications: [NEW_MENTION, FORUM_REPLY],
  jobs: forumJobs,
  subjects: (deps) => [threadSubject(deps), postSubject(deps)],
  ownData: [ownForum],
  search: (deps) => [threadSearchSource(deps)],
  channels: (deps) => [threadChannel(deps)],
  sitemap: () => [
    threadSitemap,
    { pages: [{ path: '/forum' }, ...CATEGORY_SLUGS.map((slug) => ({ path: `/forum/${slug}` }))] },
  ],
  admin: () => ({
    actions: {
      pin_thread: 'pinned the thread',
      unpin_thread: 'unpinned the thread',
      lock_thread: 'locked the thread',
      unlock_thread: 'unlocked the thread',
      move_thread: 'moved the thread',
      delete_thread: 'deleted the thread',
      delete_post: 'deleted a post in',
      // Written before all texts waited in one list.
      approve_held: 'approved a text in',
    },
  }),
})
