import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ExternalId, NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
let ann: Member
let bob: Member

const game = (id: string, name: string, year: number, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: id as GameId,
  name,
  firstReleaseDate: Date.UTC(year, 5, 1) / 1000,
  platforms: [{ id: 6, name: 'PC (Microsoft Windows)' }],
  renown: 50,
  ...more,
})
const slug = (uid: string): Partial<SourceGame> => ({
  externalIds: [{ source: 'igdb_slug', uid } as ExternalId],
})

beforeAll(async () => {
  await storeGames(
    app.db,
    [
      game('igdb_1', 'Marmot Quest', 2001, slug('marmot-quest')),
      game('igdb_2', 'Otter', 1993),
      game('igdb_3', 'Otter', 2016),
      game('igdb_4', 'Badgers & Bees', 2010),
      game('igdb_5', 'Heron', 2012),
    ],
    'igdb',
  )
  ann = await signUp(app)
  bob = await signUp(app)
})
beforeEach(async () => {
  app.time.now = new Date('2026-11-20T12:00:00Z')
  app.queue.length = 0
  for (const table of ['imports', 'game_progress_history', 'user_games'] as const)
    await app.db.deleteFrom(table).execute()
})

const CSV = [
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at',
  '1,igdb,game,Marmot Quest,,,,9.0,12h 30min,Completed,2020-01-02,2020-02-03,A classic,',
  ',manual,game,Otter,,,,7.0,3h 00min,In progress,,,,',
  '4,igdb,game,Badgers & Bees,,,,,0min,Planning,,,,',
  ',manual,game,Xyzzyplugh Unheard Of,,,,5.0,1h 00min,Dropped,,,,',
  '9,tmdb,movie,A film,,,,5.0,,Completed,,,,',
].join('\n')

function upload(member: Member, content: string | Buffer, name = 'yamtrack.csv') {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(Buffer.from(content))], name))
  return member.post(`/api/imports?name=${encodeURIComponent(name)}`, form)
}
async function ready(member: Member, content: string | Buffer = CSV, name?: string): Promise<string> {
  const answer = await upload(member, content, name)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  await app.work()
  return answer.body.import.id
}
const rowsOf = async (member: Member, id: string, filter = 'all') =>
  (await member.get(`/api/imports/${id}/rows?filter=${filter}`)).body.rows
const stateOf = async (member: Member, id: string) => (await member.get(`/api/imports/${id}`)).body.import
const library = () =>
  app.db
    .selectFrom('user_games')
    .select(['game_id', 'status', 'user_rating', 'play_time', 'notes'])
    .orderBy('game_id')
    .execute()
async function imported(member: Member, content?: string) {
  const id = await ready(member, content)
  expect((await member.post(`/api/imports/${id}/apply`)).status).toBe(200)
  await app.work()
  return id
}

describe('an import', () => {
  test('is read, previewed, written and undone', async () => {
    const id = await ready(ann)
    const before = await stateOf(ann, id)
    expect(before).toMatchObject({
      preset: 'yamtrack',
      state: 'ready',
      counts: { total: 5, new: 2, doubtful: 1, unknown: 1, skipped: 1, waiting: 2 },
    })
    expect(await library()).toEqual([])
    const rows = await rowsOf(ann, id)
    expect(rows[0]).toMatchObject({ title: 'Marmot Quest', outcome: 'new', game: { id: 'igdb_1' } })
    expect(rows[0].changes).toContainEqual({ field: 'Hours', before: null, after: '12h 30m' })
    const [doubtful] = await rowsOf(ann, id, 'doubtful')
    expect(doubtful.candidates.map(({ id }: { id: string }) => id).toSorted()).toEqual(['igdb_2', 'igdb_3'])
    const decided = await ann.put(`/api/imports/${id}/rows/${doubtful.n}`, { game_id: 'igdb_3' })
    expect(decided.body).toMatchObject({ row: { state: 'ready', outcome: 'new' }, import: { counts: { waiting: 3 } } })
    expect((await ann.post(`/api/imports/${id}/apply`)).body.import.state).toBe('applying')
    await app.work()
    expect(await stateOf(ann, id)).toMatchObject({ state: 'done', counts: { applied: 3 } })
    expect(await library()).toEqual([
      { game_id: 'igdb_1', status: 'completed', user_rating: 9, play_time: 12.5, notes: 'A classic' },
      { game_id: 'igdb_3', status: 'playing', user_rating: 7, play_time: 3, notes: null },
      { game_id: 'igdb_4', status: 'want_to_play', user_rating: null, play_time: 0, notes: null },
    ])
    expect((await ann.post(`/api/imports/${id}/undo`)).status).toBe(200)
    await app.work()
    expect(await stateOf(ann, id)).toMatchObject({ state: 'undone', counts: { undone: 3 } })
    expect(await library()).toEqual([])
  })

  test('of the same file again changes nothing', async () => {
    await imported(ann)
    const before = await app.db.selectFrom('user_games').selectAll().execute()
    const again = await ready(ann)
    expect(await stateOf(ann, again)).toMatchObject({ counts: { new: 0, changed: 0, same: 2 } })
    await ann.post(`/api/imports/${again}/apply`)
    await app.work()
    expect(await app.db.selectFrom('user_games').selectAll().execute()).toEqual(before)
    expect(await app.db.selectFrom('playthroughs').selectAll().execute()).toHaveLength(1)
  })
})

test('another member has no way to an import', async () => {
  const id = await ready(ann)
  const [row] = await rowsOf(ann, id)
  const tried = [
    await bob.get(`/api/imports/${id}`),
    await bob.get(`/api/imports/${id}/rows`),
    await bob.put(`/api/imports/${id}/rows/${row.n}`, { game_id: 'igdb_5' }),
    await bob.post(`/api/imports/${id}/apply`),
    await bob.post(`/api/imports/${id}/undo`),
    await bob.delete(`/api/imports/${id}`),
    await bob.get(`/api/imports/${id}/report.csv`),
  ]
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404))
})

void readFileSync
