import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara' })
const juno = useMember(app, { username: 'juno' })
const root = useMember(app, { username: 'root', becomeAdmin: true })
const OFF = { first_texts: 3, first_days: 0, link_days: 0, words: [] as string[] }
const GAME = 'igdb_101'
const SECRET = 'Cheap gold'

const rules = (more: object = {}) => root.put('/api/admin/hold-rules', { ...OFF, ...more })
const waiting = async () => (await root.get('/api/admin/held')).body
const decide = async (type: string, id: string, decision: string, note?: string) =>
  (await root.post('/api/admin/held', { items: [{ type, id }], decision, ...(note && { note }) })).body
const bell = async (who: Member) => (await who.get('/api/notifications')).body.data

beforeAll(() => addGames(app, [GAME], () => 'Hades'))
beforeEach(async () => {
  for (const table of ['held_texts', 'lists', 'conversations', 'waiting_messages', 'notifications', 'friends'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db
    .updateTable('profiles')
    .set({ bio: null, website: null, waiting_texts: null, created_at: app.time.now })
    .execute()
  expect((await rules({ words: ['gold'] })).status).toBe(200)
})

describe('a list', () => {
  const make = async (who: Member, more: object = {}) =>
    (await who.post('/api/lists', { title: SECRET, is_shared: true, game_ids: [GAME], ...more })).body.list
  const shownTo = async (who: Pick<Member, 'get'>) =>
    JSON.stringify(
      await Promise.all(
        ['/api/lists', '/api/lists/browse', '/api/profiles/mara/lists', `/api/search?q=${SECRET}`, '/lists'].map(
          async (path) => (await who.get(path)).body,
        ),
      ),
    )

  test('that is shared waits: its author sees why, nobody else sees it, and a moderator publishes it', async () => {
    const { id, hold } = await make(mara)
    expect(hold).toEqual({ state: 'waiting', reason: 'word', note: null })
    expect((await mara.get(`/api/lists/${id}`)).body.list.hold.state).toBe('waiting')
    for (const who of [juno, app.visitor()]) {
      expect((await who.get(`/api/lists/${id}`)).status).toBe(404)
      expect(await shownTo(who)).not.toContain(SECRET)
    }
    expect(await waiting()).toMatchObject({ total: 1, data: [{ type: 'list', id, text: SECRET }] })
    expect(await decide('list', id, 'publish')).toEqual({ decided: 1, gone: 0 })
    expect((await app.visitor().get(`/api/lists/${id}`)).body.list).toMatchObject({ hold: null, isHidden: false })
    expect(await decide('list', id, 'publish')).toEqual({ decided: 0, gone: 1 })
    expect((await bell(mara))[0].type).toBe('moderation')
  })

  test('waits when it becomes shared, when its words change and with a note; a private one never waits', async () => {
    const { id, hold } = await make(mara, { is_shared: false })
    expect(hold).toBe(null)
    const edit = async (draft: object) => (await mara.put(`/api/lists/${id}`, { ...draft })).body.list
    expect((await edit({ title: 'Good ones', is_shared: true })).hold).toBe(null)
    expect((await edit({ title: 'Good ones', description: SECRET, is_shared: true })).hold.state).toBe('waiting')
    await decide('list', id, 'decline', 'No advertising.')
    expect((await mara.get(`/api/lists/${id}`)).body.list.hold).toMatchObject({
      state: 'declined',
      note: 'No advertising.',
    })
    expect((await juno.get(`/api/lists/${id}`)).status).toBe(404)
    await mara.delete(`/api/lists/${id}`)
    expect(await app.db.selectFrom('held_texts').selectAll().execute()).toEqual([])
    const noted = await make(mara, { title: 'Noted' })
    await mara.put(`/api/lists/${noted.id}/games/${GAME}`, { note: SECRET })
    expect((await mara.get(`/api/lists/${noted.id}`)).body.list.hold?.state).toBe('waiting')
  })

  test('the first lists of a new member wait, and count as texts', async () => {
    await rules({ first_days: 30, first_texts: 1 })
    const { id } = await make(mara, { title: 'First' })
    expect((await waiting()).data).toMatchObject([{ id, reason: 'first' }])
    await decide('list', id, 'publish')
    expect((await make(mara, { title: 'Second' })).hold).toBe(null)
  })
})

describe('texts about oneself', () => {
  const save = async (draft: object) => (await mara.patch('/api/profiles/me', draft)).body.profile
  const shown = async (who: Pick<Member, 'get'> = app.visitor()) => (await who.get('/api/profiles/mara')).body.profile

  test('wait while others read what was there before, until a moderator publishes them', async () => {
    await save({ bio: 'Plays slowly.' })
    expect(await save({ bio: SECRET, website: 'https://gold.example' })).toMatchObject({
      ...{ bio: SECRET, website: 'https://gold.example', hold: { state: 'waiting', note: null } },
    })
    for (const who of [app.visitor(), juno])
      expect(await shown(who)).toMatchObject({ bio: 'Plays slowly.', website: null })
    for (const path of ['/api/members', '/api/search?q=mara', '/profile/mara'])
      expect(JSON.stringify((await juno.get(path)).body)).not.toContain(SECRET)
    expect((await waiting()).data).toMatchObject([
      { type: 'about', id: mara.user.id, text: `${SECRET}\nhttps://gold.example`, href: `/profile/${mara.user.id}` },
    ])
    expect(await decide('about', mara.user.id, 'publish')).toEqual({ decided: 1, gone: 0 })
    expect(await shown()).toMatchObject({ bio: SECRET, website: 'https://gold.example' })
    expect((await mara.get('/api/profiles/me')).body.profile.hold).toBe(null)
    expect(await decide('about', mara.user.id, 'publish')).toEqual({ decided: 0, gone: 1 })
  })

  test('are declined with a reason, and others that break no rule take their place', async () => {
    await save({ bio: SECRET })
    await decide('about', mara.user.id, 'decline', 'No advertising.')
    expect((await mara.get('/api/profiles/me')).body.profile).toMatchObject({
      ...{ bio: SECRET, hold: { state: 'declined', note: 'No advertising.' } },
    })
    expect((await shown()).bio).toBe(null)
    expect(await save({ bio: 'Plays slowly.' })).toMatchObject({ bio: 'Plays slowly.', hold: null })
    expect((await shown()).bio).toBe('Plays slowly.')
    expect(await app.db.selectFrom('held_texts').selectAll().execute()).toEqual([])
  })

  test('that are removed wait no longer; a name never waits', async () => {
    await save({ bio: 'Plays slowly.' })
    await save({ bio: SECRET })
    expect(await save({ display_name: 'Mara', bio: '' })).toMatchObject({ bio: null, hold: null, display_name: 'Mara' })
    expect((await waiting()).total).toBe(0)
  })
})

describe('a message', () => {
  const send = (who: Member, to: Member, content = SECRET, key?: string) =>
    who.post('/api/messages', { userId: to.user.id, content, ...(key && { key }) })
  const thread = async (who: Member, other: Member) =>
    (await who.get(`/api/messages?userId=${other.user.id}`)).body.messages

  test('to a stranger waits: the recipient learns nothing of it until a moderator delivers it', async () => {
    const key = crypto.randomUUID()
    const { message } = (await send(mara, juno, SECRET, key)).body
    expect(message).toMatchObject({ content: SECRET, hold: { state: 'waiting', reason: 'word' } })
    expect((await send(mara, juno, SECRET, key)).body.message.id).toBe(message.id)
    expect((await send(mara, juno, 'Hello?')).body.code).toBe('message_held')
    expect(await thread(mara, juno)).toMatchObject([{ id: message.id, hold: { state: 'waiting' } }])
    expect((await mara.get('/api/messages/conversations')).body.data).toMatchObject([{ member: { id: juno.user.id } }])
    const readBy = async (who: Member) =>
      JSON.stringify([await thread(who, mara), (await who.get('/api/messages/conversations')).body, await bell(who)])
    expect(await readBy(juno)).toBe(JSON.stringify([[], { data: [], nextCursor: null }, []]))
    expect((await juno.get('/api/messages/unread')).body.unread).toBe(0)
    expect((await waiting()).data).toMatchObject([{ type: 'message', id: message.id, text: SECRET }])
    expect(await decide('message', message.id, 'publish')).toEqual({ decided: 1, gone: 0 })
    expect(await thread(juno, mara)).toMatchObject([{ id: message.id, content: SECRET, hold: null }])
    expect((await bell(juno))[0].type).toBe('message')
    expect(await thread(mara, juno)).toMatchObject([{ id: message.id, hold: null }])
    expect(await app.db.selectFrom('waiting_messages').selectAll().execute()).toEqual([])
  })

  test('to a friend, to who has written before and of a moderator does not wait', async () => {
    expect((await send(root, mara)).body.message.hold).toBe(null)
    expect((await send(mara, root)).body.message.hold).toBe(null)
    await app.db
      .insertInto('friends')
      .values({ user_id: mara.user.id, friend_id: juno.user.id, status: 'accepted' })
      .execute()
    expect((await send(mara, juno)).body.message.hold).toBe(null)
  })

  test('that is declined stays with its sender, who can delete it and write another', async () => {
    const { id } = (await send(mara, juno)).body.message
    await decide('message', id, 'decline', 'No advertising.')
    expect(await thread(mara, juno)).toMatchObject([{ hold: { state: 'declined', note: 'No advertising.' } }])
    expect(await thread(juno, mara)).toEqual([])
    expect((await juno.delete(`/api/messages/${id}`)).status).toBe(404)
    expect((await mara.delete(`/api/messages/${id}`)).status).toBe(204)
    expect(await app.db.selectFrom('held_texts').selectAll().execute()).toEqual([])
    expect((await send(mara, juno, 'Hello')).body.message.hold).toBe(null)
  })

  test('after a block nobody delivers it', async () => {
    const { id } = (await send(mara, juno)).body.message
    await juno.post('/api/blocks', { user_id: mara.user.id })
    await decide('message', id, 'publish')
    expect(await thread(juno, mara)).toEqual([])
    expect(await bell(juno)).toEqual([])
    expect((await waiting()).total).toBe(0)
  })
})
