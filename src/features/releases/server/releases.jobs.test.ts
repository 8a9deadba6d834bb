import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { openJobs } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { tag } from '#server/tags.ts'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { addReleases, moveRelease } from '#tests/support/releases-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { releasesJobs } from './releases.jobs.ts'

const RELEASE_JOB = 'notify-of-releases'

// That a job is done is logged at debug.
const app = useTestApp({ LOG_LEVEL: 'debug' }, { workers: (jobs) => jobs.filter(({ name }) => name === RELEASE_JOB) })
let mara: Member
beforeAll(async () => {
  app.time.now = new Date('2026-12-01T12:00:00Z')
  mara = await signUp(app, { username: 'mara' })
})

const at = (time: string) => {
  app.time.now = new Date(time)
}
const want = (member: Member, game_id: string, status = 'want_to_play') =>
  member.post('/api/library', { game_id, status })
const run = () => app.run(RELEASE_JOB)
interface Line {
  type: string
  sentence: string
  subject: { type: string; id: string; game: { name: string } | null } | null
}
async function lines(member = mara): Promise<Line[]> {
  const { data } = (await member.get('/api/notifications')).body as { data: Line[] }
  return data.filter(({ type }) => type === 'release')
}
const sentences = async (member = mara) => (await lines(member)).map(({ sentence }) => sentence)

