import { describe, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type FeatureFreshness, ONE, THREE, TWO } from '#tests/support/freshness.ts'
import { PASSWORD } from '#tests/support/members.ts'

export const activityFreshness: FeatureFreshness = {
  pages(fresh) {
    const { app } = fresh
    describe("a game's feed is fresh after", () => {
      const FEED = '/api/games/:gameId/activities'
      const item = (id: string) => `/api/admin/reports/activity/${id}`
      const report = (id: string) =>
        fresh.juno.post('/api/reports', { item_type: 'activity', item_id: id, reason: 'spam' })

      test('a new activity', async () => {
        await fresh.expectFresh(FEED, { gameId: ONE }, () => fresh.share(fresh.mara))
      })

      test('the end of an activity', async () => {
        const id = await fresh.shared(fresh.mara)
        await fresh.expectFresh(FEED, { gameId: ONE }, () => fresh.mara.delete(`/api/activities/${id}`))
      })

      test('an admin has hidden an activity, or put it back', async () => {
        const id = await fresh.shared(fresh.mara)
        await report(id)
        await fresh.expectFresh(FEED, { gameId: ONE }, () => fresh.root.put(item(id), { action: 'hide' }))
        await fresh.expectFresh(FEED, { gameId: ONE }, () => fresh.root.post(`${item(id)}/put-back`, {}))
      })

      test.each<[string, (path: string) => Promise<{ status: number }>]>([
        ['a reaction', (path) => fresh.juno.post(`${path}/reactions`, { emoji: 'heart' })],
        ['a comment', (path) => fresh.juno.post(`${path}/comments`, { content: 'Well played' })],
      ])('%s', async (_what, write) => {
        const id = await fresh.shared(fresh.mara)
        await fresh.expectFresh(FEED, { gameId: ONE }, () => write(`/api/activities/${id}`))
      })

      test('its member has another name, closes the profile, or is disabled', async () => {
        await fresh.shared(fresh.mara)
        const edit = (changes: object) => fresh.mara.patch('/api/profiles/me', changes)
        await fresh.expectFresh(FEED, { gameId: ONE }, () => edit({ display_name: `Mara ${app.time.now.getTime()}` }))
        await fresh.expectFresh(FEED, { gameId: ONE }, () => edit({ settings: { visibility: 'private' } }))
        await saveSettings(app, fresh.mara, {})
        await fresh.share(fresh.mara, TWO)
        await fresh.expectFresh(FEED, { gameId: TWO }, () => fresh.disable(fresh.mara))
        await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
        await fresh.mara.post('/api/auth/signin', { email: fresh.mara.user.email, password: PASSWORD })
      })
    })

    describe('the feed of everyone and the activities of a member are fresh after', () => {
      test.each([
        ['/api/social/activity-feed', 'a new activity', () => fresh.share(fresh.mara, THREE)],
        ['/api/profiles/:handle/activities', 'a new activity', () => fresh.share(fresh.mara, THREE)],
        ['/api/social/activity-feed', 'a new friendship', fresh.befriend],
        ['/api/profiles/:handle/activities', 'a new friendship', fresh.befriend],
      ])('%s: %s', async (endpoint, _what, write) => {
        await fresh.expectFresh(endpoint, endpoint.includes(':') ? { handle: fresh.mara.user.id } : {}, write)
      })
    })
  },
}
