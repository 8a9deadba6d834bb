import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAMES = Array.from({ length: 8 }, (_, at) => `igdb_${101 + at}`)
const [A = '', B = '', C = '', D = '', E = ''] = GAMES
const NOBODY = '01900000-0000-7000-8000-000000000000'
const NOW = new Date('2026-03-01T12:00:00.000Z')

let ann: Member
let bob: Member
let root: Member

beforeAll(async () => {
  await addGames(app, GAMES)
  ann = await signUp(app, { username: 'ann', displayName: 'Ann' })
  bob = await signUp(app, { username: 'bob', displayName: 'Bob' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
})

beforeEach(async () => {
  app.time.now = NOW
  for (const table of ['lists', 'notifications', 'user_blocks', 'user_games', 'activity_comments'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
})

const later = (ms = 1000) => {
  app.time.now = new Date(app.time.now.getTime() + ms)
}
const create = async (body: object = {}, who = ann) =>
  (await who.post('/api/lists', { title: 'Rainy days', ...body })).body.list
const shared = (body: object = {}) => create({ is_shared: true, game_ids: [A, B, C], ...body })
const read = (id: string, who: Pick<Client, 'get'> = ann) => who.get(`/api/lists/${id}`)
const gamesOf = async (id: string, who: Pick<Client, 'get'> = ann) =>
  (await who.get(`/api/lists/${id}/games`)).body.data.map(({ game }: { game: { id: string } }) => game.id)
/** Returns the stored order, and checks that the positions are 1 to the stored number of games. */
async function order(id: string): Promise<string[]> {
  const rows = await app.db.selectFrom('list_games').where('list_id', '=', id).selectAll().orderBy('position').execute()
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1))
  const { games_count } = await app.db
    .selectFrom('lists')
    .where('id', '=', id)
    .select('games_count')
    .executeTakeFirstOrThrow()
  expect(games_count).toBe(rows.length)
  return rows.map(({ game_id }) => game_id)
}
const block = (blocker: Member, blocked: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()
const disable = (member: Member, disabled_at: Date | null) =>
  app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', member.user.id).execute()
const hide = (id: string, hidden_at: Date | null) =>
  app.db.updateTable('lists').set({ hidden_at }).where('id', '=', id).execute()

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
    await hide(other.id, NOW)
    for (const who of [app.visitor(), ann, root]) expect(await latest(who)).toEqual([one.id])
    await hide(other.id, null)
    await block(bob, ann)
    expect(await latest(ann)).toEqual([one.id])
    await saveSettings(app, bob, { visibility: 'private' })
    for (const who of [app.visitor(), root]) expect(await latest(who)).toEqual([one.id])
    await disable(ann, NOW)
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
      created_at: NOW.toISOString(),
      isHidden: false,
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
    await disable(ann, NOW)
    expect([(await read(id, bob)).status, (await read(id, root)).status]).toEqual([404, 404])
  })

  test('a hidden one only its owner and admins', async () => {
    const { id } = await shared()
    await hide(id, NOW)
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
    const first = await shared({ title: 'First', game_ids: GAMES })
    later()
    const second = await shared({ title: 'Second' })
    later()
    await ann.post(`/api/lists/${first.id}/games`, { game_id: 'igdb_101' })
    const path = `/api/profiles/${ann.user.id}/lists`
    const { body } = await app.visitor().get(`${path}?limit=1`)
    expect(body).toMatchObject({
      total: 2,
      hasMore: true,
      data: [{ id: first.id, covers: GAMES.slice(0, 5).map((id) => ({ id })) }],
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

describe('games', () => {
  test('are added at the end or at a position, and a duplicate changes nothing', async () => {
    const { id } = await create({ game_ids: [A, B] })
    const added = await ann.post(`/api/lists/${id}/games`, { game_id: C, note: ' Play it twice. ' })
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      game: {
        game: expect.objectContaining({ id: C }),
        position: 3,
        note: 'Play it twice.',
        added_at: NOW.toISOString(),
      },
      games_count: 3,
    })
    expect((await ann.post(`/api/lists/${id}/games`, { game_id: D, position: 2 })).body.game.position).toBe(2)
    expect((await ann.post(`/api/lists/${id}/games`, { game_id: E, position: 900 })).body.game.position).toBe(5)
    const again = await ann.post(`/api/lists/${id}/games`, { game_id: C, note: 'Other', position: 1 })
    expect([again.status, again.body.game]).toEqual([200, { ...added.body.game, position: 4 }])
    expect(await order(id)).toEqual([A, D, B, C, E])
  })

  test.each([
    ['no game', {}, 400, 'Game ID is required'],
    ['a malformed id', { game_id: 'x' }, 400, 'Invalid game id'],
    ['an unknown game', { game_id: 'igdb_499999' }, 404, 'Game not found'],
    ['a note of 501 characters', { game_id: D, note: 'x'.repeat(501) }, 400, 'Note must be 500 characters or less'],
    ['a position of 0', { game_id: D, position: 0 }, 400, undefined],
  ])('%s is refused', async (_what, body, status, error) => {
    const { id } = await create({ game_ids: [A] })
    const answer = await ann.post(`/api/lists/${id}/games`, body)
    expect(answer.status).toBe(status)
    if (error) expect(answer.body.error).toBe(error)
    expect(await order(id)).toEqual([A])
  })

  test('stop at a thousand, also when two come at once, and are read in pages of a hundred', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => `rawg_${5000 + at}`)
    await addGames(app, many)
    const { id } = await create({ game_ids: many.slice(0, 999) })
    const answers = await Promise.all(many.slice(999).map((game_id) => ann.post(`/api/lists/${id}/games`, { game_id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const full = answers.find(({ status }) => status === 409)
    expect([full?.body.code, full?.body.error]).toEqual(['list_full', 'A list can contain at most 1000 games'])
    expect(await order(id)).toHaveLength(1000)
    const page = async (at: number) => (await ann.get(`/api/lists/${id}/games?page=${at}`)).body
    expect(await page(1)).toMatchObject({ total: 1000, hasMore: true })
    const last = await page(10)
    expect([last.data.length, last.hasMore, last.data[99].position]).toEqual([100, false, 1000])
    expect((await page(11)).data).toEqual([])
  })

  test('have notes, which only the owner changes', async () => {
    const { id } = await shared()
    expect((await ann.put(`/api/lists/${id}/games/${B}`, { note: 'Bring\r\ntea' })).body.game.note).toBe('Bring\ntea')
    expect((await ann.put(`/api/lists/${id}/games/${B}`, { note: ' ' })).body.game.note).toBeNull()
    const missing = await ann.put(`/api/lists/${id}/games/${D}`, { note: 'x' })
    expect([missing.status, missing.body.code]).toEqual([404, 'list_game_not_found'])
  })

  test('are removed, and come back to their position', async () => {
    const { id } = await create({ game_ids: [A, B, C, D] })
    expect((await ann.delete(`/api/lists/${id}/games/${B}`)).status).toBe(204)
    expect(await order(id)).toEqual([A, C, D])
    expect((await ann.delete(`/api/lists/${id}/games/${B}`)).status).toBe(404)
    await ann.post(`/api/lists/${id}/games`, { game_id: B, position: 2, note: 'As it was' })
    expect(await order(id)).toEqual([A, B, C, D])
  })

  test('move behind another game or to the top', async () => {
    const { id } = await create({ game_ids: [A, B, C, D] })
    const move = (game_id: string, after: string | null) => ann.put(`/api/lists/${id}/order`, { game_id, after })
    expect((await move(D, A)).body).toEqual({ position: 2 })
    expect(await order(id)).toEqual([A, D, B, C])
    expect((await move(C, null)).body).toEqual({ position: 1 })
    expect((await move(C, B)).body).toEqual({ position: 4 })
    expect((await move(A, A)).body).toEqual({ position: 1 })
    expect(await order(id)).toEqual([A, D, B, C])
    for (const [game, after] of [
      [E, A],
      [A, E],
    ] as const)
      expect((await move(game, after)).status).toBe(404)
    expect(await gamesOf(id)).toEqual([A, D, B, C])
  })

  test('move to any position, behind the last one to the end', async () => {
    const { id } = await create({ game_ids: [A, B, C, D] })
    const move = (body: object) => ann.put(`/api/lists/${id}/order`, body)
    expect((await move({ game_id: A, position: 3 })).body).toEqual({ position: 3 })
    expect(await order(id)).toEqual([B, C, A, D])
    expect((await move({ game_id: B, position: 900 })).body).toEqual({ position: 4 })
    expect(await order(id)).toEqual([C, A, D, B])
    for (const [wrong, sentence] of [
      [{ position: 0 }, 'A position is a whole number from 1'],
      [{ position: 1.5 }, 'A position is a whole number from 1'],
      [{}, 'Name the game above the new place, or its position'],
      [{ position: 1, after: null }, 'Name the game above the new place, or its position'],
    ] as const) {
      const { status, body } = await move({ game_id: C, ...wrong })
      expect([status, body.error]).toEqual([400, sentence])
    }
    expect(await order(id)).toEqual([C, A, D, B])
  })

  test('keep unique positions without gaps when twenty tabs move, remove and add at once', async () => {
    const { id } = await create({ game_ids: GAMES.slice(0, 6) })
    const at = (index: number) => GAMES[index % 6] as string
    const works = Array.from({ length: 60 }, (_, step) => {
      if (step % 5 === 3) return ann.delete(`/api/lists/${id}/games/${at(step * 7)}`)
      if (step % 5 === 4) return ann.post(`/api/lists/${id}/games`, { game_id: at(step * 7), position: (step % 6) + 1 })
      return ann.put(`/api/lists/${id}/order`, { game_id: at(step * 5), after: step % 3 ? at(step * 11 + 1) : null })
    })
    const statuses = new Set((await Promise.all(works)).map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
    const left = await order(id)
    expect(new Set(left).size).toBe(left.length)
  })
})

test('the reader’s progress counts games that are completed, playing or dropped, and a visitor has none', async () => {
  const { id } = await shared({ game_ids: [A, B, C, D, E] })
  const entry = (game_id: string, status: string) => ({ user_id: bob.user.id, game_id, status })
  await app.db
    .insertInto('user_games')
    .values([entry(A, 'completed'), entry(B, 'playing'), entry(C, 'dropped'), entry(D, 'want_to_play')])
    .execute()
  const played = async (who: Pick<Client, 'get'>) => (await read(id, who)).body.list.played_count
  expect([await played(bob), await played(ann), await played(app.visitor())]).toEqual([3, 0, null])
})

describe('likes', () => {
  test('notify the author, and a second press takes like and notification back', async () => {
    const { id } = await shared()
    expect((await bob.post(`/api/lists/${id}/like`)).body).toEqual({ liked: true, likes_count: 1 })
    expect((await read(id, bob)).body.list).toMatchObject({ is_liked: true, likes_count: 1 })
    expect((await read(id)).body.list).toMatchObject({ is_liked: false, likes_count: 1 })
    expect((await ann.get('/api/notifications')).body.data).toMatchObject([
      { type: 'like', actors: [{ id: bob.user.id }], subject: { type: 'list', id, game: null } },
    ])
    expect((await bob.post(`/api/lists/${id}/like`)).body).toEqual({ liked: false, likes_count: 0 })
    expect((await ann.get('/api/notifications')).body.data).toEqual([])
  })

  test('are refused for one’s own list and for a private one', async () => {
    const { id } = await shared()
    const own = await ann.post(`/api/lists/${id}/like`)
    expect([own.status, own.body.code, own.body.error]).toEqual([403, 'own_list', 'You cannot like your own list'])
    const secret = await create()
    expect((await bob.post(`/api/lists/${secret.id}/like`)).status).toBe(404)
    const visitor = await app.visitor().post(`/api/lists/${id}/like`)
    expect([visitor.status, visitor.body.error]).toEqual([401, 'Please sign in to like lists'])
  })

  test('of disabled and deleted members leave the count, and come back with the member', async () => {
    const { id } = await shared()
    const cleo = await signUp(app)
    for (const who of [bob, cleo]) await who.post(`/api/lists/${id}/like`)
    const count = async () => (await read(id)).body.list.likes_count
    await disable(cleo, NOW)
    expect(await count()).toBe(1)
    await disable(cleo, null)
    expect(await count()).toBe(2)
    await app.db.deleteFrom('profiles').where('id', '=', cleo.user.id).execute()
    expect(await count()).toBe(1)
  })

  test('of a storm are counted exactly, while members are disabled and enabled', async () => {
    const { id } = await shared()
    const fans: Member[] = []
    for (let at = 0; at < 8; at += 1) fans.push(await signUp(app))
    const presses = Array.from({ length: 96 }, (_, at) => (fans[at % 8] as Member).post(`/api/lists/${id}/like`))
    const comings = [0, 1, 2, 3].map((at) => disable(fans[at] as Member, at % 2 ? null : NOW))
    await Promise.all([...presses, ...comings])
    const { likes_count } = await app.db
      .selectFrom('lists')
      .where('id', '=', id)
      .select('likes_count')
      .executeTakeFirstOrThrow()
    const rows = await app.db
      .selectFrom('list_likes')
      .innerJoin('profiles', 'profiles.id', 'list_likes.user_id')
      .where('list_id', '=', id)
      .where('disabled_at', 'is', null)
      .select('user_id')
      .execute()
    expect(likes_count).toBe(rows.length)
  })
})

describe('cloning', () => {
  test('copies title, order and ranking into a private list, without the author’s words', async () => {
    const { id } = await shared({ is_ranked: true, description: 'Ann’s words' })
    await ann.put(`/api/lists/${id}/games/${A}`, { note: 'Ann’s note' })
    await ann.put(`/api/lists/${id}/order`, { game_id: C, after: null })
    const answer = await bob.post(`/api/lists/${id}/clone`)
    expect(answer.status).toBe(201)
    const copy = answer.body.list
    expect(copy).toMatchObject({
      title: 'Rainy days',
      description: '',
      is_shared: false,
      is_ranked: true,
      games_count: 3,
      user: { id: bob.user.id },
      viewerCan: { edit: true },
    })
    expect(await order(copy.id)).toEqual([C, A, B])
    expect(JSON.stringify((await bob.get(`/api/lists/${copy.id}/games`)).body)).not.toContain('Ann’s note')
    expect((await read(copy.id)).status).toBe(404)
  })

  test('a private list of another member is refused', async () => {
    const { id } = await create()
    expect((await bob.post(`/api/lists/${id}/clone`)).status).toBe(404)
    expect((await bob.get('/api/lists/mine')).body.data).toEqual([])
  })
})

test('comments and reactions belong to the list, and a comment notifies its author', async () => {
  const { id } = await shared()
  await bob.post(`/api/lists/${id}/comments`, { content: 'Where is Tunic?' })
  await bob.post(`/api/lists/${id}/reactions`, { emoji: 'heart' })
  expect((await read(id, app.visitor())).body.list).toMatchObject({
    comments: [{ content: 'Where is Tunic?', list_id: id }],
    comments_count: 1,
    reactions: [{ count: 1 }],
  })
  const types = (await ann.get('/api/notifications')).body.data.map(({ type }: { type: string }) => type)
  expect(types.toSorted()).toEqual(['comment', 'reaction'])
})

test('a reported list shows the admin all its words, and can be hidden and put back', async () => {
  const { id } = await shared({ description: 'Buy gold.' })
  await ann.put(`/api/lists/${id}/games/${A}`, { note: 'At gold.example' })
  const report = await bob.post('/api/reports', { item_type: 'list', item_id: id, reason: 'spam' })
  expect(report.status).toBe(201)
  const [reported] = (await root.get('/api/admin/reports?show=open')).body.items
  expect(JSON.stringify(reported)).toContain('Rainy days\\nBuy gold.\\nAt gold.example')
  await root.put(`/api/admin/reports/list/${id}`, { action: 'hide', note: '' })
  expect((await read(id, bob)).status).toBe(404)
  await root.post(`/api/admin/reports/list/${id}/put-back`, { note: '' })
  expect((await read(id, bob)).status).toBe(200)
})

test('the export contains the member’s lists with the names of the games', async () => {
  await create({ game_ids: [A] })
  const { body } = await ann.get('/api/user/export')
  expect(JSON.stringify(body)).toContain('Rainy days')
  expect(JSON.stringify(body)).toContain('Game 101')
})
