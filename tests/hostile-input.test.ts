import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { HOSTILE_VALUES, objectFor } from './support/hostile-values.ts'
import { type Member, PASSWORD, signUp } from './support/members.ts'
import { newScript, type Script } from './support/public-api-app.ts'
import { pickOne } from './support/random-query.ts'
import { type Client, useTestApp } from './support/test-app.ts'

const world = useTestApp({ LOG_LEVEL: 'error' })
const roles = {} as { visitor: Client; member: Member; admin: Member }
/** Calls the public API with an access token of the member. */
let script: Script
/** Ids that exist. */
const real: unknown[] = []

beforeAll(async () => {
  await loadStarterCatalogue(world.db)
  roles.visitor = world.visitor()
  roles.member = await signUp(world)
  roles.admin = await signUp(world, { becomeAdmin: true })
  const { member, admin } = roles
  script = await newScript(world, member)
  const game = 'igdb_1942'
  const started = { category: 'general', title: 'A thread about a game', body: 'Words of the owner', game_id: game }
  const { thread } = (await member.post('/api/forum/threads', started)).body
  const { post } = (await admin.post(`/api/forum/threads/${thread.id}/posts`, { content: 'Mine' })).body
  const { list } = (await member.post('/api/lists', { title: 'Rainy days', is_shared: true })).body
  const draft = { title: 'Rainy days', isPublished: true, gameIds: [game] }
  const { playlist } = (await admin.post('/api/playlists', draft)).body
  const { review } = (await member.post('/api/reviews', { game_id: game, rating: 4, review_text: 'Mine' })).body
  real.push(game, 'igdb_7346', 'igdb_1942,igdb_7346', thread.id, post.id, list.id, review.id)
  real.push(playlist.id, playlist.slug, member.user.id, admin.user.id, member.user.username)
  real.push('thread', 'post', 'general')
})

/** These end the member's session or account, or hash passwords for long. */
const SKIPPED = /user\/account|auth\/(logout|sign|two-factor|passkeys|sessions|update-password|change-email)/
/** How often each endpoint is called. */
const ROUNDS = 3

/** Encodes a value for an address; a lone surrogate as the bytes that no text has. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

test('no input makes an endpoint fail: each refusal has its sentence', async () => {
  const random = seededRandom('hostile')
  const faults: Record<string, string> = {}
  let accepted = 0
  const endpoints = world.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ path, upload }) => !upload && !SKIPPED.test(path))
  for (const { method, path, query, body, scope } of Array.from({ length: ROUNDS }, () => endpoints).flat()) {
    const guesses = { random, real, hostility: pickOne(random, [0.05, 0.15, 0.4]) }
    const place = path.replace(/:\w+/g, () => encoded(pickOne(random, random.chance(0.75) ? real : HOSTILE_VALUES)))
    const search = Object.entries(objectFor(guesses, query)).map(([key, value]) => `${key}=${encoded(value)}`)
    const address = [place, ...(search.length > 0 ? [search.join('&')] : [])].join('?')
    const whole = random.chance(0.05) ? pickOne(random, HOSTILE_VALUES) : objectFor(guesses, body)
    const client = roles[pickOne(random, ['visitor', 'member', 'member', 'admin', 'admin'] as const)]
    const logged = world.logged().length
    const call = client[method.toLowerCase() as Lowercase<typeof method>] as Client['post']
    const input = method === 'GET' ? [] : [whole]
    const { status, body: answer } = await (scope === null
      ? call(address, ...input)
      : script.send(method, address, { body: input[0] }))
    // The public API responds with problem details.
    const sentence = scope === null ? answer?.error : answer?.detail
    if (status < 400) accepted += 1
    // 503 is the answer of what is not set up, such as Google.
    else if ((status >= 500 && status !== 503) || typeof sentence !== 'string')
      faults[`${method} ${address}`.slice(0, 300)] =
        `${status} ${JSON.stringify(whole)?.slice(0, 500)} ${world.logged().slice(logged, logged + 1500)}`
    await signInAgain()
  }
  expect(faults).toEqual({})
  expect(accepted).toBeGreaterThan(100)
})

/** Signs a member in again after a call that signed the member out. */
async function signInAgain() {
  for (const { cookies, post, user } of [roles.member, roles.admin])
    if (!cookies.has('savepoint.session_token'))
      await post('/api/auth/signin', { email: user.email, password: PASSWORD })
}
