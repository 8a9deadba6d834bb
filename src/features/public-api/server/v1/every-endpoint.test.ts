import { beforeAll, describe, expect, test } from 'vitest'
import { TOKEN_SCOPES, type TokenScope } from '#shared/token-scopes.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script, sendTo } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// Calls every endpoint of the public API with tokens of every kind.

const app = useTestApp()
const GAME = 'igdb_1942'
const OTHER = 'igdb_7346'

const HOOK = { url: 'https://example.org/hook', events: ['list.changed'] }

/** In this order, because an endpoint that deletes something stands after those that use it. What the right token sends to each endpoint, and the status of the answer. */
const REQUESTS: Record<string, { path?: string; status?: number; body?: object }> = {
  'GET /api/v1/me': {},
  'GET /api/v1/games': { path: '/api/v1/games?search=game' },
  'GET /api/v1/games/:gameId': {},
  'GET /api/v1/games/steam/:appId': {},
  'GET /api/v1/games/igdb/:igdbId': {},
  'GET /api/v1/games/:gameId/reviews': {},
  'GET /api/v1/library': {},
  'GET /api/v1/library/:gameId': {},
  'PUT /api/v1/library/:gameId': { body: { status: 'playing' } },
  'GET /api/v1/library/:gameId/sessions': {},
  'POST /api/v1/library/:gameId/sessions': { body: { minutes: 30 }, status: 201 },
  'DELETE /api/v1/library/:gameId': { path: `/api/v1/library/${OTHER}`, status: 204 },
  'GET /api/v1/journal': {},
  'GET /api/v1/journal/:entryId': {},
  'GET /api/v1/feed': {},
  'GET /api/v1/profiles/:handle': {},
  'GET /api/v1/profiles/:handle/reviews': {},
  'GET /api/v1/profiles/:handle/lists': {},
  'GET /api/v1/reviews/:reviewId': {},
  'GET /api/v1/lists/:listId': {},
  'GET /api/v1/lists/:listId/games': {},
  'POST /api/v1/reviews': { body: { game_id: OTHER, rating: 7, text: 'Short.' }, status: 201 },
  'PUT /api/v1/reviews/:reviewId': { body: { rating: 8, text: 'Long.', is_public: true } },
  'DELETE /api/v1/reviews/:reviewId': { status: 204 },
  'POST /api/v1/lists': { body: { title: 'Summer' }, status: 201 },
  'PUT /api/v1/lists/:listId': { body: { title: 'Winter', is_shared: true } },
  'PUT /api/v1/lists/:listId/games/:gameId': { body: { note: 'Again' } },
  'DELETE /api/v1/lists/:listId/games/:gameId': { status: 204 },
  'DELETE /api/v1/lists/:listId': { status: 204 },
  'POST /api/v1/journal': { body: { type: 'daily', content: 'Played on.' }, status: 201 },
  'PUT /api/v1/journal/:entryId': { body: { type: 'daily', content: 'Played.' } },
  'DELETE /api/v1/journal/:entryId': { status: 204 },
  'GET /api/v1/webhooks': {},
  'POST /api/v1/webhooks': { body: HOOK, status: 201 },
  'GET /api/v1/webhooks/:webhookId': {},
  'PUT /api/v1/webhooks/:webhookId': { body: HOOK },
  'GET /api/v1/webhooks/:webhookId/deliveries': {},
  'POST /api/v1/webhooks/:webhookId/deliveries/:deliveryId/resend': {},
  'POST /api/v1/webhooks/:webhookId/test': { status: 201 },
  'POST /api/v1/webhooks/:webhookId/resume': {},
  'DELETE /api/v1/webhooks/:webhookId': { status: 204 },
}
const endpoints = () => app.routes.map(({ endpoint }) => endpoint).filter(({ scope }) => scope !== null)
const ids: Record<string, string> = { gameId: GAME, appId: '292030', igdbId: '1942', handle: 'me' }
let mara: Member
let gone: Script
const scripts = new Map<TokenScope, Script>()

beforeAll(async () => {
  await addGames(app, [GAME, OTHER])
  await app.db.insertInto('game_external_ids').values({ source: 'steam', uid: '292030', game_id: GAME }).execute()
  mara = await signUp(app)
  for (const game_id of [GAME, OTHER]) await mara.post('/api/library', { game_id })
  const review = { game_id: GAME, rating: 4.5, review_text: 'Long, and worth it.', is_public: true }
  ids.reviewId = (await mara.post('/api/reviews', review)).body.review.id
  ids.listId = (await mara.post('/api/lists', { title: 'Winter', is_shared: true, game_ids: [GAME] })).body.list.id
  ids.entryId = (await mara.post('/api/journal', { type: 'daily', content: 'Began.' })).body.entry.id
  const { webhook } = (await mara.post('/api/webhooks', HOOK)).body
  ids.webhookId = webhook.id
  ids.deliveryId = webhook.last_delivery.id
  for (const scope of TOKEN_SCOPES) scripts.set(scope, await newScript(app, mara, { scopes: [scope] }))
  const banned = await signUp(app)
  gone = await newScript(app, banned)
  await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', banned.user.id).execute()
})

