import { beforeAll, describe, expect, test } from 'vitest'
import { useLibraryApp } from '#tests/support/library-app.ts'
import { ENTRY_CHANGED } from '../library.rules.ts'

const { t, fresh, shelve, later } = useLibraryApp()
const game = 'rawg_990'

beforeAll(async () => {
  await t.db
    .insertInto('games')
    .values({ id: game, data_source: 'rawg', source_id: 990, name: 'Hades', search_text: '| hades |' })
    .execute()
})

const withKey = (key: string) => ({ 'idempotency-key': key })

describe('a write that a device sends again', () => {
  test('logs the time once, also when both arrive at the same moment', async () => {
    const who = await fresh()
    const write = () =>
      who.put(`/api/library/${game}/progress`, { play_time: 0.5, played: { minutes: 30 } }, withKey('half an hour'))
    const answers = await Promise.all([write(), write()])
    answers.push(await write())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await who.get(`/api/library/${game}`)).body.entry.play_time).toBe(0.5)
  })

  test('adds, rates and moves once, and another write with the key is refused', async () => {
    const who = await fresh()
    const add = () => who.post('/api/library', { game_id: game }, withKey('add'))
    expect([(await add()).status, (await add()).status]).toEqual([201, 201])
    const rate = (user_rating: number) => who.patch(`/api/library/${game}`, { user_rating }, withKey('rate'))
    expect((await rate(7)).body.entry.user_rating).toBe(7)
    await who.patch(`/api/library/${game}`, { user_rating: 9 })
    expect((await rate(7)).body.entry.user_rating).toBe(7)
    expect((await who.get(`/api/library/${game}`)).body.entry.user_rating).toBe(9)
    expect(await rate(8)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test('a key of one member says nothing about another', async () => {
    for (const who of [await fresh(), await fresh()])
      expect((await who.post('/api/library', { game_id: game }, withKey('same'))).status).toBe(201)
  })
})

test('an entry that was changed elsewhere since it was seen stays, and the first try counts', async () => {
  const who = await fresh()
  await shelve(who, game, { status: 'playing' })
  const seen = (await who.get(`/api/library/${game}`)).body.entry.updated_at
  later(1)
  const first = await who.patch(`/api/library/${game}`, { user_rating: 6 }, withKey('a'))
  // The answer was lost; the device now says what it had seen before.
  const again = await who.patch(`/api/library/${game}`, { user_rating: 6, seen }, withKey('a'))
  expect(again.body).toEqual(first.body)
  later(1)
  for (const path of [`/api/library/${game}`, `/api/library/${game}/status`])
    expect(await who.patch(path, { status: 'dropped', seen })).toMatchObject({
      status: 409,
      body: { code: ENTRY_CHANGED },
    })
  expect((await who.get(`/api/library/${game}`)).body.entry.status).toBe('playing')
})
