import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// The date in the log decides when a game was played, as exactly as the member knows it (decision 0052).
const t = useTestApp()
const OLD = Array.from({ length: 10 }, (_, at) => `igdb_${801 + at}`)
const [G = '', H = ''] = OLD
let ann: Member

beforeAll(async () => {
  t.time.now = new Date('2026-11-22T15:00:00.000Z')
  await addGames(t, OLD)
  ann = await signUp(t)
})

const log = (who: Member, game: string, draft: object) => who.put(`/api/library/${game}/progress`, draft)
const playthroughs = async (who: Member, game: string) =>
  (await who.get(`/api/user/games/${game}/play-log`)).body.playthroughs
const ofYear = async (who: Member) => [
  (await who.get('/api/user/stats')).body.played_this_year,
  (await who.get('/api/library/stats')).body.played_this_year,
  (await who.get(`/api/profiles/${who.user.id}`)).body.profile.stats.played_this_year,
]

test('ten old games of a new member, logged with an old date or none, do not count for this year', async () => {
  const newcomer = await signUp(t)
  const dates = ['2012', '2012-05', '2012-05-17', '2025-12-31', null]
  for (const [at, game] of OLD.entries()) {
    const date = dates[at % dates.length]
    const finished = { status: at < 8 ? 'completed' : 'dropped', play_time: 40, completion_percentage: 100 }
    expect((await log(newcomer, game, { ...finished, ...(date && { playthrough: { date } }) })).status).toBe(200)
  }
  expect(await ofYear(newcomer)).toEqual([0, 0, 0])
  const { body } = await newcomer.get('/api/library/stats')
  expect([body.total_played, body.totalGames, body.totalPlaytime]).toEqual([10, 10, 24_000])
  // Games with a date were last played then, the others at an unknown time.
  expect(body.recentlyPlayed.map((row: { last_played_at: string }) => row.last_played_at.slice(0, 10))).toEqual([
    ...['2025-12-31', '2025-12-31', '2012-05-17', '2012-05-17', '2012-05-01'],
  ])
})

test('marks without a date, as the welcome and a quick rating set them, do not count for this year', async () => {
  const newcomer = await signUp(t)
  await newcomer.post('/api/library', { game_id: G, status: 'completed', user_rating: 9 })
  await newcomer.post('/api/library', { game_id: H })
  await newcomer.patch(`/api/library/${H}/status`, { status: 'completed' })
  expect(await ofYear(newcomer)).toEqual([0, 0, 0])
})

test.each([
  ['a day of this year', { status: 'completed', playthrough: { date: '2026-01-01' } }],
  ['a month of this year', { status: 'completed', playthrough: { date: '2026-02' } }],
  ['this year', { status: 'completed', playthrough: { date: '2026' } }],
  ['no date, for a game that is being played', { status: 'playing', play_time: 3 }],
])('a log with %s counts for this year', async (_, draft) => {
  for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const member = await signUp(t)
    await t.db
      .updateTable('profiles')
      .set({ settings: JSON.stringify({ timezone }) })
      .where('id', '=', member.user.id)
      .execute()
    await log(member, G, draft)
    expect(await ofYear(member)).toEqual([1, 1, 1])
  }
})

test('a game that was playing and is completed now counts for this year, unless a date says otherwise', async () => {
  const member = await signUp(t)
  await log(member, G, { play_time: 2 })
  await log(member, G, { completion_percentage: 100 })
  expect(await ofYear(member)).toEqual([1, 1, 1])
  await log(member, G, { playthrough: { date: '2020-03' } })
  expect(await ofYear(member)).toEqual([0, 0, 0])
  await log(member, G, { playthrough: { date: null } })
  expect(await ofYear(member)).toEqual([1, 1, 1])
  // A session has its own date.
  await log(member, G, { playthrough: { date: '2020-03' } })
  await member.post(`/api/user/games/${G}/sessions`, { minutes: 30 })
  expect(await ofYear(member)).toEqual([1, 1, 1])
})

