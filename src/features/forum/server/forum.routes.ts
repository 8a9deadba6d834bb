import { type Route, route } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import * as contract from '../forum.contract.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import * as service from './forum.service.ts'
import { toggleLike } from './likes/forum-likes.service.ts'
import * as reading from './reading/forum-reading.service.ts'
import * as posts from './writing/post-writing.service.ts'
import * as threads from './writing/thread-writing.service.ts'

export const forumRoutes = (deps: service.ForumDeps): Route[] => [
  route(contract.listCategories, ({ viewer, reply }) => service.listCategories(deps, viewer, reply)),
  route(contract.listThreads, ({ query, viewer, reply }) => {
    const { category, game_id: gameId, subscribed } = query
    if (subscribed) {
      if (!viewer) return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
      return service.listThreads(deps, viewer, { subscribed: true }, query, reply)
    }
    if (category) return service.listThreads(deps, viewer, { category }, query, reply)
    if (gameId) return service.listThreads(deps, viewer, { gameId }, query, reply)
    if (query.latest) return service.listThreads(deps, viewer, { latest: true }, query, reply)
    return refuse('invalid', 'validation_failed', FORUM_TEXTS.categoryMissing)
  }),
  route(contract.getThread, async ({ params, query, viewer, reply }) => ({
    thread: await service.requireThread(deps, viewer, params.threadId, { isRevealed: query.reveal, reply }),
  })),
  route(contract.listPosts, ({ params, query, viewer, reply }) =>
    service.listPosts(deps, viewer, params.threadId, query.page, reply),
  ),
  route(contract.getPost, ({ params, query, viewer }) =>
    service.requirePost(deps, viewer, params.postId, query.reveal),
  ),
  route(contract.createThread, async ({ body, viewer, reply }) => ({
    thread: await threads.createThread(deps, viewer, body, reply),
  })),
  route(contract.createPost, async ({ params, body, viewer, reply }) => ({
    post: await posts.createPost(deps, viewer, params.threadId, body, reply),
  })),
  route(contract.editThread, async ({ params, body, viewer }) => ({
    thread: await threads.editThread(deps, viewer, params.threadId, body),
  })),
  route(contract.editPost, async ({ params, body, viewer }) => ({
    post: await posts.editPost(deps, viewer, params.postId, body),
  })),
  route(contract.deleteThread, async ({ params, viewer }) => {
    await threads.deleteThread(deps, viewer, params.threadId)
    return undefined
  }),
  route(contract.deletePost, async ({ params, viewer }) => {
    await posts.deletePost(deps, viewer, params.postId)
    return undefined
  }),
  route(contract.listThreadVersions, async ({ params, query, viewer }) => ({
    data: await service.listThreadVersions(deps, viewer, params.threadId, query.reveal),
  })),
  route(contract.listPostVersions, async ({ params, query, viewer }) => ({
    data: await service.listPostVersions(deps, viewer, params.postId, query.reveal),
  })),
  route(contract.toggleLike, ({ body, viewer }) => toggleLike(deps, viewer, body)),
  route(contract.markThreadRead, ({ params, body, viewer }) =>
    reading.markThreadRead(deps, viewer, params.threadId, body.number),
  ),
  route(contract.markAllRead, async ({ viewer }) => {
    await reading.markAllRead(deps, viewer)
    return undefined
  }),
  route(contract.subscribeToThread, ({ params, viewer }) => reading.setSubscribed(deps, viewer, params.threadId, true)),
  route(contract.unsubscribeFromThread, ({ params, viewer }) =>
    reading.setSubscribed(deps, viewer, params.threadId, false),
  ),
]
