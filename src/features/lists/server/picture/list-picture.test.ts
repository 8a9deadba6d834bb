import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAMES = Array.from({ length: 8 }, (_, at) => `igdb_${101 + at}`)
const NOBODY = '01900000-0000-7000-8000-000000000000'

let ann: Member
let bob: Member
let root: Member
let visitor: Client

beforeAll(async () => {
  await addGames(app, GAMES)
  ann = await signUp(app, { username: 'ann', displayName: 'Ann' })
  bob = await signUp(app, { username: 'bob', displayName: 'Bob' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
  visitor = app.visitor()
})

beforeEach(async () => {
  for (const table of ['lists', 'user_blocks', 'friends'] as const) await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
})

async function create(body: object = {}): Promise<string> {
  const draft = { title: 'Rainy days', is_shared: true, game_ids: GAMES.slice(0, 6), ...body }
  return (await ann.post('/api/lists', draft)).body.list.id
}
async function fetchPicture(id: string, who: Client = visitor, headers: Record<string, string> = {}) {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.app.request(`http://localhost:3000/api/lists/${id}/picture`, {
    headers: { cookie, ...headers },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const bytesOf = async (id: string) => (await fetchPicture(id)).bytes.toString('base64')
const statuses = async (id: string, ...who: Client[]) =>
  Promise.all(who.map(async (each) => (await fetchPicture(id, each)).response.status))

describe('the picture of a list', () => {
  test('is a PNG of 1200 by 630 pixels', async () => {
    const { response, bytes } = await fetchPicture(await create())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
  })

  test('may be cached by everybody who asks again each time, and is not sent again unchanged', async () => {
    const id = await create()
    const { headers } = (await fetchPicture(id)).response
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = await fetchPicture(id, visitor, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.response.status, again.bytes.length]).toEqual([304, 0])
  })

  test('stays the same until the list changes', async () => {
    const id = await create()
    const first = await bytesOf(id)
    expect(await bytesOf(id)).toBe(first)
    const seen = new Set([first])
    await ann.put(`/api/lists/${id}`, { title: 'Sunny days', is_shared: true })
    seen.add(await bytesOf(id))
    await ann.put(`/api/lists/${id}/order`, { game_id: GAMES[4], after: null })
    seen.add(await bytesOf(id))
    await ann.delete(`/api/lists/${id}/games/${GAMES[5]}`)
    seen.add(await bytesOf(id))
    expect(seen.size).toBe(4)
  })

  test.each([0, 1, 3, 4, 5, 8])('is drawn for a list of %i games', async (count) => {
    const id = await create({ game_ids: GAMES.slice(0, count) })
    expect((await sharp((await fetchPicture(id)).bytes).metadata()).height).toBe(630)
  })

  test.each([
    'M'.repeat(150),
    '\u202egnirts \u200b desrever',
    '👩‍👩‍👧‍👦🏴‍☠️🔥',
    'مرحبا بالعالم (2026) hello',
    '<script>alert("&")</script>',
    'https://example.org/?q=a&b',
  ])('is drawn for the title %s', async (title) => {
    const id = await create({ title })
    expect((await fetchPicture(id)).response.status).toBe(200)
  })

  test('is the same for everybody who may see the list', async () => {
    const id = await create()
    const [first, ...others] = await Promise.all([visitor, ann, bob, root].map((who) => fetchPicture(id, who)))
    for (const { bytes } of others) expect(bytes.equals(first!.bytes)).toBe(true)
  })
})

describe('there is no picture', () => {
  test('of a private list, not even for its owner', async () => {
    expect(await statuses(await create({ is_shared: false }), visitor, bob, root, ann)).toEqual([404, 404, 404, 404])
  })

  test('of a profile that strangers may not see, not even for a friend', async () => {
    const id = await create()
    const tie = { user_id: ann.user.id, friend_id: bob.user.id, status: 'accepted' }
    await app.db.insertInto('friends').values(tie).execute()
    await saveSettings(app, ann, { visibility: 'friends' })
    expect(await statuses(id, visitor, bob, root, ann)).toEqual([404, 404, 404, 404])
  })

  test('across a block, in either direction', async () => {
    const id = await create()
    for (const [blocker, blocked] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await app.db.deleteFrom('user_blocks').execute()
      const row = { blocker_id: blocker.user.id, blocked_id: blocked.user.id }
      await app.db.insertInto('user_blocks').values(row).execute()
      expect(await statuses(id, bob, visitor)).toEqual([404, 200])
    }
  })

  test('of a list that an admin has hidden, or whose author is disabled', async () => {
    const id = await create()
    await app.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', id).execute()
    expect(await statuses(id, visitor, root, ann)).toEqual([404, 404, 404])
    await app.db.updateTable('lists').set({ hidden_at: null }).where('id', '=', id).execute()
    await app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    expect(await statuses(id, visitor, root)).toEqual([404, 404])
  })

  test('of an unknown list; an id of another form is refused', async () => {
    expect(await statuses(NOBODY, visitor)).toEqual([404])
    expect(await statuses('rainy-days', visitor)).toEqual([400])
  })
})
