import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const [GAME, SECOND, THIRD] = ['igdb_1942', 'igdb_7346', 'igdb_1020'] as const
const UNKNOWN = '019a0000-0000-7000-8000-000000000000'
let mara: Member
let sol: Member
let script: Script
let stranger: Script
beforeAll(async () => {
  await addGames(app, [GAME, SECOND, THIRD])
  mara = await signUp(app, { username: 'mara' })
  sol = await signUp(app, { username: 'sol' })
  script = await newScript(app, mara)
  stranger = await newScript(app, sol)
})
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  script.send(method, `/api/v1${path}`, { ...(body !== undefined && { body }), headers })

describe('a review', () => {
  test('is written with a rating of 1 to 10, once, replaced and deleted', async () => {
    const draft = { game_id: GAME, rating: 9, text: 'The <b>side</b> quests<script>x</script>.', platform: 'Switch' }
    const created = await send('POST', '/reviews', draft)
    expect([created.status, created.body.data]).toMatchObject([201, { rating: 9, is_public: true, platform: 'Switch' }])
    expect(created.body.data.text_html).not.toContain('script')
    const { id, updated_at } = created.body.data
    const again = await send('POST', '/reviews', draft)
    expect([again.status, again.body.code]).toEqual([409, 'duplicate'])

    app.time.now = new Date(app.time.now.getTime() + 1000)
    const replaced = await send('PUT', `/reviews/${id}`, { rating: 7, text: 'Less.', is_public: false, updated_at })
    expect([replaced.status, replaced.body.data]).toMatchObject([200, { id, rating: 7, is_public: false }])
    const late = await send('PUT', `/reviews/${id}`, { rating: 1, text: 'Late.', is_public: true, updated_at })
    expect([late.status, late.body.code]).toEqual([409, 'changed_by_somebody'])
    expect((await mara.get(`/api/reviews/${id}`)).body.review).toMatchObject({ rating: 3.5, is_public: false })

    for (const [method, body] of [['PUT', { rating: 1, text: 'Not mine.', is_public: true }], ['DELETE']] as const) {
      const refused = await stranger.send(method, `/api/v1/reviews/${id}`, { ...(body && { body }) })
      expect([refused.status, refused.body.code]).toEqual([404, 'review_not_found'])
    }
    expect((await send('DELETE', `/reviews/${id}`)).status).toBe(204)
    expect((await send('GET', `/reviews/${id}`)).status).toBe(404)
  })

  test.each([
    ['a rating of half stars', { rating: 4.5 }, 'rating'],
    ['a rating of 11', { rating: 11 }, 'rating'],
    ['no text', { text: ' ' }, 'text'],
    ['5,001 characters', { text: 'x'.repeat(5001) }, 'text'],
    ['a game id that is none', { game_id: 'chess' }, 'game_id'],
  ])('with %s is refused by field', async (_, wrong, field) => {
    const { status, body } = await send('POST', '/reviews', { game_id: SECOND, rating: 8, text: 'Fine.', ...wrong })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'validation_failed', [field]])
  })

  test('is never made public by a field that a script left out', async () => {
    const { body } = await send('POST', '/reviews', { game_id: THIRD, rating: 5, text: 'Mine.', is_public: false })
    const { status } = await send('PUT', `/reviews/${body.data.id}`, { rating: 6, text: 'Mine.' })
    expect([status, (await send('GET', `/reviews/${body.data.id}`)).body.data.is_public]).toEqual([400, false])
  })
})

describe('a list', () => {
  test('is created once for each key, and its games are placed, noted, moved and removed', async () => {
    const draft = { title: 'Winter', game_ids: [GAME, SECOND] }
    const first = await send('POST', '/lists', draft, { 'idempotency-key': 'winter' })
    const second = await send('POST', '/lists', draft, { 'idempotency-key': 'winter' })
    expect([first.status, first.body.data]).toMatchObject([201, { is_shared: false, games_count: 2 }])
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
    expect((await send('GET', '/profiles/me/lists')).body.data).toHaveLength(1)

    const { id } = first.body.data
    const order = async () =>
      (await send('GET', `/lists/${id}/games`)).body.data.map(
        ({ game, position, note }: { game: { id: string }; position: number; note: string }) =>
          `${position} ${game.id} ${note}`,
      )
    const added = await send('PUT', `/lists/${id}/games/${THIRD}`, { position: 1, note: 'First' })
    expect([added.status, added.body.data]).toMatchObject([201, { position: 1, note: 'First', game: { id: THIRD } }])
    expect(await order()).toEqual([`1 ${THIRD} First`, `2 ${GAME} null`, `3 ${SECOND} null`])
    const moved = await send('PUT', `/lists/${id}/games/${THIRD}`, { position: 99 })
    expect([moved.status, moved.body.data]).toMatchObject([200, { position: 3, note: 'First' }])
    expect((await send('PUT', `/lists/${id}/games/${SECOND}`, { note: 'Then' })).body.data.position).toBe(2)
    expect(await order()).toEqual([`1 ${GAME} null`, `2 ${SECOND} Then`, `3 ${THIRD} First`])
    expect((await send('DELETE', `/lists/${id}/games/${GAME}`)).status).toBe(204)
    expect((await send('DELETE', `/lists/${id}/games/${GAME}`)).body.code).toBe('list_game_not_found')
    expect(await order()).toEqual([`1 ${SECOND} Then`, `2 ${THIRD} First`])
    const unknown = await send('PUT', `/lists/${id}/games/igdb_404`, {})
    expect([unknown.status, unknown.body.code]).toEqual([404, 'game_not_found'])

    const { updated_at } = (await send('GET', `/lists/${id}`)).body.data
    app.time.now = new Date(app.time.now.getTime() + 1000)
    const change = { title: 'Long winter', description: 'Cold', is_shared: true, is_ranked: true }
    const changed = await send('PUT', `/lists/${id}`, { ...change, updated_at })
    expect([changed.status, changed.body.data]).toMatchObject([200, { ...change, games_count: 2 }])
    expect((await send('PUT', `/lists/${id}`, { ...change, updated_at })).body.code).toBe('changed_by_somebody')
    expect((await send('PUT', `/lists/${id}`, { title: 'Long winter' })).status).toBe(400)

    for (const [method, path, body] of [
      ['PUT', '', change],
      ['DELETE', ''],
      ['PUT', `/games/${GAME}`, {}],
      ['DELETE', `/games/${SECOND}`],
    ] as const) {
      const refused = await stranger.send(method, `/api/v1/lists/${id}${path}`, { ...(body && { body }) })
      expect([method, path, refused.status, refused.body.code]).toEqual([method, path, 404, 'list_not_found'])
    }
    expect((await send('DELETE', `/lists/${id}`)).status).toBe(204)
    expect((await send('GET', `/lists/${id}`)).status).toBe(404)
  })
})