beforeEach(async () => {
  for (const table of ['user_games', 'notifications', 'release_notices', 'games'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  at('2026-12-10T12:00:00Z')
  await app.settle()
})

describe('on the day of a release', () => {
  beforeEach(() => addReleases(app, [{ id: 'igdb_1', name: 'Hades', day: '2026-12-11' }]))

  test('a member who wants to play the game is notified once, with a link to it', async () => {
    await want(mara, 'igdb_1')
    await run()
    expect(await sentences()).toEqual([])
    at('2026-12-11T00:00:00Z')
    await run()
    await run()
    expect(await lines()).toMatchObject([
      { sentence: 'Hades is out today', subject: { type: 'game', id: 'igdb_1', game: { name: 'Hades' } } },
    ])
    at('2026-12-11T23:59:00Z')
    await run()
    expect(await sentences()).toHaveLength(1)
  })

  test.each(['playing', 'completed', 'dropped'])('a member with the status %s is not', async (status) => {
    await want(mara, 'igdb_1', status)
    at('2026-12-11T12:00:00Z')
    await run()
    expect(await sentences()).toEqual([])
  })

  test.each([
    ['Pacific/Auckland', '2026-12-10T10:59:00Z', '2026-12-10T11:00:00Z', '2026-12-11T11:00:00Z'],
    ['Pacific/Honolulu', '2026-12-11T09:59:00Z', '2026-12-11T10:00:00Z', '2026-12-12T10:00:00Z'],
    ['Asia/Kathmandu', '2026-12-10T18:14:00Z', '2026-12-10T18:15:00Z', '2026-12-11T18:15:00Z'],
  ])('the day is that of the member: %s', async (timezone, before, begin, end) => {
    await want(mara, 'igdb_1')
    await saveSettings(app, mara, { timezone })
    at(before)
    await run()
    expect(await sentences()).toEqual([])
    at(end)
    await run()
    expect(await sentences()).toEqual([])
    at(begin)
    await run()
    expect(await sentences()).toHaveLength(1)
  })

  test('a date that moves notifies on the new day, and a member who knows is not notified again', async () => {
    const ben = await signUp(app)
    await want(mara, 'igdb_1')
    at('2026-12-11T12:00:00Z')
    await run()
    await moveRelease(app, 'igdb_1', '2026-12-14')
    await want(ben, 'igdb_1')
    at('2026-12-14T12:00:00Z')
    await run()
    expect([await sentences(mara), await sentences(ben)]).toEqual([['Hades is out today'], ['Hades is out today']])
    expect(await app.db.selectFrom('release_notices').selectAll().execute()).toHaveLength(2)
  })

  test('a member who has switched it off, or is disabled, is not notified', async () => {
    const ben = await signUp(app)
    for (const member of [mara, ben]) await want(member, 'igdb_1')
    expect((await mara.patch('/api/notifications/switches', { release: false })).status).toBe(200)
    await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', ben.user.id).execute()
    at('2026-12-11T12:00:00Z')
    await run()
    expect(await app.db.selectFrom('notifications').selectAll().execute()).toEqual([])
    // Who returns on that day is notified by the next run.
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    await run()
    expect(await app.db.selectFrom('notifications').select(['user_id', 'type']).execute()).toEqual([
      { user_id: ben.user.id, type: 'release' },
    ])
  })

  test('a game that is no longer stored leaves a line with its name', async () => {
    await want(mara, 'igdb_1')
    at('2026-12-11T12:00:00Z')
    await run()
    await app.db.deleteFrom('user_games').execute()
    await app.db.deleteFrom('games').execute()
    await app.settle([tag.games])
    expect(await lines()).toMatchObject([{ sentence: 'Hades is out today', subject: { id: 'igdb_1', game: null } }])
  })
})

test('each game is a line of its own, and two of one day are two lines', async () => {
  await addReleases(app, [
    { id: 'igdb_1', name: 'Hades', day: '2026-12-10' },
    { id: 'igdb_2', name: 'Celeste', day: '2026-12-10' },
  ])
  for (const game of ['igdb_1', 'igdb_2']) await want(mara, game)
  await run()
  expect((await sentences()).toSorted()).toEqual(['Celeste is out today', 'Hades is out today'])
})

test('a game of which only the year is known notifies nobody', async () => {
  await addReleases(app, [{ id: 'igdb_1', name: 'Some day', day: '2026-12-31' }])
  await want(mara, 'igdb_1')
  at('2026-12-31T12:00:00Z')
  await run()
  expect(await app.db.selectFrom('notifications').selectAll().execute()).toEqual([])
})

test('more members than one batch has are all notified, in a few statements for each batch', async () => {
  const count = 1200
  await addReleases(app, [
    { id: 'igdb_1', name: 'Hades', day: '2026-12-10' },
    { id: 'igdb_2', name: 'Celeste', day: '2026-12-11' },
  ])
  await sql`
    with made as (
      insert into "user" (name, email) select 'Fan ' || n, 'fan-' || n || '@example.org'
      from generate_series(1, ${count}::integer) n returning id, name
    ), member as (insert into profiles (id, display_name, role) select id, name, 'user' from made returning id)
    insert into user_games (user_id, game_id, status)
    select id, game, 'want_to_play' from member, unnest(array['igdb_1', 'igdb_2']) game`.execute(app.db)
  expect(await app.countQueries(run)).toBeLessThanOrEqual(40)
  const notified = await app.db.selectFrom('notifications').select('user_id').where('type', '=', 'release').execute()
  expect([notified.length, new Set(notified.map(({ user_id }) => user_id)).size]).toEqual([count, count])
})

describe('several nodes', () => {
  beforeEach(async () => {
    await addReleases(app, [{ id: 'igdb_1', name: 'Hades', day: '2026-12-10' }])
    await want(mara, 'igdb_1')
  })

  test('that run the job at the same moment notify once', async () => {
    await Promise.all([1, 2, 3, 4].map(run))
    expect(await sentences()).toEqual(['Hades is out today'])
  })

  test('share the queue: the work runs once, in whichever node is free, and again after a restart without effect', async () => {
    const log = createLog('silent')
    const changes = await listenForChanges(app.connectionString, log)
    const other = await openJobs(app.connectionString, log, changes, { lookAheadSeconds: 0.5 })
    let runs = 0
    const deps = { db: app.db, clock: () => app.time.now, log } as unknown as Parameters<typeof releasesJobs>[0]
    const counted = () =>
      releasesJobs(deps).map((job) => ({
        ...job,
        run: async (data: unknown) => {
          runs += 1
          await job.run(data)
        },
      }))
    await other.work(counted())
    try {
      const sent = async () => {
        await other.send(app.db, RELEASE_JOB, {})
        const { length } = await app.db.selectFrom('release_notices').selectAll().execute()
        return length
      }
      await sent()
      await expect.poll(() => sentences(), { timeout: 25_000 }).toEqual(['Hades is out today'])
      await sent()
      await expect
        .poll(async () => (await other.listStates()).find(({ name }) => name === RELEASE_JOB), { timeout: 25_000 })
        .toMatchObject({ waiting: 0, running: 0 })
      const own = app.logged().split(`"job":"${RELEASE_JOB}"`).length - 1
      expect(own + runs).toBe(2)
      expect(await sentences()).toEqual(['Hades is out today'])
    } finally {
      await other.stop()
      await changes.close()
    }
  })
})
