import { beforeEach, describe, expect, test } from 'vitest'
import { saveSettings } from '#tests/support/fixtures.ts'
import { LISTED_GAMES, LISTS_NOW, useListsApp } from '#tests/support/lists-app.ts'
import type { Client } from '#tests/support/test-app.ts'
import { LISTS_PAGE_SIZE } from '../lists.endpoints.ts'

const { app, ann, bob, root, create, shared, later, hide } = useListsApp()
const [A = '', B = '', C = '', D = ''] = LISTED_GAMES

const browse = async (query = '', who: Pick<Client, 'get'> = app.visitor()) =>
  (await who.get(`/api/lists/browse${query}`)).body
const ids = async (...of: Parameters<typeof browse>) =>
  (await browse(...of)).data.map(({ id }: { id: string }) => id) as string[]
const follow = () =>
  app.db.insertInto('followers').values({ follower_id: bob.user.id, following_id: ann.user.id }).execute()

beforeEach(() => app.db.deleteFrom('followers').execute())

describe('the public page of lists', () => {
  test('shows all shared lists with games, the last changed first', async () => {
    const first = await shared()
    later()
    const second = await create({ is_shared: true, game_ids: [D] }, bob)
    await create({ game_ids: [A] })
    await create({ is_shared: true })
    expect(await ids()).toEqual([second.id, first.id])
    expect((await browse()).data[0].played_count).toBeNull()
  })

  test('shows the most liked first, and none without a like', async () => {
    const [one, two] = [await shared(), await shared({ title: 'Two' })]
    await shared({ title: 'Nobody likes it' })
    await bob.post(`/api/lists/${one.id}/like`)
    for (const who of [bob, root]) await who.post(`/api/lists/${two.id}/like`)
    expect(await ids('?show=liked')).toEqual([two.id, one.id])
  })

  test('shows those with a game, in each order, and names the game', async () => {
    const list = await shared()
    const other = await create({ is_shared: true, game_ids: [D] }, bob)
    await bob.post(`/api/lists/${list.id}/like`)
    await follow()
    expect((await browse(`?game_id=${A}`)).game.id).toBe(A)
    for (const show of ['new', 'liked', 'friends']) {
      expect(await ids(`?show=${show}&game_id=${C}`, bob)).toEqual([list.id])
      expect(await ids(`?show=${show}&game_id=${D}`, bob)).toEqual(show === 'new' ? [other.id] : [])
    }
    expect((await app.visitor().get('/api/lists/browse?game_id=igdb_99999999')).status).toBe(404)
  })

  test('shows a member the lists of friends and followed members, and how many of the games are played', async () => {
    const list = await shared()
    await create({ is_shared: true, game_ids: [A] }, root)
    expect(await ids('?show=friends', bob)).toEqual([])
    await follow()
    await bob.post('/api/library', { game_id: A, status: 'completed' })
    await bob.post('/api/library', { game_id: B, status: 'want_to_play' })
    const { data } = await browse('?show=friends', bob)
    expect(data).toMatchObject([{ id: list.id, played_count: 1, games_count: 3 }])
    const { status, body } = await app.visitor().get('/api/lists/browse?show=friends')
    expect([status, body.code]).toEqual([401, 'sign_in_required'])
  })

  test.each(['new', 'liked', 'friends'])('leaves out what the viewer may not see: %s', async (show) => {
    const list = await shared()
    await root.post(`/api/lists/${list.id}/like`)
    await follow()
    const seen = () => ids(`?show=${show}`, bob)
    expect(await seen()).toEqual([list.id])
    await hide(list.id, LISTS_NOW)
    expect(await seen()).toEqual([])
    await hide(list.id, null)
    await saveSettings(app, ann, { visibility: 'private' })
    expect(await seen()).toEqual([])
    await saveSettings(app, ann, {})
    await app.db.insertInto('user_blocks').values({ blocker_id: ann.user.id, blocked_id: bob.user.id }).execute()
    expect(await seen()).toEqual([])
  })

  test.each(['new', 'liked', 'friends'])('is read part by part, each list once: %s', async (show) => {
    await follow()
    const many = LISTS_PAGE_SIZE + 3
    for (let at = 0; at < many; at += 1) {
      const { id } = await shared({ title: `List ${at}` })
      await root.post(`/api/lists/${id}/like`)
    }
    const first = await browse(`?show=${show}`, bob)
    expect(first.data).toHaveLength(LISTS_PAGE_SIZE)
    const second = await browse(`?show=${show}&cursor=${first.nextCursor}`, bob)
    expect(second.nextCursor).toBeNull()
    const all = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect(new Set(all).size).toBe(many)
  })
})
