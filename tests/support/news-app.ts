import { beforeAll, beforeEach } from 'vitest'
import { tag } from '#server/tags.ts'
import { type Member, signUp } from './members.ts'
import type { TestApp } from './test-app.ts'

export const NEWS_NOW = new Date('2026-12-01T10:00:00.000Z')
export const DAY_MS = 86_400_000

export const NEWS_DRAFT = {
  title: 'The atlas',
  excerpt: 'All games on one page.',
  content: '## What is new\n\nAn **atlas** of games.',
  category: 'Announcement',
  status: 'published',
}

export interface NewsWorld {
  root: Member
  ann: Member
  /** Writes a post as the admin and returns it; a refusal fails the test. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  write: (over?: object) => Promise<any>
}

/** An admin, a member, and no news before each test. */
export function useNewsWorld(app: TestApp): NewsWorld {
  const world = {
    async write(over: object = {}) {
      const answer = await world.root.post('/api/news', { ...NEWS_DRAFT, ...over })
      if (answer.status !== 201) throw new Error(`writing failed: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.post
    },
  } as NewsWorld
  beforeAll(async () => {
    app.time.now = NEWS_NOW
    world.root = await signUp(app, { username: 'the-root', displayName: 'Root', becomeAdmin: true })
    world.ann = await signUp(app, { username: 'ann-one' })
  })
  beforeEach(async () => {
    app.time.now = NEWS_NOW
    app.queue?.splice(0)
    for (const table of ['news_posts', 'audit_log'] as const) await app.db.deleteFrom(table).execute()
    await app.settle([tag.news])
  })
  return world
}