test('platform, date and replay create a playthrough in the same save, and change the current one', async () => {
  const first = await log(ann, G, { status: 'completed', playthrough: { platform: ' Xbox 360 ', date: '2012' } })
  expect(first.body.playthrough).toEqual({ id: expect.any(String), created: true })
  const row = { platform: 'Xbox 360', started_on: null, finished_on: '2012', finish_level: 'main_story' }
  expect(await playthroughs(ann, G)).toEqual([expect.objectContaining({ ...row, is_replay: false })])

  const again = await log(ann, G, { playthrough: { date: '2012-05' } })
  expect(again.body.playthrough).toEqual({ id: first.body.playthrough.id, created: false })
  const replay = { platform: 'PC', date: '2026-11-20', is_replay: true, is_new: true }
  await log(ann, G, { playthrough: replay })
  expect(await playthroughs(ann, G)).toEqual([
    expect.objectContaining({ ...row, finished_on: '2012-05' }),
    expect.objectContaining({ ...row, platform: 'PC', finished_on: '2026-11-20', is_replay: true }),
  ])
  expect(await ofYear(ann)).toEqual([1, 1, 1])
  // Undo removes the playthrough and its effect on the year.
  const { id } = (await playthroughs(ann, G))[1]
  await ann.delete(`/api/user/games/${G}/playthroughs/${id}`)
  expect(await ofYear(ann)).toEqual([0, 0, 0])
})

test('a log pauses a playthrough; its end ends the pause, and a reason stays only with a dropped one', async () => {
  const bob = await signUp(t)
  await log(bob, G, { status: 'playing', playthrough: { is_paused: true, drop_reason: 'Not dropped' } })
  expect(await playthroughs(bob, G)).toMatchObject([{ is_paused: true, drop_reason: null }])
  await log(bob, G, { status: 'dropped', playthrough: { drop_reason: ' Too long ' } })
  expect(await playthroughs(bob, G)).toMatchObject([{ is_paused: false, drop_reason: 'Too long' }])
  await log(bob, G, { status: 'completed', playthrough: { platform: 'PC' } })
  expect(await playthroughs(bob, G)).toMatchObject([{ finish_level: 'main_story', drop_reason: null }])
  const long = await log(bob, G, { status: 'dropped', playthrough: { drop_reason: 'x'.repeat(301) } })
  expect([long.status, long.body.error]).toEqual([400, 'A reason must be 300 characters or less'])
})

test('the date of a game being played is its first day; a game that is only wanted has no playthrough', async () => {
  await log(ann, H, { status: 'playing', playthrough: { platform: 'PC', date: '2024' } })
  expect(await playthroughs(ann, H)).toMatchObject([
    { platform: 'PC', started_on: '2024', finished_on: null, finish_level: 'unfinished' },
  ])
  // A year as the first day is not after a day in that year.
  await log(ann, H, { status: 'dropped', playthrough: { date: '2024-02-03' } })
  expect(await playthroughs(ann, H)).toMatchObject([{ started_on: '2024', finished_on: '2024-02-03' }])
  const wanted = await log(ann, OLD[2] ?? '', { status: 'want_to_play', playthrough: { platform: 'PC' } })
  expect(wanted.body).toMatchObject({ entry: { status: 'want_to_play' }, playthrough: null })
  expect(await playthroughs(ann, OLD[2] ?? '')).toEqual([])
})

test('a completed log finishes a dropped playthrough, and preserves a higher finish level', async () => {
  const member = await signUp(t)
  await log(member, G, { status: 'dropped', playthrough: { date: '2026-01' } })
  await log(member, G, { status: 'completed', playthrough: { date: '2026-02' } })
  const [playthrough] = await playthroughs(member, G)
  expect(playthrough).toMatchObject({ finished_on: '2026-02', finish_level: 'main_story' })
  await member.patch(`/api/user/games/${G}/playthroughs/${playthrough.id}`, { finish_level: 'completionist' })
  await log(member, G, { status: 'completed', playthrough: { platform: 'PC' } })
  expect(await playthroughs(member, G)).toMatchObject([{ finish_level: 'completionist', platform: 'PC' }])
})

