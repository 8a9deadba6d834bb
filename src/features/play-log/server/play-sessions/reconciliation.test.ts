import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { hoursOfMinutes } from '../../play-sessions.rules.ts'

// After any actions, also concurrent ones: play_time = sum of sessions + balance, and last_played_at agrees.

const t = useTestApp()
const GAMES = ['rawg_920', 'rawg_921']

beforeAll(async () => {
  await t.db
    .insertInto('games')
    .values(
      GAMES.map((id) => ({
        id,
        data_source: 'rawg',
        source_id: Number(id.slice(5)),
        name: id,
        search_text: `| ${id} |`,
      })),
    )
    .execute()
})

/** Returns the entries that do not agree with their sessions, computed from the rows themselves. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await sql`
    select entry.game_id, entry.play_time, entry.undated_hours, entry.session_minutes, summed.minutes
    from user_games entry
    cross join lateral (
      select coalesce(sum(minutes), 0) as minutes, max(ended_at) as latest
      from play_sessions session where session.user_id = entry.user_id and session.game_id = entry.game_id
    ) summed
    where entry.session_minutes <> summed.minutes
      or entry.play_time <> round(summed.minutes / 60.0, 2) + entry.undated_hours
      or entry.play_time < 0
      or entry.last_played_at is distinct from greatest(entry.undated_played_at, summed.latest)`.execute(t.db)
  return rows
}

interface Known {
  sessions: { id: string; playthrough_id: string; game: string }[]
}

async function look(who: Member): Promise<Known> {
  const sessions: Known['sessions'] = []
  for (const game of GAMES)
    for (const row of (await who.get(`/api/user/games/${game}/sessions?limit=100`)).body.data)
      sessions.push({ ...row, game })
  return { sessions }
}

/** Runs one random action of a member and returns its response status. */
function act(who: Member, known: Known, random: ReturnType<typeof seededRandom>): Promise<{ status: number }> {
  const game = GAMES[random.whole(0, 1)] as string
  const path = `/api/user/games/${game}`
  const mine = known.sessions.filter((session) => session.game === game)
  const some = mine.length > 0 ? mine[random.whole(0, mine.length - 1)] : undefined
  const minutes = random.whole(1, 400)
  const day = `2026-0${random.whole(1, 9)}-1${random.whole(0, 9)}`
  const choice = random.whole(0, 14)
  if (choice <= 2) return who.post(`${path}/sessions`, { minutes, played_on: day })
  if (choice === 3) return who.put(`/api/library/${game}/progress`, { play_time: random.whole(0, 4000) / 100 })
  if (choice === 4) return who.put(`/api/library/${game}/progress`, { played: { minutes: 30 } })
  if (choice === 5) return who.post(`${path}/playthroughs`, { platform: 'PC' })
  if (choice === 6) return who.put(`/api/library/${game}/progress`, { completion_percentage: random.whole(0, 100) })
  if (choice === 7 && random.chance(0.2)) return who.delete(`/api/library/${game}`)
  if (choice === 12) return who.post('/api/user/timer', { game_id: game })
  if (choice === 13) return who.post('/api/user/timer/stop', { minutes })
  if (!some) return who.post(`${path}/sessions`, { minutes })
  if (choice === 7) return who.put(`/api/library/${game}/progress`, { play_time: 1, correct: true, take_back: some.id })
  if (choice === 8) return who.patch(`${path}/sessions/${some.id}`, { minutes, played_on: day })
  if (choice === 9) return who.delete(`${path}/sessions/${some.id}`)
  if (choice === 14) return mergeAndUndo(who, path, mine.slice(0, 3))
  if (choice === 10) return who.post(`${path}/sessions/merge`, { session_ids: mine.slice(0, 2).map(({ id }) => id) })
  return random.chance(0.3)
    ? who.delete(`${path}/playthroughs/${some.playthrough_id}`)
    : who.patch(`${path}/sessions/${some.id}`, { minutes })
}

async function mergeAndUndo(who: Member, path: string, sessions: readonly { id: string }[]) {
  const merged = await who.post(`${path}/sessions/merge`, { session_ids: sessions.map(({ id }) => id) })
  return merged.status === 200 ? who.post(`${path}/sessions/merge/undo`, { undo_id: merged.body.undo_id }) : merged
}

const EXPECTED = [200, 201, 204, 400, 404, 409]

test.each([1, 2, 3])('entries agree with their sessions after many sequential actions (%i)', async (seed) => {
  const who = await signUp(t)
  const random = seededRandom(`alone ${seed}`)
  for (let step = 0; step < 60; step++) {
    const { status } = await act(who, await look(who), random)
    expect(EXPECTED).toContain(status)
    expect(await disagreements()).toEqual([])
  }
})

test.each([1, 2, 3])(
  'entries agree after many concurrent actions, some on things that others have just deleted (%i)',
  async (seed) => {
    const who = await signUp(t)
    // The security token is fetched once, before many requests need it.
    await who.post('/api/library', { game_id: GAMES[0] })
    const random = seededRandom(`together ${seed}`)
    for (let round = 0; round < 8; round++) {
      const known = await look(who)
      const answers = await Promise.all(Array.from({ length: 12 }, () => act(who, known, random)))
      for (const { status } of answers) expect(EXPECTED).toContain(status)
      expect(await disagreements()).toEqual([])
      for (const game of GAMES) {
        const { totals } = (await who.get(`/api/user/games/${game}/play-log`)).body
        expect(totals.play_time).toBeCloseTo(hoursOfMinutes(totals.session_minutes) + totals.undated_hours, 6)
        const history = (await who.get(`/api/library/${game}/history`)).body.playTimeHistory
        const entry = await who.get(`/api/library/${game}`)
        if (entry.status === 200 && history.length > 0)
          expect(history.at(-1).play_time).toBe(entry.body.entry.play_time)
      }
    }
  },
)

test('entries agree after writes that bypass the application', async () => {
  const who = await signUp(t)
  const game = GAMES[0] as string
  const { session } = (await who.post(`/api/user/games/${game}/sessions`, { minutes: 90 })).body
  const entry = t.db.updateTable('user_games').where('user_id', '=', who.user.id)
  const writes = [
    entry.set({ play_time: 7.77 }),
    entry.set({ session_minutes: 5000 }),
    entry.set({ undated_hours: 12 }),
    entry.set({ last_played_at: null }),
    entry.set({ last_session_at: null, undated_played_at: null }),
    t.db.updateTable('play_sessions').set({ minutes: 33 }).where('id', '=', session.id),
  ]
  for (const write of writes) {
    await write.execute()
    expect(await disagreements()).toEqual([])
  }
  const stray = t.db
    .updateTable('play_sessions')
    .set({ game_id: GAMES[1] as string })
    .where('id', '=', session.id)
  await expect(stray.execute()).rejects.toThrow('a session stays with its entry')
  await t.db.deleteFrom('playthroughs').where('user_id', '=', who.user.id).execute()
  expect(await disagreements()).toEqual([])
  await t.db.deleteFrom('user').where('id', '=', who.user.id).execute()
  expect(await t.db.selectFrom('play_sessions').select('id').where('user_id', '=', who.user.id).execute()).toEqual([])
})