/** Sends the request of an endpoint with these headers. */
function callEndpoint({ method, path }: { method: string; path: string }, headers: Record<string, string>) {
  const { path: given, body } = REQUESTS[`${method} ${path}`] ?? {}
  const filled = (given ?? path).replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
  return sendTo(app, method, filled, { headers, ...(body && { body }) })
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

test('the table names every endpoint', () => {
  const names = endpoints().map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(REQUESTS).toSorted()).toEqual(names.toSorted())
})

describe('each endpoint', () => {
  test('refuses who has no valid token, and a cookie is none', async () => {
    const cookie = [...mara.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { csrfToken } = (await mara.get('/api/auth/csrf')).body
    const revoked = await newScript(app, mara)
    await mara.delete(`/api/tokens/${revoked.id}`)
    const strangers: [Record<string, string>, string][] = [
      [{}, 'token_required'],
      [{ cookie, 'x-csrf-token': csrfToken }, 'token_required'],
      [{ authorization: 'Basic bWFyYTpob3JzZQ==' }, 'token_required'],
      [bearer('nonsense'), 'invalid_token'],
      [bearer(`svp_${'A'.repeat(43)}`), 'invalid_token'],
      [bearer(revoked.secret), 'invalid_token'],
      [bearer(gone.secret), 'invalid_token'],
    ]
    for (const endpoint of endpoints())
      for (const [headers, code] of strangers) {
        const answer = await callEndpoint(endpoint, headers)
        expect([endpoint.path, answer.status, answer.body.code]).toEqual([endpoint.path, 401, code])
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
      }
  })

  test('refuses a token without its scope, and answers one that has it alone', async () => {
    const places = Object.keys(REQUESTS)
    const placeOf = ({ method, path }: { method: string; path: string }) => places.indexOf(`${method} ${path}`)
    for (const endpoint of endpoints().toSorted((one, other) => placeOf(one) - placeOf(other))) {
      const wanted = REQUESTS[`${endpoint.method} ${endpoint.path}`]?.status ?? 200
      const rights = endpoint.scope === 'any' ? TOKEN_SCOPES : TOKEN_SCOPES.filter((scope) => scope === endpoint.scope)
      for (const [scope, { secret }] of scripts) {
        const { status, body, headers } = await callEndpoint(endpoint, bearer(secret))
        const seen = [endpoint.method, endpoint.path, scope, status]
        expect(seen).toEqual([endpoint.method, endpoint.path, scope, rights.includes(scope) ? wanted : 403])
        if (status !== 403) continue
        expect(body.code).toBe('insufficient_scope')
        expect(headers.get('www-authenticate')).toContain(`scope="${endpoint.scope}"`)
      }
    }
  })
})

test('no endpoint of the app takes a token for a session', async () => {
  const all = await newScript(app, mara)
  const { csrfToken } = (await app.visitor().get('/api/auth/csrf')).body
  for (const path of [
    '/api/library',
    '/api/auth/user',
    '/api/user/export',
    '/api/tokens',
    '/api/journal',
    '/api/webhooks',
  ])
    expect([path, (await all.get(path)).status]).toEqual([path, 401])
  const write = await all.send('POST', '/api/tokens', {
    body: { name: 'More', scopes: ['read:library'], days: null },
    headers: { 'x-csrf-token': csrfToken },
  })
  expect([write.status, write.body.code]).toEqual([403, 'csrf_invalid'])
  expect((await all.get('/api/auth/session')).body.session ?? null).toBeNull()
})

test('an admin’s token has no rights of an admin', async () => {
  const admin = await signUp(app, { becomeAdmin: true })
  const script = await newScript(app, admin)
  const secret = (await mara.post('/api/lists', { title: 'Hidden away', is_shared: true })).body.list.id
  await app.db.updateTable('lists').set({ hidden_at: app.time.now }).where('id', '=', secret).execute()
  expect((await admin.get(`/api/lists/${secret}`)).status).toBe(200)
  expect((await script.get(`/api/v1/lists/${secret}`)).status).toBe(404)
})
