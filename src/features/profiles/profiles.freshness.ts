import { describe, test } from 'vitest'
import { type FeatureFreshness, ONE, ok, THREE, TWO } from '#tests/support/freshness.ts'
import { PASSWORD } from '#tests/support/members.ts'

export const profilesFreshness: FeatureFreshness = {
  pages(fresh) {
    describe('a profile is fresh after', () => {
      test.each<[string, () => Promise<{ status: number }>]>([
        ['an edit', () => fresh.mara.patch('/api/profiles/me', { bio: 'Plays at night.' })],
        ['a favourite', () => fresh.mara.put('/api/profiles/me/favourites', { game_ids: [THREE] })],
        ['a change of the library', () => fresh.mara.post('/api/library', { game_id: TWO })],
        ['a new follower', fresh.follow],
        ['a new friend', fresh.befriend],
        ['it closes', () => fresh.mara.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })],
      ])('%s', async (_what, write) => {
        await fresh.expectFresh('/api/profiles/:handle', { handle: fresh.mara.user.id }, write)
      })

      test('the page of members shows another name, favourite or library', async () => {
        const here = () => fresh.app.db.updateTable('profiles').set({ last_seen_at: fresh.app.time.now }).execute()
        await here()
        const named = `M ${fresh.app.time.now.getTime()}`
        for (const write of [
          () => fresh.mara.patch('/api/profiles/me', { display_name: named }),
          () => fresh.mara.put('/api/profiles/me/favourites', { game_ids: [TWO] }),
          () => fresh.mara.post('/api/library', { game_id: THREE }),
          () => fresh.mara.patch('/api/profiles/me', { settings: { visibility: 'private' } }),
        ])
          await fresh.expectFresh('/api/members', {}, write)
      })

      test.each([
        ['friends', fresh.befriend],
        ['followers', fresh.follow],
      ])('its list of %s changes', async (list, write) => {
        const params = { handle: fresh.mara.user.id }
        await fresh.expectFresh(`/api/profiles/:handle/${list}`, params, write)
        await fresh.expectFresh(`/api/profiles/:handle/${list}`, params, () =>
          fresh.juno.post('/api/blocks', { user_id: fresh.mara.user.id }),
        )
        await fresh.juno.delete(`/api/blocks/${fresh.mara.user.id}`)
      })

      test('its friend shows friendships again, or signs in again after an account was disabled', async () => {
        await fresh.befriend()
        const params = { handle: fresh.mara.user.id }
        const FRIENDS = '/api/profiles/:handle/friends'
        const show = (friends: string) => fresh.juno.patch('/api/profiles/me', { settings: { sections: { friends } } })
        const stand = (disabled: boolean) =>
          fresh.root.put(`/api/admin/users/${fresh.juno.user.id}/standing`, {
            disabled,
            ...(disabled && { reason: 'spam' }),
          })
        await show('private')
        await fresh.expectFresh(FRIENDS, params, () => show('public'))
        await fresh.expectFresh(FRIENDS, params, () => stand(true))
        await fresh.expectFresh(FRIENDS, params, () => stand(false))
        await fresh.juno.post('/api/auth/signin', { email: fresh.juno.user.email, password: PASSWORD })
      })

      test('something is pinned', async () => {
        const { entry } = (await fresh.mara.get(`/api/library/${ONE}`)).body
        const items = [{ item_type: 'entry', item_id: entry.id }]
        await fresh.expectFresh('/api/profiles/:handle/pins', { handle: fresh.mara.user.id }, () =>
          fresh.mara.put('/api/profiles/me/pins', { items }),
        )
      })
    })
  },
  cachedPaths: ['/api/profiles/:me/stats'],
  lastWrites(cached) {
    return [
      [
        'the time zone changes',
        () => ok(cached.ann.patch('/api/profiles/me', { settings: { timezone: 'Pacific/Auckland' } })),
      ],
    ]
  },
}
