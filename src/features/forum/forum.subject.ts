import { defineSubject } from '#shared/subject.ts'
import { threadPath } from './forum.rules.ts'

/** Members report a thread and are notified about it. Its replies are posts, not comments. */
export const THREAD = defineSubject({
  type: 'thread',
  name: 'thread',
  plural: 'threads',
  path: null,
  ownerPage: (id) => threadPath(id),
  notFoundCode: 'thread_not_found',
})

/** A reply in a thread. The address without the thread redirects to the page of the thread that has the post. */
export const POST = defineSubject({
  type: 'post',
  name: 'post',
  plural: 'posts',
  path: null,
  ownerPage: (id) => `/forum/post/${id}`,
  notFoundCode: 'post_not_found',
})