describe('the journal', () => {
  test('gets progress, which changes the library, once for each key', async () => {
    const draft = { type: 'progress', game_id: GAME, completion: 40, hours: 12.5, content: 'Velen' }
    const created = await send('POST', '/journal', draft, { 'idempotency-key': 'velen' })
    const again = await send('POST', '/journal', draft, { 'idempotency-key': 'velen' })
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { completion: 40, hours: 12.5, content: 'Velen', game: { id: GAME } },
    ])
    expect(again.body).toEqual(created.body)
    expect((await send('GET', `/library/${GAME}`)).body.data).toMatchObject({ hours: 12.5, completion: 40 })
    const entries = (await send('GET', `/journal?game_id=${GAME}`)).body.data
    expect(entries.filter(({ type }: { type: string }) => type === 'progress')).toHaveLength(1)
    const reused = await send('POST', '/lists', { title: 'Velen' }, { 'idempotency-key': 'velen' })
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('gets a day, which is replaced and deleted', async () => {
    const { status, body } = await send('POST', '/journal', { type: 'daily', content: 'Nothing today' })
    expect([status, body.data]).toMatchObject([201, { type: 'daily', game: null }])
    const { id, updated_at } = body.data
    expect((await send('GET', `/journal/${id}`)).body).toEqual(body)
    expect((await stranger.get(`/api/v1/journal/${id}`)).body.code).toBe('entry_not_found')

    app.time.now = new Date(app.time.now.getTime() + 1000)
    const change = { type: 'daily', content: 'A little', game_id: SECOND, updated_at }
    const changed = await send('PUT', `/journal/${id}`, change)
    expect([changed.status, changed.body.data]).toMatchObject([200, { content: 'A little', game: { id: SECOND } }])
    expect((await send('PUT', `/journal/${id}`, change)).body.code).toBe('changed_by_somebody')
    const other = { type: 'progress', game_id: GAME, completion: 1, hours: 1 }
    expect((await send('PUT', `/journal/${id}`, other)).status).toBe(400)
    expect((await send('DELETE', `/journal/${id}`)).status).toBe(204)
    expect((await send('DELETE', `/journal/${id}`)).body.code).toBe('entry_not_found')
  })

  test.each([
    ['a review', { type: 'review', content: 'x', rating: 5, game_id: GAME }],
    ['nothing', {}],
    ['progress without hours', { type: 'progress', game_id: GAME, completion: 4 }],
    ['a day of last year', { type: 'daily', content: 'Late', date: '2025-01-01' }],
    ['a day without words', { type: 'daily', content: ' ' }],
  ])('refuses %s', async (_, body) => {
    const answer = await send('POST', '/journal', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  })

  test('says that a game is unknown', async () => {
    const { status, body } = await send('POST', '/journal', { type: 'daily', content: 'x', game_id: 'igdb_404' })
    expect([status, body.code]).toEqual([404, 'game_not_added'])
  })
})

test('what is not there is not found', async () => {
  const review = { rating: 5, text: 'x', is_public: true }
  const requests = [
    ['PUT', `/reviews/${UNKNOWN}`, review, 'review_not_found'],
    ['DELETE', `/reviews/${UNKNOWN}`, undefined, 'review_not_found'],
    ['PUT', `/lists/${UNKNOWN}`, { title: 'x', is_shared: false }, 'list_not_found'],
    ['DELETE', `/lists/${UNKNOWN}`, undefined, 'list_not_found'],
    ['PUT', `/journal/${UNKNOWN}`, { type: 'daily', content: 'x' }, 'entry_not_found'],
  ] as const
  for (const [method, path, body, code] of requests) {
    const answer = await send(method, path, body)
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, code])
  }
})
