import { beforeAll, describe, expect, test } from 'vitest'
import { createOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import type { UserId } from '#shared/ids.ts'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

// A script calls every address of version 1 that has an id, with the ids of what other members keep to themselves.

const app = useTestApp()
const GAME = 'igdb_1942'
/** It stands in every text that the script must not read. */
const SECRET = 'Xyzzyplugh'

let mara: Member
let script: Script
beforeAll(async () => {
  await addGames(app, [GAME])
  mara = await signUp(app, { username: 'mara' })
  script = await newScript(app, mara)
})

interface Things {
  owner: Member
  ids: Record<string, string>
}

/** A member with one thing of each kind, of which others may read only what `isPublic` says. */
async function memberWith(username: string, isPublic: boolean, isReviewPublic = isPublic): Promise<Things> {
  const owner = await signUp(app, { username })
  const text = { rating: 4.5, review_text: `${SECRET} and its side quests`, is_public: isReviewPublic }
  const review = await owner.post('/api/reviews', { ...text, game_id: GAME })
  const list = await owner.post('/api/lists', { title: `${SECRET} of winter`, is_shared: isPublic, game_ids: [GAME] })
  const entry = await owner.post('/api/journal', { type: 'daily', content: `${SECRET} began` })
  const hook = await owner.post('/api/webhooks', { url: `https://example.org/${SECRET}`, events: ['list.changed'] })
  await owner.post('/api/library', { game_id: GAME, status: 'playing', notes: SECRET })
  await owner.post(`/api/user/games/${GAME}/sessions`, { minutes: 30, note: SECRET })
  await record(app, owner, { game_id: GAME })
  const ids = {
    handle: owner.user.id,
    reviewId: review.body.review.id,
    listId: list.body.list.id,
    entryId: entry.body.entry.id,
    webhookId: hook.body.webhook.id,
    deliveryId: hook.body.webhook.last_delivery.id,
  }
  return { owner, ids }
}

const HOOK = { url: 'https://example.org/taken', events: ['list.changed'] }
const BODIES: Record<string, object> = {
  'PUT /api/v1/reviews/:reviewId': { rating: 8, text: 'Taken.', is_public: true },
  'PUT /api/v1/lists/:listId': { title: 'Taken', is_shared: true },
  'PUT /api/v1/lists/:listId/games/:gameId': { note: 'Taken' },
  'PUT /api/v1/journal/:entryId': { type: 'daily', content: 'Taken.' },
  'PUT /api/v1/webhooks/:webhookId': HOOK,
}

/** Calls every address that has one of these ids, in the order of the routes. */
async function attack(ids: Record<string, string>, wanted: (address: string) => boolean) {
  const answers: { address: string; status: number; text: string; detail: unknown }[] = []
  for (const { endpoint } of app.routes) {
    const address = `${endpoint.method} ${endpoint.path}`
    if (endpoint.scope === null || !Object.keys(ids).some((id) => endpoint.path.includes(`:${id}`))) continue
    if (!wanted(address)) continue
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? GAME)
    const body = BODIES[address]
    const answer = await script.send(endpoint.method, path, body && { body })
    answers.push({ address, status: answer.status, text: JSON.stringify(answer.body), detail: answer.body?.detail })
  }
  return answers
}

