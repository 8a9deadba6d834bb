import { describe, expect, test } from 'vitest'
import { LISTED_GAMES, LISTS_NOW, useListsApp } from '#tests/support/lists-app.ts'
import { type Member, signUp } from '#tests/support/members.ts'

const { app, ann, bob, root, create, shared, read, order, disable } = useListsApp()
const [A = '', B = '', C = ''] = LISTED_GAMES

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
    await disable(cleo, LISTS_NOW)
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
    const comings = [0, 1, 2, 3].map((at) => disable(fans[at] as Member, at % 2 ? null : LISTS_NOW))
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
