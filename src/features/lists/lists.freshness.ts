import { describe, test } from 'vitest'
import { A, type FeatureFreshness, ONE, ok, TWO } from '#tests/support/freshness.ts'
import { PASSWORD } from '#tests/support/members.ts'

export const listsFreshness: FeatureFreshness = {
  pages(fresh) {
    const { app } = fresh
    describe('the public page of lists is fresh after', () => {
      test.each(['new', 'liked'])('a list is shared, liked, gets a game, or closes: %s', async (show) => {
        const PAGE = '/api/lists/browse'
        const draft = { title: 'Rainy days', is_shared: true, game_ids: [ONE] }
        const { id } = (await fresh.mara.post('/api/lists', draft)).body.list
        await fresh.expectFresh(PAGE, { show }, () => fresh.juno.post(`/api/lists/${id}/like`))
        if (show === 'new') await fresh.expectFresh(PAGE, { show }, () => fresh.mara.post('/api/lists', draft))
        await fresh.expectFresh(PAGE, { show }, () => fresh.mara.post(`/api/lists/${id}/games`, { game_id: TWO }))
        await fresh.expectFresh(PAGE, { show, game_id: TWO }, () => fresh.mara.delete(`/api/lists/${id}/games/${TWO}`))
        const close = () => fresh.mara.patch('/api/profiles/me', { settings: { visibility: 'private' } })
        await fresh.expectFresh(PAGE, { show }, close)
        await app.db.deleteFrom('lists').execute()
      })
    })

    describe('the latest lists are fresh after', () => {
      test('a list is fresh.shared, renamed, liked, hidden by a moderator, deleted, or its author is disabled', async () => {
        const draft = { title: 'Rainy days', is_shared: true, game_ids: [ONE] }
        const write = () => fresh.mara.post('/api/lists', draft)
        await fresh.expectFresh('/api/lists', {}, write)
        const { id } = (await app.visitor().get('/api/lists')).body.data[0]
        await fresh.expectFresh('/api/lists', {}, () =>
          fresh.mara.put(`/api/lists/${id}`, { title: 'Dry days', is_shared: true }),
        )
        await fresh.expectFresh('/api/lists', {}, () => fresh.juno.post(`/api/lists/${id}/like`))
        await fresh.juno.post('/api/reports', { item_type: 'list', item_id: id, reason: 'spam' })
        const item = `/api/admin/reports/list/${id}`
        await fresh.expectFresh('/api/lists', {}, () => fresh.root.put(item, { action: 'hide' }))
        await fresh.expectFresh('/api/lists', {}, () => fresh.root.post(`${item}/put-back`, {}))
        const show = (visibility: string) => fresh.mara.patch('/api/profiles/me', { settings: { visibility } })
        await fresh.expectFresh('/api/lists', {}, () => show('friends'))
        await fresh.expectFresh('/api/lists', {}, () => show('public'))
        await fresh.expectFresh('/api/lists', {}, () => fresh.mara.delete(`/api/lists/${id}`))
        await write()
        await fresh.expectFresh('/api/lists', {}, () => fresh.disable(fresh.mara))
        await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
        await app.db.deleteFrom('lists').execute()
        await fresh.mara.post('/api/auth/signin', { email: fresh.mara.user.email, password: PASSWORD })
      })
    })
  },
  writes(cached) {
    const { made } = cached
    return [
      [
        'a list is made',
        async () => {
          made.list = (await ok(cached.ann.post('/api/lists', { title: 'Rainy days', game_ids: [A] }))).list.id
        },
      ],
      ['the list is deleted', () => ok(cached.ann.delete(`/api/lists/${made.list}`))],
    ]
  },
}
