import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { achievementView } from '#features/catalogue/server/catalogue.service.ts'
import { isSignedImage, signedImageAddress } from '#server/signed-images.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { useMember } from '#tests/support/members.ts'
import { instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const rawg = scriptedSource('rawg')
const { sleep } = instantSleep(rawg.isHanging)
const app = useTestApp({ LOG_LEVEL: 'silent' }, { catalogueEdges: { sources: [rawg], sleep } })
const admin = useMember(app, { becomeAdmin: true })
const member = useMember(app)
const REQUIRED = 'Game ID and a non-empty achievements list are required'
const URL = '/api/achievements/batch'
let last = 500

/** A game that no earlier test has used. */
async function newGame(source: 'igdb' | 'rawg' = 'igdb'): Promise<string> {
  const id = `${source}_${++last}`
  await addGames(app, [id])
  return id
}
const named = (count: number, prefix = 'Deed') =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n + 1}` }))
const listed = async (game: string) => (await app.visitor().get(`/api/games/${game}/achievements`)).body.data
const names = async (game: string) => (await listed(game)).map(({ name }: { name: string }) => name)

beforeEach(() => rawg.reset())

test.each([
  ['no game_id', { achievements: [{ name: 'A' }] }],
  ['an empty game_id', { game_id: ' ', achievements: [{ name: 'A' }] }],
  ['an empty list', { game_id: 'igdb_1942', achievements: [] }],
  ['no list', { game_id: 'igdb_1942' }],
  ['no list but a text', { game_id: 'igdb_1942', achievements: 'all' }],
  ['nothing', {}],
])('a batch with %s is refused [R-BADGE-03]', async (_what, body) => {
  const answer = await admin.post(URL, body)
  expect([answer.status, answer.body.error]).toEqual([400, REQUIRED])
})

test('a batch needs a session, a game that exists, names and https icons', async () => {
  const game_id = await newGame()
  const answers = [
    await app.visitor().post(URL, { game_id, achievements: named(1) }),
    await admin.post(URL, { game_id: 'igdb_499999', achievements: named(1) }),
    await admin.post(URL, { game_id: 'nonsense', achievements: named(1) }),
    await admin.post(URL, { game_id, achievements: [{ name: ' ' }] }),
    await admin.post(URL, { game_id, achievements: [{ name: 'A', icon_url: 'http://icons.example/a.png' }] }),
    await admin.post(URL, { game_id, achievements: [{ name: 'A', icon_url: 'javascript:alert(1)' }] }),
  ]
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [401, 'Not authenticated'],
    [404, 'Game not found'],
    [400, 'Invalid game id'],
    [400, 'Achievement name is required'],
    [400, 'Icon address must begin with https://'],
    [400, 'Icon address must begin with https://'],
  ])
  expect(await listed(game_id)).toEqual([])
})

describe('an admin', () => {
  test('stores the list of a game, and changes it by id or by name', async () => {
    const game_id = await newGame()
    const first = await admin.post(URL, {
      game_id,
      achievements: [
        { name: 'Landfall', description: 'Reach the island.' },
        { name: 'Harbour', external_id: 'h1' },
      ],
    })
    expect([first.status, first.body.data.map(({ name }: { name: string }) => name)]).toEqual([
      200,
      ['Landfall', 'Harbour'],
    ])
    const ids = first.body.data.map(({ id }: { id: string }) => id)
    const second = await admin.post(URL, {
      game_id,
      achievements: [
        { name: 'Safe harbour', external_id: 'h1' },
        { name: 'landfall' },
        { name: 'Landfall', description: 'x' },
      ],
    })
    expect(second.body.data).toMatchObject([
      { id: ids[1], name: 'Safe harbour' },
      { id: ids[0], name: 'landfall', description: 'Reach the island.' },
    ])
    expect((await app.visitor().get(`/api/games/${game_id}`)).body.game.achievements.total).toBe(2)
  })

  test('stores at most fifty of a game, in one request and in several [R-BADGE-05]', async () => {
    const game_id = await newGame()
    const tooMany = { status: 400, error: 'A game can have at most 50 achievements' }
    const send = async (achievements: object[]) => {
      const { status, body } = await admin.post(URL, { game_id, achievements })
      return { status, ...(body.error && { error: body.error }) }
    }
    expect(await send(named(51))).toEqual(tooMany)
    expect(await send(named(50))).toEqual({ status: 200 })
    expect(await send([...named(1), { name: 'One more' }])).toEqual(tooMany)
    expect(await names(game_id)).toHaveLength(50)
    expect(await send(named(50))).toEqual({ status: 200 })
    expect(await names(game_id)).toHaveLength(50)
  })

  test('concurrently adds no more than fifty', async () => {
    const game_id = await newGame()
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((prefix) => admin.post(URL, { game_id, achievements: named(30, prefix) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await names(game_id)).toHaveLength(30)
  })

  test('may name an icon at any host, which readers get through the image service', () => {
    const signIcon = (url: string) => signedImageAddress('secret', url, 128)
    const row = { id: '1', name: 'A', description: null, rarity: null }
    const icon = (icon_url: string | null) => achievementView({ ...row, icon_url }, { signIcon }).icon_url
    const signature = icon('https://icons.example/a.png')?.match(/^\/api\/image\?.*&s=(.+)$/)?.[1] ?? ''
    expect(isSignedImage('secret', 'https://icons.example/a.png', signature)).toBe(true)
    // The host of a source's pictures has not been reached in this test.
    expect(icon('https://media.rawg.io/a.png')).toBeNull()
    expect(icon(null)).toBeNull()
  })
})

describe('a member', () => {
  const ofSource = { externalId: '7', name: 'Of the source', description: null, iconUrl: null, rarity: 12.5 }

  test('makes the server store what the source lists, whatever the member sends', async () => {
    const game_id = await newGame('rawg')
    rawg.achievements = [ofSource]
    const { status, body } = await member.post(URL, { game_id, achievements: [{ name: 'Invented' }] })
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, ['Of the source']])
    expect(await listed(game_id)).toMatchObject([{ name: 'Of the source', rarity: 12.5 }])
    // The response of the source is used for a day.
    await member.post(URL, { game_id, achievements: [{ name: 'Invented' }] })
    expect(rawg.times('fetchAchievements')).toBe(1)
  })

  test('is refused for a game whose source lists no achievements, and nothing is stored', async () => {
    const [ofIgdb, ofRawg] = [await newGame('igdb'), await newGame('rawg')]
    for (const game_id of [ofIgdb, ofRawg]) {
      const { status, body } = await member.post(URL, { game_id, achievements: [{ name: 'Invented' }] })
      expect([status, body.error]).toEqual([
        403,
        'Only admins can add achievements of a game whose source does not list them',
      ])
      expect(await listed(game_id)).toEqual([])
    }
  })

  test('is refused while the source does not respond', async () => {
    const game_id = await newGame('rawg')
    rawg.achievements = [ofSource]
    rawg.fail('server')
    const { status, body } = await member.post(URL, { game_id, achievements: [{ name: 'Invented' }] })
    expect([status, body.error]).toEqual([502, 'Failed to fetch achievements'])
    expect(await listed(game_id)).toEqual([])
  })
})

describe('while the database fails', () => {
  afterEach(() => sql`drop trigger fail_storing on game_achievements`.execute(app.db))

  test('a batch fails with its documented sentence and stores nothing [R-BADGE-04]', async () => {
    const [ofIgdb, ofRawg] = [await newGame(), await newGame('rawg')]
    rawg.achievements = [{ externalId: '7', name: 'Broken', description: null, iconUrl: null, rarity: null }]
    await sql`
      create or replace function fail_storing() returns trigger language plpgsql as $$
      begin
        if new.name = 'Broken' then raise exception 'cannot be stored'; end if;
        return new;
      end $$`.execute(app.db)
    await sql`
      create trigger fail_storing before insert on game_achievements
      for each row execute function fail_storing()`.execute(app.db)
    for (const [who, game_id] of [
      [admin, ofIgdb],
      [member, ofRawg],
    ] as const) {
      const { status, body } = await who.post(URL, { game_id, achievements: [{ name: 'Whole' }, { name: 'Broken' }] })
      expect([status, body.error]).toEqual([500, 'Failed to batch create achievements'])
      expect(await listed(game_id)).toEqual([])
    }
  })
})
