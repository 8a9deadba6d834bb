import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type FeatureFreshness, ONE } from '#tests/support/freshness.ts'
import { PASSWORD } from '#tests/support/members.ts'

export const forumFreshness: FeatureFreshness = {
  pages(fresh) {
    const { app } = fresh
    describe('the forum is fresh after', () => {
      const LISTS: readonly [string, Record<string, string>][] = [
        ['/api/forum/categories', {}],
        ['/api/forum/threads', { category: 'general' }],
        ['/api/forum/threads', { game_id: ONE }],
        ['/api/forum/threads', { latest: '1' }],
      ]
      const start = (more: object = {}) =>
        fresh.mara.post('/api/forum/threads', {
          category: 'general',
          title: `Thread of ${Math.random()}`,
          body: 'What do you play this week?',
          game_id: ONE,
          ...more,
        })
      const started = async (): Promise<string> => (await start()).body.thread.id
      const reply = (id: string) =>
        fresh.juno.post(`/api/forum/threads/${id}/posts`, { content: `Words ${Math.random()}` })
      /** A moderator changes the thread. */
      const change = (id: string, more: object) => fresh.root.patch(`/api/forum/threads/${id}`, more)

      beforeEach(async () => {
        await app.db.deleteFrom('forum_threads').execute()
      })

      test.each(LISTS)('a thread is started, and gets a post, and ends: %s %o', async (endpoint, params) => {
        await fresh.expectFresh(endpoint, params, () => start())
        app.time.now = new Date(app.time.now.getTime() + 60_000)
        const id = await started()
        await fresh.expectFresh(endpoint, params, () => reply(id))
        await fresh.expectFresh(endpoint, params, () => fresh.root.delete(`/api/forum/threads/${id}`))
      })

      test('a post, in the cached answers of visitors', async () => {
        const visitor = app.visitor()
        const id = await started()
        const thread = `/api/forum/threads/${id}`
        const lists = LISTS.map(([path, query]) => `${path}?${new URLSearchParams(query)}`)
        for (const path of [...lists, thread, `${thread}/posts`]) {
          const answer = async () => JSON.stringify((await visitor.get(path)).body)
          const before = await answer()
          expect((await reply(id)).status).toBe(201)
          await vi.waitFor(async () => expect([path, await answer()]).not.toEqual([path, before]), { timeout: 20_000 })
          app.time.now = new Date(app.time.now.getTime() + 1000)
        }
      })

      test('a thread is pinned, and moves to another category', async () => {
        const id = await started()
        await fresh.expectFresh('/api/forum/threads', { category: 'general' }, () => change(id, { pinned: true }))
        await fresh.expectFresh('/api/forum/threads', { category: 'general' }, () => change(id, { category: 'help' }))
        await fresh.expectFresh('/api/forum/threads', { category: 'help' }, () => change(id, { category: 'general' }))
      })

      test('a thread is liked, edited and locked', async () => {
        const threadId = await started()
        const one = { threadId }
        const path = '/api/forum/threads/:threadId'
        await fresh.expectFresh(path, one, () => fresh.juno.post('/api/forum/likes', { type: 'thread', id: threadId }))
        await fresh.expectFresh(path, one, () =>
          fresh.mara.patch(`/api/forum/threads/${threadId}`, { title: 'Another title' }),
        )
        await fresh.expectFresh(path, one, () => change(threadId, { locked: true }))
      })

      test('a post is written, liked, edited, hidden and deleted', async () => {
        const threadId = await started()
        const path = '/api/forum/threads/:threadId/posts'
        const post = async (write: (id: string) => Promise<{ status: number }>) => {
          const { id } = (await fresh.juno.get(`/api/forum/threads/${threadId}/posts`)).body.data[0]
          await fresh.expectFresh(path, { threadId }, () => write(id))
        }
        await fresh.expectFresh('/api/forum/threads/:threadId', { threadId }, () => reply(threadId))
        await fresh.expectFresh(path, { threadId }, () => reply(threadId))
        await post((id) => fresh.mara.post('/api/forum/likes', { type: 'post', id }))
        await post((id) => fresh.juno.patch(`/api/forum/posts/${id}`, { content: 'Other words' }))
        await post(async (id) => {
          await fresh.mara.post('/api/reports', { item_type: 'post', item_id: id, reason: 'spam' })
          return fresh.root.put(`/api/admin/reports/post/${id}`, { action: 'hide' })
        })
        await post((id) => fresh.root.post(`/api/admin/reports/post/${id}/put-back`, {}))
        await post((id) => fresh.juno.delete(`/api/forum/posts/${id}`))
      })

      test.each<[string, Record<string, string>]>([
        ...LISTS,
        ['/api/forum/threads/:threadId/posts', {}],
        ['/api/forum/threads/:threadId', {}],
      ])('the author of the latest post is disabled, or has another name: %s %o', async (endpoint, params) => {
        const threadId = await started()
        await reply(threadId)
        const member = endpoint.endsWith(':threadId') ? fresh.mara : fresh.juno
        const place = endpoint.includes(':threadId') ? { threadId } : params
        await fresh.expectFresh(endpoint, place, () =>
          member.patch('/api/profiles/me', { display_name: `Name ${app.time.now.getTime()}` }),
        )
        await fresh.expectFresh(endpoint, place, () => fresh.disable(member))
        await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
        await member.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
      })
    })
  },
}
