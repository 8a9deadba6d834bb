import { beforeAll, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { addGames, record } from './support/fixtures.ts'
import { useMember } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// How often the busiest writes wait for the database at most (decision 0091). If a row arrives before the responses of the
// statements that were sent after it, the next message is not counted as another wait.
const app = useTestApp()
const ann = useMember(app, { username: 'ann-one' })
const ben = useMember(app, { username: 'ben-two' })
const cas = useMember(app, { username: 'cas-six' })
const GAME = 'igdb_101'
const entry = `/api/library/${GAME}`
let activities: string[]

beforeAll(async () => {
  await addGames(app, [GAME])
  activities = []
  for (let at = 0; at < 3; at += 1) activities.push(await record(app, ben))
  await ann.post('/api/library', { game_id: GAME, status: 'playing' })
  // What these have announced drops cached cards of games.
  await app.settle()
})

const WRITES: [name: string, times: number, write: (at: number) => Promise<{ status: number }>][] = [
  ['set progress', 3, (at) => ann.put(`${entry}/progress`, { play_time: 5 + at, completion_percentage: 10 + at })],
  ['rate', 2, (at) => ann.patch(entry, { user_rating: 5 + at })],
  ['heart', 2, (at) => ann.patch(entry, { is_liked: at % 2 === 0 })],
  ['status', 2, (at) => ann.patch(`${entry}/status`, { status: at % 2 === 0 ? 'dropped' : 'playing' })],
  ['react', 3, (at) => ann.post(`/api/activities/${activities[at]}/reactions`, { emoji: '🏆' })],
  ['comment', 3, (at) => ann.post(`/api/activities/${activities[at]}/comments`, { content: 'Well played' })],
]

test.each(WRITES)('%s waits for the database at most %i times', async (_, times, write) => {
  const statuses: number[] = []
  const send = async (at: number) => void statuses.push((await write(at)).status)
  // Sessions and cards of games are cached from here on.
  await send(0)
  await send(1)
  expect(await app.countRoundTrips(() => send(2))).toBeLessThanOrEqual(times)
  expect(statuses.every((status) => status < 300)).toBe(true)
})

test('a page of the library waits once more if no card is in memory, and a log no longer', async () => {
  const forget = async () => {
    await announce(app.db, [tag.games, tag.shelf(ann.user.id)])
    await app.settle()
  }
  await forget()
  const log = () => ann.put(`${entry}/progress`, { play_time: 9 })
  expect(await app.countRoundTrips(log)).toBeLessThanOrEqual(3)
  await ann.get('/api/library')
  await forget()
  expect(await app.countRoundTrips(() => ann.get('/api/library'))).toBeLessThanOrEqual(2)
})

test('a follow waits at most four times, and one that is refused at once does not wait', async () => {
  const follow = (member: { user: { id: string } }) => ann.post('/api/followers', { following_id: member.user.id })
  await follow(ben)
  expect(await app.countRoundTrips(() => follow(cas))).toBeLessThanOrEqual(4)
  expect(await app.countRoundTrips(() => follow(ann))).toBe(0)
})

test('a change of an entry that is missing waits at most twice', async () => {
  const { status } = await ann.patch(entry, { is_liked: true })
  expect(status).toBe(200)
  let missing = 0
  const times = await app.countRoundTrips(async () => {
    missing = (await ann.patch('/api/library/igdb_104', { is_liked: true })).status
  })
  expect(missing).toBe(404)
  expect(times).toBeLessThanOrEqual(2)
})
