import type { BrowserContext } from '@playwright/test'
import { send } from './browser.ts'

interface Thread {
  thread: { id: string }
}
interface Post {
  post: { id: string }
}

/** Starts a thread over the API, and returns its id. */
export async function startThread(context: BrowserContext, title: string, more: object = {}): Promise<string> {
  const draft = { category: 'off-topic', title, body: 'A first text that is long enough.', ...more }
  return (await send<Thread>(context, 'POST', '/api/forum/threads', draft)).thread.id
}

/** Replies in a thread over the API, and returns the id of the post. */
export async function reply(context: BrowserContext, threadId: string, content: string): Promise<string> {
  return (await send<Post>(context, 'POST', `/api/forum/threads/${threadId}/posts`, { content })).post.id
}
