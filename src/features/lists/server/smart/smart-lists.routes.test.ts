import { beforeEach, describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { LISTED_GAMES, useListsApp } from '#tests/support/lists-app.ts'

const { app, ann, bob, root, create, later, read, order } = useListsApp()
const [A = '', B = '', C = ''] = LISTED_GAMES
const LATER = ['igdb_201', 'igdb_202', 'igdb_203']

const rpg = async (...ids: string[]) => {
  await app.db
    .updateTable('games')
    .set({ genre_ids: [12], genres: JSON.stringify([{ id: 12, name: 'Role-playing (RPG)' }]) })
    .where('id', 'in', ids)
    .execute()
  await app.settle([tag.games])
}
const smart = (body: object = {}, who = ann) => create({ filters: 'genre=12&sort=name', ...body }, who)
const opened = async (id: string, who = ann) => (await who.post(`/api/lists/${id}/opened`, {})).body.is_changed
const told = async () =>
  (await app.db.selectFrom('notifications').where('type', '=', 'new_games').select('data').execute()).map(
    ({ data }) => (data as { sentence: string }).sentence,
  )

beforeEach(async () => {
  await app.db.deleteFrom('games').where('id', 'in', LATER).execute()
  await app.db.updateTable('games').set({ genre_ids: [], genres: '[]' }).execute()
  await rpg(A, B)
})

describe('a list with filters', () => {
  test('has the games of these, in their order', async () => {
    const list = await smart()
    expect(list).toMatchObject({
      games_count: 2,
      covers: [{ id: A }, { id: B }],
      smart: { filters: 'genre=12&sort=name', tells_of_new: false, new_count: 0 },
    })
    expect(await order(list.id)).toEqual([A, B])
    expect((await create()).smart).toBeNull()
  })

  test('says what is wrong with filters, and writes nothing', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await ann.post('/api/lists', { title: 'Rainy days', ...body })
      return [status, answer.details?.filters ?? answer.error]
    }
    expect(await refused({ filters: 'sort=name' })).toEqual([
      400,
      'Choose at least one filter for a list that keeps itself',
    ])
    expect(await refused({ filters: `developer=${'a*'.repeat(600)}` })).toEqual([400, 'These filters are too long'])
    expect(await refused({ filters: `x=${'1'.repeat(5000)}&genre=12` })).toEqual([400, 'These filters are too long'])
    expect(await refused({ filters: 'genre=12', game_ids: [A] })).toEqual([
      409,
      'This list keeps itself. Its filters choose its games, so nobody adds, removes or orders them.',
    ])
    expect(await refused({ filters: 'shelf=any', is_shared: true })).toEqual([
      409,
      'A list by your own library, friends or platforms is private, because it would show them to others',
    ])
    expect((await ann.get('/api/lists/mine')).body.data).toEqual([])
  })

  test('nobody adds, removes, notes or orders its games by hand, and menus leave it out', async () => {
    const { id } = await smart()
    const statuses = [
      await ann.post(`/api/lists/${id}/games`, { game_id: C }),
      await ann.put(`/api/lists/${id}/games/${A}`, { note: 'First' }),
      await ann.delete(`/api/lists/${id}/games/${A}`),
      await ann.put(`/api/lists/${id}/order`, { game_id: B, after: null }),
    ].map(({ status, body }) => [status, body.code])
    expect(statuses).toEqual(Array(4).fill([409, 'list_keeps_itself']))
    expect(await order(id)).toEqual([A, B])
    expect((await ann.get('/api/lists/mine')).body.data).toEqual([])
  })

  test('gets other games with other filters; a list of chosen games gets none', async () => {
    const { id } = await smart()
    const draft = { title: 'Rainy days', is_shared: false }
    expect((await ann.put(`/api/lists/${id}`, draft)).body.list.smart.filters).toBe('genre=12&sort=name')
    const { list } = (await ann.put(`/api/lists/${id}`, { ...draft, filters: 'genreNot=12&sort=name' })).body
    expect(list).toMatchObject({ games_count: 6, smart: { filters: 'genreNot=12&sort=name', new_count: 0 } })
    expect((await order(id))[0]).toBe(C)
    const byHand = await create({ game_ids: [A] })
    const { status, body } = await ann.put(`/api/lists/${byHand.id}`, { ...draft, filters: 'genre=12' })
    expect([status, body.code]).toEqual([409, 'list_kept_by_hand'])
    expect(await order(byHand.id)).toEqual([A])
  })

  test('is asked for its owner, and never shared then', async () => {
    await ann.post('/api/library', { game_id: B, status: 'playing' })
    const { id } = await smart({ filters: 'genre=12&shelf=any' })
    expect(await order(id)).toEqual([B])
    const { status, body } = await ann.put(`/api/lists/${id}`, { title: 'Rainy days', is_shared: true })
    expect([status, body.code]).toEqual([409, 'own_filters_are_private'])
    expect((await read(id, bob)).status).toBe(404)
    const shared = await smart({ is_shared: true })
    const change = { title: 'Rainy days', is_shared: true, filters: 'shelf=any' }
    expect((await ann.put(`/api/lists/${shared.id}`, change)).status).toBe(409)
    expect((await read(shared.id, bob)).body.list.smart).toEqual({
      filters: 'genre=12&sort=name',
      tells_of_new: false,
      new_count: 0,
    })
  })

  test('whose genre or series is gone has no games, and is no error', async () => {
    for (const filters of ['genre=9999', 'genre=12&genreAll=Nothing', 'series=Gone']) {
      const list = await smart({ filters })
      expect(list).toMatchObject({ games_count: 0, covers: [] })
      expect((await read(list.id)).status).toBe(200)
    }
    expect((await smart({ filters: 'genre=12*9999' })).games_count).toBe(2)
  })

  test('is copied with its filters', async () => {
    const { id } = await smart({ is_shared: true, tells_of_new: true })
    const tells = async (who = ann) => (await read(id, who)).body.list.smart.tells_of_new
    expect([await tells(), await tells(bob)]).toEqual([true, false])
    const { list } = (await bob.post(`/api/lists/${id}/clone`, {})).body
    expect(list).toMatchObject({
      is_shared: false,
      games_count: 2,
      smart: { filters: 'genre=12&sort=name', tells_of_new: false },
    })
  })
})

