import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { IMPORT_FILE_TEXTS } from '#features/imports/import-file.texts.ts'
import { IMPORT_TEXTS } from '#features/imports/imports.texts.ts'
import { startFakeUpstream } from '#tests/support/fake-upstream.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'
import type { Member } from '#tests/support/members.ts'
import { STEAM_REFUSALS } from '../steam.texts.ts'

const OWNER = '76561197960287930'
const HIDDEN = '76561197960287931'
const KEY = 'the-key-of-the-operator'

/** Answers as Steam does: an empty response for a profile that hides its games, and 403 with HTML for a wrong key. */
const steam = await startFakeUpstream(({ path, query }) => {
  if (query.get('key') !== KEY) return { status: 403, headers: { 'content-type': 'text/html' }, body: '<html></html>' }
  if (path === '/ISteamUser/ResolveVanityURL/v1/')
    return query.get('vanityurl') === 'robin'
      ? { body: { response: { steamid: OWNER, success: 1 } } }
      : { body: { response: { success: 42, message: 'No match' } } }
  if (query.get('steamid') !== OWNER) return { body: { response: {} } }
  const games = [
    { appid: 20, name: 'Heron', playtime_forever: 90, playtime_windows_forever: 90, rtime_last_played: 1_700_000_000 },
    { appid: 30, name: 'Lynx Patrol', playtime_forever: 0, rtime_last_played: 0 },
  ]
  return { body: { response: { game_count: games.length, games } } }
})
afterAll(() => steam.close())
beforeEach(() => {
  steam.failWith(null)
  steam.requests.length = 0
})

const SETTINGS = { STEAM_API_KEY: KEY, STEAM_URL: steam.url, LOG_LEVEL: 'warn' }
const ask = (member: Member, profile: string) => member.post('/api/imports/steam', { profile })

describe('with a key', () => {
  const { app, ann, step, stateOf, library } = useImportsApp(SETTINGS)

  test.each([
    ['robin'],
    ['https://steamcommunity.com/id/robin/'],
    ['steamcommunity.com/profiles/76561197960287930/games?tab=all'],
    [` ${OWNER} `],
  ])('the games of %j are read, previewed, written and undone like a file', async (profile) => {
    const answer = await ask(ann, profile)
    expect(answer.status).toBe(201)
    const { id, file_name, preset } = answer.body.import
    expect([file_name, preset]).toEqual([
      `Steam profile ${profile === 'robin' || profile.includes('/id/') ? 'robin' : OWNER}`,
      'steam',
    ])
    await app.work()
    expect(await stateOf(ann, id)).toMatchObject({ state: 'ready', counts: { total: 2, new: 2 } })
    await step(ann, id, 'apply')
    expect(await library(ann)).toMatchObject([
      { game_id: 'igdb_5', play_time: 1.5 },
      { game_id: 'igdb_6', play_time: 0 },
    ])
    await step(ann, id, 'undo')
    expect(await library(ann)).toEqual([])
  })

  test('asks for free games and names, and the member can read that Steam is on', async () => {
    await ask(ann, OWNER)
    const [request] = steam.requests
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      key: KEY,
      steamid: OWNER,
      format: 'json',
      include_appinfo: '1',
      include_played_free_games: '1',
    })
    expect((await ann.get('/api/steam')).body).toEqual({ is_on: true, link: null, pause: null })
  })

  test('a profile that hides its games, and one that nobody has, are refused by name', async () => {
    expect(await ask(ann, HIDDEN)).toMatchObject({
      status: 400,
      body: { code: 'import_steam_private', error: IMPORT_FILE_TEXTS.import_steam_private },
    })
    expect(await ask(ann, 'nobody')).toMatchObject({
      status: 404,
      body: { code: 'steam_unknown', error: STEAM_REFUSALS.steam_unknown },
    })
    expect((await ann.get('/api/imports')).body.imports).toEqual([])
  })

  test.each([['ro bin'], ['https://example.org/id/robin'], ['steamcommunity.com/profiles/robin'], ['<b>']])(
    '%j is no profile, and Steam is not asked',
    async (profile) => {
      expect(await ask(ann, profile)).toMatchObject({ status: 400, body: { code: 'steam_profile' } })
      expect(steam.requests).toEqual([])
    },
  )

  test('while another import is open Steam is not asked', async () => {
    await ask(ann, OWNER)
    steam.requests.length = 0
    expect(await ask(ann, OWNER)).toMatchObject({ status: 409, body: { error: IMPORT_TEXTS.open } })
    expect(steam.requests).toEqual([])
  })
})

describe('when Steam fails', () => {
  const { app, ann } = useImportsApp({ ...SETTINGS, SOURCE_TIMEOUT_SECONDS: '1' })
  let days = 0

  test.each([
    ['rate_limited', 'steam_busy'],
    ['wrong_type', 'steam_unreachable'],
    ['garbage', 'steam_unreachable'],
    ['server_error', 'steam_unreachable'],
    ['drop', 'steam_unreachable'],
    ['hang', 'steam_unreachable'],
  ] as const)('%s is said in a sentence with 503, and nothing is stored', async (fault, code) => {
    // Each failure may open the circuit, or begin a pause of all nodes; both are over on the next day.
    days += 1
    app.time.now = new Date(app.time.now.getTime() + days * 24 * 3_600_000)
    steam.failWith(fault)
    expect(await ask(ann, OWNER)).toMatchObject({ status: 503, body: { code, error: STEAM_REFUSALS[code] } })
    expect((await ann.get('/api/imports')).body.imports).toEqual([])
    expect(app.logged()).not.toContain(KEY)
  })
})

describe('with a key that Steam refuses', () => {
  const { ann } = useImportsApp({ ...SETTINGS, STEAM_API_KEY: 'an old key' })

  test('the member reads that the operator has to replace it', async () => {
    expect(await ask(ann, OWNER)).toMatchObject({ status: 503, body: { code: 'steam_key' } })
  })
})

describe('without a key', () => {
  const { ann } = useImportsApp()

  test('the form is not offered, and the endpoint refuses', async () => {
    expect((await ann.get('/api/steam')).body.is_on).toBe(false)
    expect(await ask(ann, OWNER)).toMatchObject({ status: 404, body: { code: 'steam_off' } })
  })
})