/** What its owner reads of all that stands in the member's account. */
async function ownView({ owner, ids }: Things): Promise<unknown[]> {
  const paths = [`reviews/${ids.reviewId}`, `lists/${ids.listId}`, 'journal', 'webhooks', 'library', 'tokens']
  const answers = await Promise.all(paths.map((path) => owner.get(`/api/${path}`)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  return answers.map(({ body }) => body)
}

/** Everything in a list that the script reads without an id of the owner's. */
async function everythingElse(): Promise<string> {
  const paths = [
    'feed?from=everyone&limit=50',
    `games/${GAME}/reviews`,
    'library',
    'journal',
    'webhooks',
    `games?search=${SECRET}`,
    `library?search=${SECRET}`,
  ]
  const answers = await Promise.all(paths.map((path) => script.get(`/api/v1/${path}`)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  return answers.map(({ body }) => JSON.stringify(body.data)).join('\n')
}

const REFUSED = [403, 404]

describe('a script that knows the ids of', () => {
  test('private things of a public profile reads and changes none', async () => {
    const things = await memberWith('sol', false)
    const before = await ownView(things)
    const answers = await attack(things.ids, (address) => !address.includes('/profiles/'))
    expect(answers.length).toBeGreaterThan(18)
    for (const { address, status, text, detail } of answers) {
      expect([address, REFUSED.includes(status), text.includes(SECRET)]).toEqual([address, true, false])
      expect([address, detail]).toEqual([address, expect.stringMatching(/^[A-Z].+/)])
    }
    const parts = await attack(things.ids, (address) => /\/profiles\/:handle\/./.test(address))
    expect(parts.map(({ text }) => JSON.parse(text).data)).toEqual([[], []])
    expect(await ownView(things)).toEqual(before)
  })

  test.each([
    ['a profile for friends', 'ann', async ({ owner }: Things) => saveSettings(app, owner, { visibility: 'friends' })],
    ['a closed profile', 'bob', async ({ owner }: Things) => saveSettings(app, owner, { visibility: 'private' })],
    [
      'a member who has blocked the script’s member',
      'cleo',
      async ({ owner }: Things) =>
        expect((await owner.post('/api/blocks', { user_id: mara.user.id })).status).toBeLessThan(300),
    ],
    [
      'a member whom the script’s member has blocked',
      'dmitri',
      async ({ owner }: Things) =>
        expect((await mara.post('/api/blocks', { user_id: owner.user.id })).status).toBeLessThan(300),
    ],
    [
      'a disabled member',
      'eve',
      async ({ owner }: Things) =>
        app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', owner.user.id).execute(),
    ],
  ])('%s reads and changes none', async (_, username, close) => {
    // A public review stays public when the profile closes (G22, G29).
    const things = await memberWith(username, true, !['ann', 'bob'].includes(username))
    const before = await ownView(things)
    await close(things)
    const answers = await attack(things.ids, () => true)
    for (const { address, status, text, detail } of answers) {
      const isName = address === 'GET /api/v1/profiles/:handle' && status === 200
      if (isName) expect(text).not.toContain('side quests')
      else
        expect([address, status, REFUSED.includes(status), text.includes(SECRET)]).toEqual([
          address,
          status,
          true,
          false,
        ])
      if (!isName) expect([address, detail]).toEqual([address, expect.stringMatching(/^[A-Z].+/)])
    }
    expect(await everythingElse()).not.toContain(SECRET)
    if (username !== 'eve') expect(await ownView(things)).toEqual(before)
  })

  test('a game of another member’s own neither reads nor shelves it', async () => {
    const owner = await signUp(app, { username: 'fay' })
    const facts = { name: `${SECRET} Unheard Of`, platform: null, year: null }
    const [gameId = ''] = await createOwnGames(app.db, owner.user.id as UserId, [facts])
    expect(gameId).toMatch(/^local_\d{13,}$/)
    const calls: [string, string, object?][] = [
      ['GET', `/games/${gameId}`],
      ['GET', `/games/${gameId}/reviews`],
      ['GET', `/library/${gameId}`],
      ['PUT', `/library/${gameId}`, { status: 'playing' }],
      ['DELETE', `/library/${gameId}`],
      ['POST', `/library/${gameId}/sessions`, { minutes: 10 }],
      ['POST', '/reviews', { game_id: gameId, rating: 7, text: 'Taken.' }],
      ['POST', '/lists', { title: 'Taken', game_ids: [gameId] }],
      ['POST', '/journal', { type: 'daily', content: 'Taken.', game_id: gameId }],
    ]
    for (const [method, path, body] of calls) {
      const answer = await script.send(method, `/api/v1${path}`, body && { body })
      const text = JSON.stringify(answer.body)
      expect([path, answer.status, text.includes(SECRET)]).toEqual([path, expect.toBeOneOf([400, 403, 404]), false])
    }
    expect((await script.get(`/api/v1/library/${gameId}/sessions`)).body.data).toEqual([])
    for (const table of ['user_games', 'reviews', 'list_games', 'play_sessions'] as const)
      expect(await app.db.selectFrom(table).select('game_id').where('game_id', '=', gameId).execute()).toEqual([])
  })
})

test('no Atom document has what is private, and none of a closed profile exists', async () => {
  const things = await memberWith('gus', false)
  const documents = async () =>
    Promise.all(
      ['reviews', 'lists', 'activity'].map(async (kind) => {
        const answer = await app.app.request(`${ORIGIN}/feeds/${things.owner.user.id}/${kind}.atom`)
        return { status: answer.status, text: await answer.text() }
      }),
    )
  for (const { status, text } of await documents()) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/side quests|of winter|began/)
  }
  expect((await things.owner.patch('/api/profiles/me', { settings: { visibility: 'friends' } })).status).toBe(200)
  for (const { status, text } of await documents()) expect([status, text]).toEqual([404, 'Not found'])
})
