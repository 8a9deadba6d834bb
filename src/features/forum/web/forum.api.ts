import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ForumPostId, ForumThreadId, GameId } from '#shared/ids.ts'
import { type AnswerOf, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import * as endpoints from '../forum.endpoints.ts'
import { POSTS_PAGE_SIZE } from '../forum.endpoints.ts'
import { type LikedType, pageOfPost } from '../forum.rules.ts'
import type { ForumPost, ForumThread, ThreadRow } from '../forum-shapes.schemas.ts'
import type { ThreadsParams } from './forum-address.ts'

const all = ['forum'] as const
export const forumKeys = {
  all,
  lists: [...all, 'lists'] as const,
  thread: (threadId: string) => [...all, 'thread', threadId] as const,
  posts: (threadId: string) => [...all, 'posts', threadId] as const,
}

export type PostsPage = AnswerOf<typeof endpoints.listPosts>

/** Lists change with every post in the forum, so they are read again whenever they are opened. */
const LISTS_FRESH_MS = 5_000

export const categoriesQuery = () =>
  queryOptions({
    queryKey: [...forumKeys.lists, 'categories'],
    queryFn: async ({ client, signal }) => (await call(endpoints.listCategories, {}, { client, signal })).data,
    staleTime: LISTS_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Reads a page of the threads of a category. */
export const threadsQuery = ({ category, sort, page }: ThreadsParams) =>
  queryOptions({
    queryKey: [...forumKeys.lists, 'threads', category, sort, page],
    queryFn: ({ client, signal }) =>
      call(endpoints.listThreads, { query: { category, sort, page } }, { client, signal }),
    staleTime: LISTS_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Reads the latest threads of all categories. */
export const latestThreadsQuery = () =>
  queryOptions({
    queryKey: [...forumKeys.lists, 'latest'],
    queryFn: ({ client, signal }) => call(endpoints.listThreads, { query: { latest: '1' } }, { client, signal }),
    staleTime: LISTS_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Reads the threads to which the member is subscribed, in parts. */
export const subscribedThreadsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...forumKeys.lists, 'subscribed'],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listThreads, { query: { subscribed: '1', ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
    staleTime: LISTS_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Reads the threads about a game, in parts. */
export const gameThreadsQuery = (gameId: GameId) =>
  infiniteQueryOptions({
    queryKey: [...forumKeys.lists, 'game', gameId],
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listThreads, { query: { game_id: gameId, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
  })

/** Returns the threads of all loaded parts, once each: one that somebody has just answered moves to the first part. */
export const threadsOf = (list: { pages: readonly { data: readonly ThreadRow[] }[] } | undefined): ThreadRow[] => [
  ...new Map(list?.pages.flatMap(({ data }) => data).map((thread) => [thread.id, thread])).values(),
]

export const threadQuery = (threadId: ForumThreadId) =>
  queryOptions({
    queryKey: forumKeys.thread(threadId),
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getThread, { params: { threadId } }, { client, signal })).thread,
  })

export const postsQuery = (threadId: ForumThreadId, page: number) =>
  queryOptions({
    queryKey: [...forumKeys.posts(threadId), page],
    queryFn: ({ client, signal }) =>
      call(endpoints.listPosts, { params: { threadId }, query: { page } }, { client, signal }),
  })

/** Reads where a post is. */
export const postPlaceQuery = (postId: ForumPostId) =>
  queryOptions({
    queryKey: [...all, 'place', postId],
    queryFn: async ({ client, signal }) => {
      const { post, page } = await call(endpoints.getPost, { params: { postId } }, { client, signal })
      return { threadId: post.thread_id, page }
    },
  })

/** Loads the text of a folded first text, which the page does not contain. Returns sanitised HTML. */
export const revealThread = async (client: QueryClient, threadId: ForumThreadId): Promise<string> =>
  (await call(endpoints.getThread, { params: { threadId }, query: { reveal: '1' } }, { client })).thread.html

/** Loads the text of a folded post. Returns sanitised HTML. */
export const revealPost = async (client: QueryClient, postId: ForumPostId): Promise<string> =>
  (await call(endpoints.getPost, { params: { postId }, query: { reveal: '1' } }, { client })).post.html

const changeThread = (client: QueryClient, threadId: string, change: (thread: ForumThread) => ForumThread) =>
  client.setQueryData<ForumThread>(forumKeys.thread(threadId), (thread) => thread && change(thread))

/** Changes a post on the page that shows it, and the quotes of it. */
export const changePosts = (client: QueryClient, threadId: string, change: (post: ForumPost) => ForumPost) =>
  client.setQueriesData<PostsPage>(
    { queryKey: forumKeys.posts(threadId) },
    (page) => page && { ...page, data: page.data.map(change) },
  )

const cancelReads = (client: QueryClient, threadId: string) =>
  Promise.all([
    client.cancelQueries({ queryKey: forumKeys.thread(threadId) }),
    client.cancelQueries({ queryKey: forumKeys.posts(threadId) }),
  ])

/** The lists are read again when somebody opens them. */
export const staleLists = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: forumKeys.lists, refetchType: 'none' })

/** Reads a thread and its shown page again. */
export const refreshThread = (client: QueryClient, threadId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: forumKeys.thread(threadId) }),
    client.invalidateQueries({ queryKey: forumKeys.posts(threadId) }),
  ])

/** The item that a member likes: a post, or the thread with its first text. */
export interface Liked {
  type: LikedType
  id: string
  threadId: ForumThreadId
  is_liked: boolean
  likes_count: number
}

/** The key of the changes that a live update must not overwrite. */
export const likeKey = (threadId: string) => [...all, 'like', threadId] as const

/** Likes a post or a thread or removes the like, with an optimistic update that a failure rolls back (R-FORUM-02). */
export const likeMutation = (threadId: string) => {
  const show = (client: QueryClient, liked: Liked, is_liked: boolean, likes_count: number) => {
    if (liked.type === 'thread') changeThread(client, threadId, (thread) => ({ ...thread, is_liked, likes_count }))
    else changePosts(client, threadId, (post) => (post.id === liked.id ? { ...post, is_liked, likes_count } : post))
  }
  return mutationOptions({
    mutationKey: likeKey(threadId),
    mutationFn: ({ type, id }: Liked, { client }) => call(endpoints.toggleLike, { body: { type, id } }, { client }),
    onMutate: async (liked, { client }) => {
      await cancelReads(client, threadId)
      show(client, liked, !liked.is_liked, Math.max(0, liked.likes_count + (liked.is_liked ? -1 : 1)))
    },
    onSuccess: (answer, liked, _context, { client }) => {
      show(client, liked, answer.liked, answer.likes_count)
      void staleLists(client)
    },
    onError: (_error, liked, _context, { client }) => show(client, liked, liked.is_liked, liked.likes_count),
  })
}

/** Shows a stored post at its place without reading its page again. The page of another number is read when opened. */
export async function showPost(client: QueryClient, post: ForumPost): Promise<void> {
  const { thread_id: threadId, number } = post
  await cancelReads(client, threadId)
  const page = pageOfPost(number, POSTS_PAGE_SIZE)
  client.setQueryData<PostsPage>(postsQuery(threadId, page).queryKey, (before) => {
    if (!before) return before
    const others = before.data.filter(({ id }) => id !== post.id)
    return {
      ...before,
      data: [...others, post].sort((a, b) => a.number - b.number),
      pages: Math.max(before.pages, page),
      last_number: Math.max(before.last_number, number),
    }
  })
  changeThread(client, threadId, (thread) => ({
    ...thread,
    posts_count: number > thread.last_number && !post.is_held ? thread.posts_count + 1 : thread.posts_count,
    last_number: Math.max(thread.last_number, number),
  }))
  void client.invalidateQueries({ queryKey: forumKeys.posts(threadId), refetchType: 'none' })
  void staleLists(client)
}

/** Subscribes to a thread or ends it, with an optimistic update. */
export const subscriptionMutation = (threadId: ForumThreadId) => {
  const show = (client: QueryClient, is_subscribed: boolean) =>
    changeThread(client, threadId, (thread) => ({ ...thread, is_subscribed }))
  return mutationOptions({
    mutationFn: (isWanted: boolean, { client }) =>
      call(
        isWanted ? endpoints.subscribeToThread : endpoints.unsubscribeFromThread,
        { params: { threadId } },
        { client },
      ),
    onMutate: async (isWanted, { client }) => {
      await cancelReads(client, threadId)
      show(client, isWanted)
    },
    onSuccess: ({ is_subscribed }, _wanted, _context, { client }) => {
      show(client, is_subscribed)
      void staleLists(client)
    },
    onError: (_error, isWanted, _context, { client }) => show(client, !isWanted),
  })
}

/** Stores up to which post the member has read. A failure is not shown, because the next one states more. */
export async function storeRead(client: QueryClient, threadId: ForumThreadId, number: number): Promise<void> {
  const answer = await call(endpoints.markThreadRead, { params: { threadId }, body: { number } }, { client }).catch(
    () => null,
  )
  if (!answer) return
  changeThread(client, threadId, (thread) => ({
    ...thread,
    read_number: Math.max(thread.read_number ?? 0, answer.read_number),
  }))
  void staleLists(client)
}

export const markAllReadMutation = () =>
  mutationOptions({
    mutationFn: (_input: undefined, { client }) => call(endpoints.markAllRead, {}, { client }),
    onSuccess: (_done, _input, _context, { client }) => client.invalidateQueries({ queryKey: forumKeys.all }),
  })

export const threadVersionsQuery = (threadId: ForumThreadId) =>
  queryOptions({
    queryKey: [...all, 'versions', 'thread', threadId],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listThreadVersions, { params: { threadId } }, { client, signal })).data,
    staleTime: 0,
  })

export const postVersionsQuery = (postId: ForumPostId) =>
  queryOptions({
    queryKey: [...all, 'versions', 'post', postId],
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listPostVersions, { params: { postId } }, { client, signal })).data,
    staleTime: 0,
  })

/** Loads the earlier texts of a thread, with those that are folded for a moderator. */
export const revealThreadVersions = async (client: QueryClient, threadId: ForumThreadId) =>
  (await call(endpoints.listThreadVersions, { params: { threadId }, query: { reveal: '1' } }, { client })).data

/** Loads the earlier texts of a post, with those that are folded for a moderator. */
export const revealPostVersions = async (client: QueryClient, postId: ForumPostId) =>
  (await call(endpoints.listPostVersions, { params: { postId }, query: { reveal: '1' } }, { client })).data
