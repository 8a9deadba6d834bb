import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script, sendTo } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// What every answer of the public API has in common.

const app = useTestApp({ RATE_LIMITS: 'on' })
const GAME = 'igdb_1942'
let mara: Member
let script: Script
beforeAll(async () => {
  await addGames(app, [GAME])
  mara = await signUp(app)
  script = await newScript(app, mara)
})

describe('an answer', () => {
  test('that has not changed is not sent again', async () => {
    const first = await script.get('/api/v1/library')
    const etag = first.headers.get('etag') as string
    const same = await script.get('/api/v1/library', { 'if-none-match': `"other", W/${etag}` })
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, null, etag])
    expect(same.headers.get('ratelimit-remaining')).not.toBeNull()
    await script.send('PUT', `/api/v1/library/${GAME}`, { body: { status: 'playing' } })
    const changed = await script.get('/api/v1/library', { 'if-none-match': etag })
    expect([changed.status, changed.body.data.length]).toEqual([200, 1])
    expect(changed.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('says in a problem what is wrong, by field', async () => {
    const { status, body, headers } = await script.send('PUT', `/api/v1/library/${GAME}`, { body: { rating: 99 } })
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect([status, body]).toEqual([
      400,
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'Rating must be a whole number from 1 to 10',
        code: 'validation_failed',
        errors: { rating: 'Rating must be a whole number from 1 to 10' },
        request_id: headers.get('x-request-id'),
      },
    ])
  })

  test.each([
    ['GET', '/api/v1/library/igdb_7346', 404, 'entry_not_found'],
    ['GET', '/api/v1/nothing', 404, 'not_found'],
    ['GET', '/api/v1/games/steam/99999', 404, 'game_not_found'],
    ['GET', '/api/v1/games/steam/reviews', 400, 'invalid_id'],
    ['GET', '/api/v1/profiles/019a0000-0000-7000-8000-000000000000', 404, 'not_found'],
    ['PATCH', '/api/v1/library/igdb_1942', 405, 'method_not_allowed'],
    ['POST', '/api/v1/library/igdb_1942', 405, 'method_not_allowed'],
  ])('to %s %s is %i %s', async (method, path, status, code) => {
    const answer = await script.send(method, path)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET, PUT, DELETE' : null)
  })

  test('to a body that is no JSON, or is too large, is a problem', async () => {
    const send = (body: string) =>
      app.app.request(`http://localhost:3000/api/v1/library/${GAME}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${script.secret}` },
        body,
      })
    expect((await send('{')).status).toBe(400)
    const large = await send(JSON.stringify({ notes: 'x'.repeat(300_000) }))
    expect([large.status, ((await large.json()) as { title: string }).title]).toEqual([413, 'Content Too Large'])
  })
})

test('pages of other sites may use tokens, and no cookie', async () => {
  const preflight = await sendTo(app, 'OPTIONS', '/api/v1/library', {
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  const { headers } = await script.get('/api/v1/me', { origin: 'https://elsewhere.example' })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect((await mara.get('/api/library')).headers.get('access-control-allow-origin')).toBeNull()
})

test('a token has limits of its own, which its answers name', async () => {
  const one = await newScript(app, mara)
  const other = await newScript(app, mara)
  const put = () => one.send('PUT', `/api/v1/library/${GAME}`, { body: { rating: 8 } })
  const first = await put()
  const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => first.headers.get(name))
  expect(limits).toEqual(['60', '59', expect.stringMatching(/^(60|[1-5]?\d)$/)])
  for (let at = 0; at < 59; at += 1) expect((await put()).status).toBe(200)
  const refused = await put()
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  expect((await one.get('/api/v1/me')).status).toBe(200)
  expect((await other.send('PUT', `/api/v1/library/${GAME}`, { body: { rating: 7 } })).status).toBe(200)
  expect((await mara.patch(`/api/library/${GAME}`, { user_rating: 6 })).status).toBe(200)
})

test('an address that guesses tokens is slowed down, before a token is looked up', async () => {
  const guess = () => sendTo(app, 'GET', '/api/v1/me', { headers: { authorization: `Bearer svp_${'g'.repeat(43)}` } })
  const unused = await newScript(app, mara)
  let answer = await guess()
  for (let at = 0; at < 700 && answer.status === 401; at += 1) answer = await guess()
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(answer.headers.get('retry-after')).not.toBeNull()
  // A script that this node knows is not in the way of one that guesses.
  expect((await script.get('/api/v1/me')).status).toBe(200)
  expect((await unused.get('/api/v1/me')).status).toBe(429)
  const token = app.db.selectFrom('access_tokens').select('last_used_at').where('id', '=', unused.id)
  expect(await token.executeTakeFirst()).toEqual({ last_used_at: null })
})