test.each([
  [{ date: '2027' }, 'This day is in the future'],
  [{ date: '2026-12' }, 'This day is in the future'],
  [{ date: '2012-13' }, 'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17'],
  [{ date: '12' }, 'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17'],
  [{ date: '2023-02-29' }, 'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17'],
  [{ date: '1969' }, 'A date cannot be before 1970'],
  [{ platform: 'x'.repeat(61) }, 'A platform must be 60 characters or less'],
])('%j is refused, and nothing is written', async (playthrough, sentence) => {
  const answer = await log(ann, OLD[3] ?? '', { status: 'completed', playthrough })
  expect([answer.status, answer.body.error]).toEqual([400, sentence])
  expect((await ann.get(`/api/library/${OLD[3]}`)).status).toBe(404)
})

test('a playthrough cannot end before it started', async () => {
  await ann.post(`/api/user/games/${OLD[4]}/sessions`, { minutes: 30 })
  const answer = await log(ann, OLD[4] ?? '', { status: 'completed', playthrough: { date: '2012' } })
  expect([answer.status, answer.body.code]).toEqual([400, 'days_in_wrong_order'])
  expect((await ann.get(`/api/library/${OLD[4]}`)).body.entry.status).toBe('playing')
})

describe('when a game was played', () => {
  const minutes = (count: number) => {
    t.time.now = new Date(t.time.now.getTime() + count * 60_000)
  }
  const mark = (who: Member, status: string, correct?: true) =>
    who.patch(`/api/library/${G}/status`, { status, ...(correct && { correct }) })
  const many = (who: Member, status: string) => who.post('/api/library/bulk/status', { game_ids: [G], status })
  const ways = [
    [
      'an undo of one status',
      async (who: Member, between: string) => {
        await mark(who, between)
        minutes(1)
        return () => mark(who, 'completed', true)
      },
    ],
    [
      'an undo of a bulk change',
      async (who: Member, between: string) => {
        const { undo_id } = (await many(who, between)).body
        minutes(1)
        return () => who.post('/api/library/bulk/undo', { undo_id })
      },
    ],
    [
      'an undo of a log',
      async (who: Member, between: string) => {
        await log(who, G, { status: between })
        minutes(1)
        return () => log(who, G, { status: 'completed', correct: true })
      },
    ],
  ] as const

  test.each(ways)('%s restores it for a game completed this year', async (_, change) => {
    const [member, other] = [await signUp(t), await signUp(t)]
    await member.post('/api/library', { game_id: H })
    await other.post('/api/library', { game_id: G })
    await log(member, G, { play_time: 2 })
    minutes(1)
    await mark(member, 'completed')
    const finishedAt = () =>
      t.db
        .selectFrom('user_games')
        .select('stopped_playing_at')
        .where('user_id', '=', member.user.id)
        .where('game_id', '=', G)
        .executeTakeFirst()
    const before = await finishedAt()
    expect(before).toEqual({ stopped_playing_at: t.time.now })
    for (const [between, ofThisYear] of [
      ['want_to_play', 0],
      ['playing', 1],
      ['dropped', 1],
    ] as const) {
      minutes(1)
      const undo = await change(member, between)
      expect((await ofYear(member))[1]).toBe(ofThisYear)
      // Later changes of another game and of another member have no effect.
      await member.patch(`/api/library/${H}`, { is_liked: true })
      await other.patch(`/api/library/${G}`, { is_liked: true })
      await undo()
      expect(await ofYear(member)).toEqual([1, 1, 1])
      expect(await finishedAt()).toEqual(before)
    }
  })

  test.each(ways)('%s restores it for a game that was added as completed without a date', async (_, change) => {
    const member = await signUp(t)
    await member.post('/api/library', { game_id: G, status: 'completed' })
    for (const between of ['want_to_play', 'playing', 'dropped']) {
      minutes(1)
      await (await change(member, between))()
      expect(await ofYear(member)).toEqual([0, 0, 0])
    }
  })

  test('an undone mark has no later effect', async () => {
    const member = await signUp(t)
    await member.post('/api/library', { game_id: G, status: 'playing' })
    for (const [status, correct] of [['completed'], ['playing', true], ['want_to_play'], ['completed']] as const) {
      minutes(1)
      await mark(member, status, correct)
    }
    expect(await ofYear(member)).toEqual([0, 0, 0])
  })
})

