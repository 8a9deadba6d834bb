import { describe, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { LISTED_GAMES, LISTS_NOW, useListsApp } from '#tests/support/lists-app.ts'
import type { Member } from '#tests/support/members.ts'
import type { Client } from '#tests/support/test-app.ts'

const { app, ann, bob, root, create, shared, later, read, order, disable, hide } = useListsApp()
const [A = '', B = '', C = '', D = ''] = LISTED_GAMES

const NOBODY = '01900000-0000-7000-8000-000000000000'

const block = (blocker: Member, blocked: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()

describe('the latest lists of everybody', () => {
  const latest = async (who: Pick<Client, 'get'> = app.visitor(), query = '') =>
    (await who.get(`/api/lists${query}`)).body.data.map(({ id }: { id: string }) => id)

  test('are shared ones with games, the last changed first', async () => {
    const first = await shared({ title: 'First' })
    later()
    const second = await create({ is_shared: true, game_ids: [A] }, bob)
    later()
    await create({ game_ids: [A] })
    await create({ is_shared: true })
    expect(await latest()).toEqual([second.id, first.id])
    later()
    await ann.post(`/api/lists/${first.id}/games`, { game_id: D })
    expect(await latest()).toEqual([first.id, second.id])
    expect(await latest(bob, '?limit=1')).toEqual([first.id])
  })

  test('are of different authors, as long as there are others', async () => {
    const one = await shared({ title: 'One' })
    later()
    const other = await create({ is_shared: true, game_ids: [A] }, bob)
    later()
    const two = await shared({ title: 'Two' })
    later()
    const three = await shared({ title: 'Three' })
    expect(await latest(app.visitor(), '?limit=2')).toEqual([three.id, other.id])
    expect(await latest(app.visitor(), '?limit=20')).toEqual([three.id, other.id, two.id, one.id])
  })

  test('leave out what the viewer may not see, also an admin', async () => {
    const one = await shared()
    const other = await create({ is_shared: true, game_ids: [A] }, bob)
    await hide(other.id, LISTS_NOW)
    for (const who of [app.visitor(), ann, root]) expect(await latest(who)).toEqual([one.id])
    await hide(other.id, null)
    await block(bob, ann)
    expect(await latest(ann)).toEqual([one.id])
    await saveSettings(app, bob, { visibility: 'private' })
    for (const who of [app.visitor(), root]) expect(await latest(who)).toEqual([one.id])
    await disable(ann, LISTS_NOW)
    expect(await latest()).toEqual([])
  })
})

describe('creating', () => {
  test('a list is private and unranked unless asked otherwise, and keeps the order of its games without duplicates (G60)', async () => {
    const answer = await ann.post('/api/lists', { title: '  Rainy\n days ', game_ids: [C, A, C, B] })
    expect(answer.status).toBe(201)
    expect(answer.body.list).toMatchObject({
      title: 'Rainy days',
      description: '',
      is_shared: false,
      is_ranked: false,
      games_count: 3,
      likes_count: 0,
      is_liked: false,
      covers: [{ id: C }, { id: A }, { id: B }],
      created_at: LISTS_NOW.toISOString(),
      isHidden: false,
      hold: null,
      viewerCan: { edit: true, like: false },
      user: { id: ann.user.id, username: 'ann', display_name: 'Ann' },
    })
    expect(await order(answer.body.list.id)).toEqual([C, A, B])
  })

  test.each([
    ['no title', { title: undefined }, 'Title is required'],
    ['a title without a visible character', { title: ' \u200b\u2800 ' }, 'Title is required'],
    ['a title of 151 characters', { title: '😀'.repeat(151) }, 'Title must be 150 characters or less'],
    [
      'a description of 1001 characters',
      { description: 'x'.repeat(1001) },
      'Description must be 1000 characters or less',
    ],
    ['1,001 games', { game_ids: Array(1001).fill(A) }, 'A list can contain at most 1000 games'],
    ['a malformed game id', { game_ids: ['abc'] }, 'Invalid game id'],
  ])('%s is refused, and nothing is stored', async (_what, body, error) => {
    const answer = await ann.post('/api/lists', { title: 'Rainy days', ...body })
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect((await ann.get('/api/lists/mine')).body.data).toEqual([])
  })

  test('150 emojis and 1000 characters fit', async () => {
    const list = await create({ title: '😀'.repeat(150), description: '😀'.repeat(1000) })
    expect([...list.title].length).toBe(150)
  })

  test('a game that no source knows is refused, and no list is stored', async () => {
    const answer = await ann.post('/api/lists', { title: 'Rainy days', game_ids: [A, 'igdb_499999'] })
    expect([answer.status, answer.body.code]).toEqual([404, 'game_not_found'])
    expect((await ann.get('/api/lists/mine')).body.data).toEqual([])
  })

  test('a game that is deleted meanwhile is refused, for a new list and for one that is there', async () => {
    const { id } = await create()
    await addGames(app, ['igdb_170'])
    // The card is cached, so the check before the transaction still finds the game.
    await ann.get('/api/games/igdb_170')
    await app.db.deleteFrom('games').where('id', '=', 'igdb_170').execute()
    for (const answer of [
      await ann.post('/api/lists', { title: 'New', game_ids: [A, 'igdb_170'] }),
      await ann.post(`/api/lists/${id}/games`, { game_id: 'igdb_170' }),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'Game not found'])
    expect((await ann.get('/api/lists/mine')).body.data).toHaveLength(1)
    expect(await order(id)).toEqual([])
  })

  test('the 501st list is refused', async () => {
    const rows = Array.from({ length: 499 }, (_, at) => ({ user_id: ann.user.id, title: `List ${at}` }))
    await app.db.insertInto('lists').values(rows).execute()
    const answers = await Promise.all([1, 2, 3].map(() => ann.post('/api/lists', { title: 'One more' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_lists')
  })
})

describe('who sees a list [G22] [G60]', () => {
  const statuses = async (id: string) => ({
    owner: (await read(id)).status,
    member: (await read(id, bob)).status,
    visitor: (await read(id, app.visitor())).status,
    admin: (await read(id, root)).status,
  })
  const listed = async (who: Pick<Client, 'get'>, search = '') =>
    (await who.get(`/api/profiles/${ann.user.id}/lists${search}`)).body.data?.length ?? null

  test('a private one only its owner, not even an admin', async () => {
    const { id } = await create()
    expect(await statuses(id)).toEqual({ owner: 200, member: 404, visitor: 404, admin: 404 })
    expect((await read(id, bob)).body).toMatchObject({ error: 'List not found', code: 'list_not_found' })
    expect((await bob.get(`/api/lists/${id}/games`)).status).toBe(404)
    expect([await listed(ann), await listed(bob), await listed(app.visitor()), await listed(root)]).toEqual([
      1, 0, 0, 0,
    ])
  })

  test('a shared one everybody who may see the profile', async () => {
    const { id } = await shared()
    expect(await statuses(id)).toEqual({ owner: 200, member: 200, visitor: 200, admin: 200 })
    expect(await listed(app.visitor())).toBe(1)
    await saveSettings(app, ann, { visibility: 'private' })
    expect(await statuses(id)).toEqual({ owner: 200, member: 404, visitor: 404, admin: 200 })
    expect((await bob.get(`/api/profiles/${ann.user.id}/lists`)).status).toBe(403)
    await saveSettings(app, ann, { visibility: 'friends' })
    expect((await read(id, bob)).status).toBe(404)
    await app.db
      .insertInto('friends')
      .values({ user_id: ann.user.id, friend_id: bob.user.id, status: 'accepted' })
      .execute()
    expect((await read(id, bob)).status).toBe(200)
    await app.db.deleteFrom('friends').execute()
  })

  test('nobody across a block, in either direction', async () => {
    const { id } = await shared()
    await block(ann, bob)
    expect((await read(id, bob)).status).toBe(404)
    await app.db.deleteFrom('user_blocks').execute()
    await block(bob, ann)
    expect((await read(id, bob)).status).toBe(404)
    expect((await bob.post(`/api/lists/${id}/like`)).status).toBe(404)
    expect((await bob.post(`/api/lists/${id}/clone`)).status).toBe(404)
  })

  test('nobody while its author is disabled', async () => {
    const { id } = await shared()
    await disable(ann, LISTS_NOW)
    expect([(await read(id, bob)).status, (await read(id, root)).status]).toEqual([404, 404])
  })

  test('a hidden one only its owner and admins', async () => {
    const { id } = await shared()
    await hide(id, LISTS_NOW)
    expect(await statuses(id)).toEqual({ owner: 200, member: 404, visitor: 404, admin: 200 })
    expect((await read(id)).body.list.isHidden).toBe(true)
    expect([await listed(ann), await listed(bob), await listed(root)]).toEqual([1, 0, 1])
    // Admins react and like under the rules of other members.
    expect((await root.post(`/api/lists/${id}/like`)).status).toBe(404)
  })

  test('an owner who previews the profile sees what the others see', async () => {
    await create()
    await shared()
    expect([await listed(ann), await listed(ann, '?as=guest')]).toEqual([2, 1])
  })

  test('an unknown or malformed id is refused', async () => {
    expect((await read(NOBODY)).status).toBe(404)
    expect((await read('abc')).body.error).toBe('Invalid list id')
  })
})

describe('a member’s lists', () => {
  test('come in pages, the last changed first, each with its first five covers', async () => {
    const first = await shared({ title: 'First', game_ids: LISTED_GAMES })
    later()
    const second = await shared({ title: 'Second' })
    later()
    await ann.post(`/api/lists/${first.id}/games`, { game_id: 'igdb_101' })
    const path = `/api/profiles/${ann.user.id}/lists`
    const { body } = await app.visitor().get(`${path}?limit=1`)
    expect(body).toMatchObject({
      total: 2,
      hasMore: true,
      data: [{ id: first.id, covers: LISTED_GAMES.slice(0, 5).map((id) => ({ id })) }],
    })
    expect((await app.visitor().get(`${path}?limit=1&page=2`)).body).toMatchObject({
      hasMore: false,
      data: [{ id: second.id }],
    })
  })

  test('cost the same statements for one list and for many', async () => {
    const count = () => app.countQueries(() => app.visitor().get(`/api/profiles/${ann.user.id}/lists`))
    await shared()
    const one = await count()
    for (let at = 0; at < 6; at += 1) await shared()
    expect(await count()).toBe(one)
  })

  test('of one’s own say which have a game', async () => {
    const { id } = await create({ title: 'With', game_ids: [A] })
    later()
    await create({ title: 'Without' })
    const { data } = (await ann.get(`/api/lists/mine?game_id=${A}`)).body
    expect(data).toEqual([
      { id: expect.any(String), title: 'Without', is_shared: false, games_count: 0, has_game: false },
      { id, title: 'With', is_shared: false, games_count: 1, has_game: true },
    ])
    expect((await bob.get('/api/lists/mine')).body.data).toEqual([])
  })
})

describe('editing', () => {
  test('replaces words and switches, and each version has its own time', async () => {
    const { id, updated_at } = await create()
    const words = { title: 'Sunny days', description: 'For July.', is_shared: true, is_ranked: true }
    const answer = await ann.put(`/api/lists/${id}`, { ...words, updated_at })
    expect(answer.body.list).toMatchObject(words)
    expect(answer.body.list.updated_at > updated_at).toBe(true)
  })

  test('in two tabs, the second is refused and overwrites nothing (G59)', async () => {
    const { id, updated_at } = await create()
    await ann.put(`/api/lists/${id}`, { title: 'From the first tab', updated_at })
    const second = await ann.put(`/api/lists/${id}`, { title: 'From the second tab', updated_at })
    expect([second.status, second.body.code, second.body.error]).toEqual([
      409,
      'changed_by_somebody',
      'This item was changed by someone else',
    ])
    expect((await read(id)).body.list.title).toBe('From the first tab')
  })

  test('does not conflict with games that were added in between', async () => {
    const { id, updated_at } = await create()
    later()
    await ann.post(`/api/lists/${id}/games`, { game_id: A })
    expect((await ann.put(`/api/lists/${id}`, { title: 'Sunny days', updated_at })).status).toBe(200)
  })

  test.each([
    ['PUT', '', { title: 'Mine now' }],
    ['DELETE', '', undefined],
    ['POST', '/games', { game_id: D }],
    ['PUT', `/games/${A}`, { note: 'x' }],
    ['DELETE', `/games/${A}`, undefined],
    ['PUT', '/order', { game_id: A, after: null }],
  ])('%s %s of another member’s list is refused, and nothing changes', async (method, path, body) => {
    const { id } = await shared()
    const before = (await read(id)).body
    for (const who of [bob, root]) {
      const { status } = await who[method.toLowerCase() as 'put'](`/api/lists/${id}${path}`, body)
      expect(status).toBe(404)
    }
    expect((await read(id)).body).toEqual(before)
    expect(await order(id)).toEqual([A, B, C])
  })
})

test('deleting a list deletes its games, likes, comments and notifications', async () => {
  const { id } = await shared()
  await bob.post(`/api/lists/${id}/like`)
  await bob.post(`/api/lists/${id}/comments`, { content: 'Nice' })
  expect((await ann.get('/api/notifications')).body.data).toHaveLength(2)
  expect((await ann.delete(`/api/lists/${id}`)).status).toBe(204)
  expect((await read(id)).status).toBe(404)
  expect((await ann.get('/api/notifications')).body.data).toEqual([])
  for (const table of ['list_games', 'list_likes', 'activity_comments'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
})
