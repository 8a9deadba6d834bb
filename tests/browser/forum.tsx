import type { ForumPost, ForumThread, ThreadRow } from '#features/forum/forum-shapes.schemas.ts'
import type { ForumPostId, ForumThreadId, UserId } from '#shared/ids.ts'

// A thread and its posts for component tests, in the server's format.

export const THREAD_ID = '0197a1b2-0000-7000-8000-000000000201' as ForumThreadId
export const READ_THREAD = `GET /api/forum/threads/${THREAD_ID}`
export const READ_POSTS = `${READ_THREAD}/posts`
export const REPLY = `POST /api/forum/threads/${THREAD_ID}/posts`
export const LIKE = 'POST /api/forum/likes'
export const SEEN = `PUT /api/forum/threads/${THREAD_ID}/read`

const JUNO = {
  id: '0197a1b2-0000-7000-8000-000000000002' as UserId,
  username: 'juno',
  display_name: 'Juno',
  avatar_url: null,
  role: 'user' as const,
}
const written = {
  html: 'Words',
  source_text: null,
  fold: null,
  spoils_to: null,
  author: JUNO,
  likes_count: 2,
  is_liked: false,
  created_at: '2026-11-20T10:00:00.000Z',
  edited_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  is_held: false,
  hold: null,
  viewerCan: { like: true, edit: false, delete: false, report: true, seeVersions: false },
}

export const forumThread = (more: Partial<ForumThread> = {}): ForumThread => ({
  ...written,
  id: THREAD_ID,
  category: 'general',
  title: 'What do you play?',
  game: null,
  pinned: false,
  locked: false,
  posts_count: 2,
  last_number: 2,
  last_post_at: '2026-11-20T11:00:00.000Z',
  is_hidden: false,
  is_subscribed: false,
  read_number: 2,
  viewerMay: { reply: true, moderate: false },
  ...more,
})

export const forumPost = (number: number, more: Partial<ForumPost> = {}): ForumPost => ({
  ...written,
  id: `0197a1b2-0000-7000-8000-${String(3000 + number).padStart(12, '0')}` as ForumPostId,
  thread_id: THREAD_ID,
  number,
  html: `Post ${number}`,
  absence: null,
  quote: null,
  ...more,
})

export const postsPage = (posts: readonly ForumPost[], last_number = posts.at(-1)?.number ?? 0) => ({
  data: posts,
  page: 1,
  pages: 1,
  last_number,
})

export const threadRow = (more: Partial<ThreadRow> = {}): ThreadRow => ({
  id: THREAD_ID,
  category: 'general',
  title: 'What do you play?',
  author: JUNO,
  game: null,
  pinned: false,
  locked: false,
  likes_count: 0,
  posts_count: 2,
  created_at: '2026-11-20T10:00:00.000Z',
  last_post_at: '2026-11-20T11:00:00.000Z',
  last_author: JUNO,
  unread: 0,
  is_new: false,
  is_subscribed: false,
  ...more,
})
