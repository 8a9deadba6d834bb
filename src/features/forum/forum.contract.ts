import * as z from 'zod/mini'
import { spoilsTo } from '#features/spoilers/spoilers.schemas.ts'
import { contract, flag, NoContent, pageNumber } from '#shared/contract.ts'
import { ForumPostId, ForumThreadId, GameId } from '#shared/ids.ts'
import * as endpoints from './forum.endpoints.ts'
import { LIKED_TYPES, THREAD_SORTS } from './forum.rules.ts'
import { body, category, PostDraft, postContent, ThreadDraft, title } from './forum.schemas.ts'
import { FORUM_TEXTS } from './forum.texts.ts'
import { ForumCategory, ForumPost, ForumThread, ForumVersion, ThreadRow } from './forum-shapes.schemas.ts'

const OneThread = z.object({ threadId: ForumThreadId })
const OnePost = z.object({ postId: ForumPostId })
const ThreadAnswer = z.object({ thread: ForumThread })
const PostAnswer = z.object({ post: ForumPost })
const MISSING_THREAD = ['thread_not_found']
const MISSING_POST = ['post_not_found', 'thread_not_found']

export const listCategories = contract(endpoints.listCategories, {
  access: 'anyone',
  summary: 'List the forum’s categories with their number of threads and their latest post',
  response: z.object({ data: z.array(ForumCategory) }),
  isSharedByVisitors: true,
})

