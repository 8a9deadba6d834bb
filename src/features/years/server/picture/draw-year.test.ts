import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAMES = ['igdb_701', 'igdb_702', 'igdb_703', 'igdb_704', 'igdb_705', 'igdb_706', 'igdb_707']
const [A = '', B = ''] = GAMES
let ann: Member
let bob: Member
let root: Member
let visitor: Client

beforeAll(async () => {
  app.time.now = new Date('2026-11-22T15:00:00.000Z')
  await addGames(app, GAMES)
  bob = await signUp(app)
  root = await signUp(app, { becomeAdmin: true })
  visitor = app.visitor()
})

beforeEach(async () => {
  await app.db.deleteFrom('user_blocks').execute()
  ann = await signUp(app, { displayName: 'Ann' })
  await play(A, '2026-05-10', 120)
})

const play = async (game: string, played_on: string, minutes: number) =>
  expect((await ann.post(`/api/user/games/${game}/sessions`, { minutes, played_on })).status).toBe(201)

async function fetchPicture(search = '', who: Client = visitor, year = 2026, handle: string = ann.user.id) {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const address = `http://localhost:3000/api/profiles/${handle}/years/${year}/picture${search}`
  const response = await app.app.request(address, { headers: { cookie } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const bytesOf = async (search = '') => (await fetchPicture(search)).bytes.toString('base64')
const statuses = (...who: Client[]) => Promise.all(who.map(async (each) => (await fetchPicture('', each)).status))

describe('the picture of a year', () => {
  test.each([
    ['', 1200, 630],
    ['?size=wide', 1200, 630],
    ['?size=tall', 1080, 1920],
  ])('%s is a PNG of %i by %i pixels that caches revalidate', async (search, width, height) => {
    const { status, headers, bytes } = await fetchPicture(search)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const facts = await sharp(bytes).metadata()
    expect([facts.format, facts.width, facts.height]).toEqual(['png', width, height])
  })

  test('of another size is refused', async () => {
    expect((await fetchPicture('?size=square')).status).toBe(400)
  })

  test.each(['?size=wide', '?size=tall'])('%s stays the same until the year changes', async (search) => {
    const first = await bytesOf(search)
    expect(await bytesOf(search)).toBe(first)
    await play(B, '2026-06-01', 300)
    const second = await bytesOf(search)
    expect(second).not.toBe(first)
    await app.db.updateTable('profiles').set({ display_name: 'Anna' }).where('id', '=', ann.user.id).execute()
    expect(await bytesOf(search)).not.toBe(second)
  })

  test.each(['?size=wide', '?size=tall'])('%s is drawn for each number of games', async (search) => {
    for (const game of GAMES.slice(1)) {
      await play(game, '2026-06-01', 30)
      expect((await fetchPicture(search)).status).toBe(200)
    }
  })

  test('is drawn for a year of which a visitor may see nothing', async () => {
    await saveSettings(app, ann, { sections: { library: 'private', activity: 'private' } })
    expect((await fetchPicture('?size=tall')).status).toBe(200)
  })

  test('shows everybody what a visitor may see, and nothing of a private library', async () => {
    const open = await bytesOf()
    await saveSettings(app, ann, { sections: { library: 'private' } })
    const closed = await bytesOf()
    expect(closed).not.toBe(open)
    for (const who of [ann, bob, root])
      expect((await fetchPicture('', who)).bytes.toString('base64') === closed).toBe(true)
    await ann.patch(`/api/library/${A}`, { user_rating: 10 })
    await play(A, '2026-05-10', 45)
    expect(await bytesOf()).toBe(closed)
  })
})

describe('there is no picture', () => {
  test.each(['private', 'friends'])('of a %s profile, not even for its owner', async (visibility) => {
    await saveSettings(app, ann, { visibility })
    expect(await statuses(visitor, bob, root, ann)).toEqual([404, 404, 404, 404])
  })

  test('across a block, in either direction', async () => {
    for (const [blocker, blocked] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await app.db.deleteFrom('user_blocks').execute()
      const row = { blocker_id: blocker.user.id, blocked_id: blocked.user.id }
      await app.db.insertInto('user_blocks').values(row).execute()
      expect(await statuses(bob, visitor)).toEqual([404, 200])
    }
  })

  test('of a disabled member', async () => {
    await app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    expect(await statuses(visitor, bob)).toEqual([404, 404])
  })

  test('of a year without a page', async () => {
    expect((await fetchPicture('', visitor, 2025)).status).toBe(404)
    expect((await fetchPicture('', visitor, 2027)).status).toBe(404)
    expect((await fetchPicture('', visitor, 2026, crypto.randomUUID())).status).toBe(404)
  })
})