describe('when a game was last played', () => {
  const lastPlayed = async (who: Member) => (await who.get(`/api/library/${G}`)).body.entry.last_played_at

  test.each(['2026', '2026-11', '2026-11-22'])('stays an instant that %s contains', async (date) => {
    const member = await signUp(t)
    await log(member, G, { play_time: 2 })
    const known = await lastPlayed(member)
    await log(member, G, { status: 'completed', playthrough: { date } })
    expect(await lastPlayed(member)).toBe(known)
    // Another date corrects it.
    await log(member, G, { playthrough: { date: '2020' } })
    expect(await lastPlayed(member)).toContain('2020-01-01')
  })

  test('an older playthrough that is added does not move it back', async () => {
    const member = await signUp(t)
    await log(member, G, { status: 'completed', playthrough: { date: '2025-12-31' } })
    await log(member, G, { playthrough: { date: '2012', is_new: true } })
    expect(await lastPlayed(member)).toContain('2025-12-31')
    await log(member, G, { playthrough: { date: '2026-02', is_new: true } })
    expect(await lastPlayed(member)).toContain('2026-02-01')
  })

  test('the undo of a log restores it', async () => {
    const member = await signUp(t)
    await log(member, G, { play_time: 2 })
    const known = await lastPlayed(member)
    await log(member, G, { status: 'completed', playthrough: { date: '2012' } })
    expect(await lastPlayed(member)).toContain('2012-01-01')
    await log(member, G, { status: 'playing', correct: true, last_played_at: known })
    expect(await lastPlayed(member)).toBe(known)
    await log(member, G, { correct: true, last_played_at: null })
    expect(await lastPlayed(member)).toBeNull()
    await log(member, G, { correct: true, last_played_at: '2027-01-01T00:00:00.000Z' })
    expect(await lastPlayed(member)).toBe(t.time.now.toISOString())
  })

  test.each([[{ last_played_at: 'today', correct: true }], [{ last_played_at: '2012-01-01T12:00:00.000Z' }]])(
    '%j is refused',
    async (draft) => {
      const member = await signUp(t)
      expect((await log(member, G, draft)).status).toBe(400)
    },
  )
})

test('a first day after a finished playthrough starts another one', async () => {
  const member = await signUp(t)
  await log(member, G, { status: 'completed', playthrough: { date: '2012' } })
  const again = await log(member, G, { status: 'playing', playthrough: { date: '2026-11-20', platform: 'PC' } })
  expect([again.status, again.body.playthrough?.created]).toEqual([200, true])
  expect(await playthroughs(member, G)).toMatchObject([
    { started_on: null, finished_on: '2012', finish_level: 'main_story', platform: null },
    { started_on: '2026-11-20', finished_on: null, finish_level: 'unfinished', platform: 'PC' },
  ])
  // That playthrough is being played: another date corrects its first day.
  const better = await log(member, G, { status: 'playing', playthrough: { date: '2026-11' } })
  expect(better.body.playthrough).toEqual({ id: again.body.playthrough.id, created: false })
  // Without a date nothing indicates a new playthrough.
  await log(member, G, { status: 'completed', playthrough: { date: '2026-11-22' } })
  const platform = await log(member, G, { status: 'playing', playthrough: { platform: 'Deck' } })
  expect(platform.body.playthrough.created).toBe(false)
})
