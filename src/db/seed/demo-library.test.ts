import { expect, test } from 'vitest'
import { type DemoGame, makeLibrary } from './demo-library.ts'
import { DEMO_MEMBERS } from './demo-members.ts'
import { seededRandom } from './seeded-random.ts'

const DAY_MS = 86_400_000
const random = seededRandom('games')
const NAMES = [...new Set(DEMO_MEMBERS.flatMap(({ story = [] }) => story.map(({ game }) => game)))]
const GAMES: DemoGame[] = [...NAMES, ...Array.from({ length: 300 }, (_, at) => `Game ${at}`)].map((name, at) => ({
  id: `igdb_${at}`,
  name,
  year: random.whole(1985, 2025),
  genres: ['Adventure'],
  renown: random.whole(20, 100),
  rating: random.whole(50, 98),
  isOpenWorld: random.chance(0.2),
}))

const TIMES = [
  '2026-06-15T20:00:00.000Z',
  '2026-06-15T00:00:00.000Z',
  '2026-06-14T23:59:59.999Z',
  '2026-12-31T23:59:59.999Z',
  '2027-01-01T00:00:00.000Z',
  '2028-02-29T12:34:56.789Z',
]

test.each(TIMES)('every library is consistent with its history at %s', (time) => {
  const now = new Date(time)
  for (const member of DEMO_MEMBERS) {
    const { entries, progress, activities } = makeLibrary(member, GAMES, now, seededRandom(member.username))
    const joined = new Date(now.getTime() - member.joined * DAY_MS).toISOString()
    const pointsOf = Map.groupBy(progress, ({ game_id }) => game_id)
    for (const entry of entries) {
      const points = pointsOf.get(entry.game_id) ?? []
      const where = `${member.username}: ${JSON.stringify(entry)}`
      if (entry.status === 'completed') expect(entry.completion_percentage, where).toBe(100)
      if (entry.status === 'want_to_play')
        expect([entry.play_time, entry.last_played_at, points], where).toEqual([0, null, []])
      else expect(points.at(-1), where).toMatchObject({ play_time: entry.play_time, created_at: entry.updated_at })
      const times = [joined, entry.created_at, ...points.map(({ created_at }) => created_at), entry.updated_at]
      expect(times, where).toEqual(times.toSorted())
      const hours = points.map(({ play_time }) => play_time)
      expect(hours, where).toEqual(hours.toSorted((a, b) => a - b))
    }
    const latest = [...entries.map(({ updated_at }) => updated_at), ...activities.map(({ created_at }) => created_at)]
    expect(latest.filter((at) => at > time)).toEqual([])
  }
})

test('what a member plays does not depend on the time', () => {
  const [first, ...others] = TIMES.map((time) =>
    DEMO_MEMBERS.map((member) =>
      makeLibrary(member, GAMES, new Date(time), seededRandom(member.username)).entries.map(
        ({ game_id, status, completion_percentage, play_time }) => [game_id, status, completion_percentage, play_time],
      ),
    ),
  )
  for (const other of others) expect(other).toEqual(first)
})