describe('a smart list keeps itself', () => {
  test('by a job each hour, in order and without gaps; what has not changed is not written', async () => {
    const { id, changed_at } = await smart({ is_shared: true })
    await rpg(C)
    await app.run('keep-smart-lists')
    expect(await order(id)).toEqual([A, B])
    later(HOUR_MS)
    await app.run('keep-smart-lists')
    expect(await order(id)).toEqual([A, B, C])
    await app.db.updateTable('games').set({ genre_ids: [] }).where('id', '=', A).execute()
    await app.settle([tag.games])
    later(HOUR_MS)
    await app.run('keep-smart-lists')
    expect(await order(id)).toEqual([B, C])
    expect((await read(id, app.visitor())).body.list).toMatchObject({ games_count: 2, changed_at })
  })

  test('at once when an admin runs the job', async () => {
    const { id } = await smart()
    await rpg(C)
    later()
    expect((await root.post('/api/admin/jobs/keep-smart-lists/runs', {})).status).toBe(202)
    await app.work()
    expect(await order(id)).toEqual([A, B, C])
  })

  test('when its owner opens it, at most once a minute', async () => {
    const { id } = await smart()
    await rpg(C)
    expect(await opened(id)).toBe(false)
    later(MINUTE_MS)
    expect(await opened(id)).toBe(true)
    expect(await order(id)).toEqual([A, B, C])
    later(MINUTE_MS)
    expect(await opened(id)).toBe(false)
    expect((await bob.post(`/api/lists/${id}/opened`, {})).status).toBe(404)
    expect((await ann.post(`/api/lists/${(await create()).id}/opened`, {})).status).toBe(404)
  })

  test('new are the games that came since the owner opened it', async () => {
    const { id } = await smart({ is_shared: true })
    later(HOUR_MS)
    await rpg(C)
    await app.run('keep-smart-lists')
    const { smart: now, new_since } = (await read(id)).body.list
    expect(now.new_count).toBe(1)
    const { data } = (await ann.get(`/api/lists/${id}/games`)).body
    const isNew = ({ added_at }: { added_at: string }) => Date.parse(added_at) > Date.parse(new_since)
    expect(data.filter(isNew).map(({ game }: { game: { id: string } }) => game.id)).toEqual([C])
    expect((await read(id, bob)).body.list).toMatchObject({ new_since: null, smart: { new_count: 0 } })
    later()
    await opened(id)
    expect((await read(id)).body.list.smart.new_count).toBe(0)
  })
})

describe('an owner', () => {
  const grow = async (...ids: string[]) => {
    later(HOUR_MS)
    await addGames(app, ids)
    await rpg(...ids)
    await app.run('keep-smart-lists')
  }

  test('who wants to know is notified of new games once a day at most', async () => {
    const { id } = await smart({ title: 'Cosy co-op', tells_of_new: true })
    await smart({ title: 'Quiet' })
    await grow('igdb_201', 'igdb_202')
    expect(await told()).toEqual(['Cosy co-op has 2 new games'])
    await grow('igdb_203')
    expect(await told()).toHaveLength(1)
    later(24 * HOUR_MS)
    await app.run('keep-smart-lists')
    // A list tells when it is asked again, also of what came before.
    expect(await told()).toEqual(['Cosy co-op has 2 new games', 'Cosy co-op has 1 new game'])
    const { body } = await ann.get('/api/notifications')
    expect(body.data[0].subject).toMatchObject({ type: 'list', id })
  })

  test('who has seen the games is not notified of them', async () => {
    const { id } = await smart({ tells_of_new: true })
    later(HOUR_MS)
    await rpg(C)
    expect(await opened(id)).toBe(true)
    later(HOUR_MS)
    await app.run('keep-smart-lists')
    expect(await told()).toEqual([])
  })
})
