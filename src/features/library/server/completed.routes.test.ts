import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// A completed game is completed to 100 % unless its member says another figure (decision 0102).

const app = useTestApp()
const GAME = 'igdb_801'
let ann: Member
let script: Script

beforeAll(async () => {
  await addGames(app, [GAME])
  ann = await signUp(app)
  script = await newScript(app, ann)
})
beforeEach(async () => {
  await app.db.deleteFrom('user_games').execute()
})

const log = (draft: object) => ann.put(`/api/library/${GAME}/progress`, draft)
const completion = async () => {
  const { entry } = (await ann.get(`/api/library/${GAME}`)).body
  return [entry.status, entry.completion_percentage]
}
const bulk = (status: string) => ann.post('/api/library/bulk/status', { game_ids: [GAME], status })

const WAYS: [string, () => Promise<{ status: number }>][] = [
  ['the menu', () => ann.patch(`/api/library/${GAME}`, { status: 'completed' })],
  ['the log', () => log({ status: 'completed', play_time: 12 })],
  ['a change of many', () => bulk('completed')],
  ['the public API', () => script.send('PUT', `/api/v1/library/${GAME}`, { body: { status: 'completed' } })],
]

describe.each(WAYS)('a game that is completed by %s', (_, complete) => {
  test('has 100 %, and what it had before if it is no longer completed', async () => {
    await log({ completion_percentage: 40 })
    expect((await complete()).status).toBeLessThan(300)
    expect(await completion()).toEqual(['completed', 100])
    await ann.patch(`/api/library/${GAME}`, { status: 'playing' })
    expect(await completion()).toEqual(['playing', 40])
  })
})

test('a game that comes as completed has 100 %', async () => {
  await ann.post('/api/library', { game_id: GAME, status: 'completed' })
  expect(await completion()).toEqual(['completed', 100])
  await ann.delete(`/api/library/${GAME}`)
  await log({ status: 'completed', play_time: 3 })
  expect(await completion()).toEqual(['completed', 100])
  const { playTimeHistory } = (await ann.get(`/api/library/${GAME}/progress`)).body
  expect(playTimeHistory.at(-1)).toMatchObject({ completion_percentage: 100 })
})

test('another figure stays, and 0 % is none', async () => {
  await log({ completion_percentage: 40 })
  await log({ status: 'completed', completion_percentage: 80 })
  expect(await completion()).toEqual(['completed', 80])
  await log({ completion_percentage: 0 })
  expect(await completion()).toEqual(['completed', 100])
})

test('an undo of a change of many gives the figure back', async () => {
  await log({ completion_percentage: 40 })
  const { undo_id } = (await bulk('completed')).body
  expect(await completion()).toEqual(['completed', 100])
  expect((await ann.post('/api/library/bulk/undo', { undo_id })).status).toBe(200)
  expect(await completion()).toEqual(['playing', 40])
})