export const listThreads = contract(endpoints.listThreads, {
  access: 'anyone',
  summary:
    'List threads of a category, about a game or to which the member is subscribed, pinned ones first; the cursor of a page leads to the next without counting',
  query: z.object({
    category: z.catch(z.optional(category), undefined),
    game_id: z.optional(GameId),
    subscribed: flag(false),
    /** The latest threads of all categories on one page, pinned ones not first. */
    latest: flag(false),
    sort: z.catch(z._default(z.enum(THREAD_SORTS), 'latest'), 'latest'),
    page: pageNumber,
    cursor: z.optional(z.string()),
  }),
  response: z.object({
    data: z.array(ThreadRow),
    /** Null after a cursor. */
    total: z.nullable(z.number()),
    page: z.number(),
    hasMore: z.boolean(),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: { 400: ['validation_failed'], 401: ['sign_in_required'] },
  isSharedByVisitors: true,
})

export const getThread = contract(endpoints.getThread, {
  access: 'anyone',
  summary: 'Get a thread with its first text; with reveal=1 including a folded one',
  params: OneThread,
  query: z.object({ reveal: flag(false) }),
  response: ThreadAnswer,
  refusals: { 404: MISSING_THREAD },
  isSharedByVisitors: true,
})

export const listPosts = contract(endpoints.listPosts, {
  access: 'anyone',
  summary: 'List a page of the posts of a thread, oldest first; a page beyond the last is empty',
  params: OneThread,
  query: z.object({ page: pageNumber }),
  response: z.object({
    data: z.array(ForumPost),
    page: z.number(),
    /** The number of pages, at least 1. */
    pages: z.number(),
    /** The number of the latest post. */
    last_number: z.number(),
  }),
  refusals: { 404: MISSING_THREAD },
  isSharedByVisitors: true,
})

export const getPost = contract(endpoints.getPost, {
  access: 'anyone',
  summary: 'Get one post and the page of its thread that has it; with reveal=1 including a folded text',
  params: OnePost,
  query: z.object({ reveal: flag(false) }),
  response: z.object({ post: ForumPost, page: z.number() }),
  refusals: { 404: MISSING_POST },
})

export const createThread = contract(endpoints.createThread, {
  access: 'member',
  summary: 'Start a thread: at most one a minute (G16)',
  body: ThreadDraft,
  response: ThreadAnswer,
  status: 201,
  mayExist: true,
  refusals: { 400: ['no_game_to_spoil'], 404: ['game_not_found'] },
  budget: 'forum-thread',
  signInMessage: FORUM_TEXTS.signIn,
})

export const createPost = contract(endpoints.createPost, {
  access: 'member',
  summary: 'Reply in a thread, also with a quote: at most one post in ten seconds (G16)',
  params: OneThread,
  body: PostDraft,
  response: PostAnswer,
  status: 201,
  mayExist: true,
  refusals: {
    400: ['quoted_post_not_found', 'no_game_to_spoil'],
    403: ['thread_locked', 'thread_held', 'thread_hidden'],
    404: MISSING_THREAD,
  },
  budget: 'forum-post',
  signInMessage: FORUM_TEXTS.signIn,
})

export const editThread = contract(endpoints.editThread, {
  access: 'member',
  summary: 'Edit a thread: the author changes title, text and spoiler mark; a moderator pins, locks and moves it',
  params: OneThread,
  body: z.object({
    title: z.optional(title),
    body: z.optional(body),
    spoils_to: spoilsTo,
    /** The version that the author edits; a later one is not overwritten (G59). */
    updated_at: z.optional(z.string()),
    pinned: z.optional(z.boolean()),
    locked: z.optional(z.boolean()),
    category: z.optional(category),
  }),
  response: ThreadAnswer,
  refusals: {
    400: ['no_game_to_spoil'],
    403: ['thread_locked', 'not_yours', '42501'],
    404: MISSING_THREAD,
    409: ['changed_by_somebody'],
  },
})

export const editPost = contract(endpoints.editPost, {
  access: 'member',
  summary: 'Edit a post of your own; the earlier text remains as a version',
  params: OnePost,
  body: z.object({ content: postContent, spoils_to: spoilsTo, updated_at: z.optional(z.string()) }),
  response: PostAnswer,
  refusals: {
    400: ['no_game_to_spoil'],
    403: ['thread_locked', 'not_yours'],
    404: MISSING_POST,
    409: ['changed_by_somebody'],
  },
})

export const deleteThread = contract(endpoints.deleteThread, {
  access: 'member',
  summary: 'Delete a thread: its author while it has no replies of others, or a moderator',
  params: OneThread,
  response: NoContent,
  status: 204,
  refusals: { 403: ['not_yours'], 404: MISSING_THREAD },
})

export const deletePost = contract(endpoints.deletePost, {
  access: 'member',
  summary: 'Delete a post: its author or a moderator; its number remains',
  params: OnePost,
  response: NoContent,
  status: 204,
  refusals: { 403: ['not_yours'], 404: MISSING_POST },
})

export const listThreadVersions = contract(endpoints.listThreadVersions, {
  access: 'member',
  summary:
    'List the earlier texts of a thread, newest first, for its author and moderators; with reveal=1 including folded ones',
  params: OneThread,
  query: z.object({ reveal: flag(false) }),
  response: z.object({ data: z.array(ForumVersion) }),
  refusals: { 403: ['not_yours'], 404: MISSING_THREAD },
})

export const listPostVersions = contract(endpoints.listPostVersions, {
  access: 'member',
  summary:
    'List the earlier texts of a post, newest first, for its author and moderators; with reveal=1 including folded ones',
  params: OnePost,
  query: z.object({ reveal: flag(false) }),
  response: z.object({ data: z.array(ForumVersion) }),
  refusals: { 403: ['not_yours'], 404: MISSING_POST },
})

export const toggleLike = contract(endpoints.toggleLike, {
  access: 'member',
  summary: 'Like a post or a thread, or remove the like (R-FORUM-01)',
  body: z.object(
    { type: z.enum(LIKED_TYPES, FORUM_TEXTS.likeBody), id: z.string(FORUM_TEXTS.likeBody).check(z.trim()) },
    FORUM_TEXTS.likeBody,
  ),
  response: z.object({ liked: z.boolean(), likes_count: z.number() }),
  refusals: { 400: ['validation_failed'], 403: ['own_item'], 404: ['thread_not_found', 'post_not_found'] },
  signInMessage: FORUM_TEXTS.signInToLike,
})

export const markThreadRead = contract(endpoints.markThreadRead, {
  access: 'member',
  summary: 'Remember that the member has read a thread up to this post; a smaller number changes nothing',
  params: OneThread,
  body: z.object({ number: z.number().check(z.int(), z.minimum(0)) }),
  response: z.object({ read_number: z.number() }),
  refusals: { 404: MISSING_THREAD },
})

export const markAllRead = contract(endpoints.markAllRead, {
  access: 'member',
  summary: 'Mark all threads as read',
  response: NoContent,
  status: 204,
})

export const subscribeToThread = contract(endpoints.subscribeToThread, {
  access: 'member',
  summary: 'Notify the member of new posts in a thread; repeating it changes nothing',
  params: OneThread,
  response: z.object({ is_subscribed: z.boolean() }),
  refusals: { 404: MISSING_THREAD },
})

export const unsubscribeFromThread = contract(endpoints.unsubscribeFromThread, {
  access: 'member',
  summary: 'Stop to notify the member of new posts in a thread; repeating it changes nothing',
  params: OneThread,
  response: z.object({ is_subscribed: z.boolean() }),
  refusals: { 404: MISSING_THREAD },
})
