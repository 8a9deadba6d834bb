import { describe, expect, test } from 'vitest'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { IMPORT_TEXTS } from '../imports.texts.ts'

const { app, ann, bob, upload, read, step, write, stateOf, rowsOf, library } = useImportsApp()

const FILE = [
  yamtrack(
    [1, 'Marmot Quest', 9, 12.5, 'Completed', '2020-01-02', '2020-02-03', 'A classic'],
    ['', 'Otter', 7, 3, 'In progress'],
    [4, 'Badgers & Bees', '', '', 'Planning'],
    ['', 'Xyzzyplugh Unheard Of', 5, 1, 'Dropped'],
  ),
  '9,tmdb,movie,A film,,,,5.0,,Completed,,,,',
].join('\n')

describe('an import', () => {
  test('is read, previewed, written and undone', async () => {
    const id = await read(ann, FILE)
    expect(await stateOf(ann, id)).toMatchObject({
      preset: 'yamtrack',
      state: 'ready',
      counts: { total: 5, new: 2, doubtful: 1, unknown: 1, skipped: 1, waiting: 2 },
    })
    expect(await library(ann)).toEqual([])
    const rows = await rowsOf(ann, id)
    // Those that ask come first.
    expect(rows.map((row: { title: string }) => row.title).slice(0, 3)).toEqual([
      'Otter',
      'Xyzzyplugh Unheard Of',
      'Marmot Quest',
    ])
    expect(rows[2]).toMatchObject({ title: 'Marmot Quest', outcome: 'new', game: { id: 'igdb_1' } })
    expect(rows[2].said).toEqual([
      { field: 'score', text: '9' },
      { field: 'progress', text: '12.5h' },
      { field: 'start_date', text: '2020-01-02' },
      { field: 'end_date', text: '2020-02-03' },
      { field: 'status', text: 'Completed' },
    ])
    expect(rows[2].changes).toContainEqual({ field: 'Hours', before: null, after: '12h 30m' })
    const [doubtful] = await rowsOf(ann, id, 'doubtful')
    expect(doubtful.candidates.map((game: { id: string }) => game.id).toSorted()).toEqual(['igdb_2', 'igdb_3'])
    const decided = await ann.put(`/api/imports/${id}/rows/${doubtful.n}`, { game_id: 'igdb_3' })
    expect(decided.body).toMatchObject({ row: { state: 'ready', outcome: 'new' }, import: { counts: { waiting: 3 } } })
    await step(ann, id, 'apply')
    expect(await stateOf(ann, id)).toMatchObject({ state: 'done', counts: { applied: 3 } })
    expect(await library(ann)).toMatchObject([
      { game_id: 'igdb_1', status: 'completed', user_rating: 9, play_time: 12.5, notes: 'A classic' },
      { game_id: 'igdb_3', status: 'playing', user_rating: 7, play_time: 3, notes: null },
      { game_id: 'igdb_4', status: 'want_to_play', user_rating: null, play_time: 0, notes: null },
    ])
    await step(ann, id, 'undo')
    expect(await stateOf(ann, id)).toMatchObject({ state: 'undone', undo_until: null, counts: { undone: 3 } })
    expect(await library(ann)).toEqual([])
  })

  test('of the same file again changes nothing', async () => {
    await write(ann, FILE)
    const all = () =>
      Promise.all([
        app.db.selectFrom('user_games').selectAll().orderBy('id').execute(),
        app.db.selectFrom('playthroughs').selectAll().orderBy('id').execute(),
        app.db.selectFrom('game_progress_history').selectAll().orderBy('id').execute(),
      ])
    const before = await all()
    const again = await read(ann, FILE)
    expect(await stateOf(ann, again)).toMatchObject({ counts: { new: 0, changed: 0, same: 2, waiting: 0 } })
    await step(ann, again, 'apply')
    expect(await all()).toEqual(before)
  })

  test('overwrites nothing that the member has typed, unless a rule says so', async () => {
    await ann.post('/api/library', { game_id: 'igdb_1', status: 'dropped', user_rating: 3 })
    await ann.put('/api/library/igdb_1/progress', { play_time: 40 })
    const id = await read(ann, FILE)
    const [row] = await rowsOf(ann, id, 'changed')
    const fields = (changes: { field: string }[]) => changes.map(({ field }) => field)
    expect(fields(row.changes)).toEqual(['Notes', 'Playthroughs'])
    const { rules } = await stateOf(ann, id)
    const changed = { ...rules, status: 'theirs', user_rating: 'larger', play_time: 'larger' }
    expect((await ann.put(`/api/imports/${id}/rules`, changed)).body.import.state).toBe('planning')
    await app.work()
    const [ruled] = await rowsOf(ann, id, 'changed')
    expect(ruled.changes).toContainEqual({ field: 'Rating', before: '1.5 stars', after: '4.5 stars' })
    expect(fields(ruled.changes)).toEqual(['Status', 'Rating', 'Completion', 'Notes', 'Playthroughs'])
    await step(ann, id, 'apply')
    expect(await library(ann)).toMatchObject([
      { game_id: 'igdb_1', status: 'completed', user_rating: 9, play_time: 40, notes: 'A classic' },
      { game_id: 'igdb_4' },
    ])
    expect((await library(ann))[0]).toMatchObject({ completion_percentage: 100 })
    await step(ann, id, 'undo')
    expect(await library(ann)).toMatchObject([
      { game_id: 'igdb_1', status: 'dropped', user_rating: 3, play_time: 40, completion_percentage: 0, notes: null },
    ])
    expect(await app.db.selectFrom('playthroughs').selectAll().execute()).toEqual([])
  })

  test('that gave a review other stars gives the earlier ones back with its undo (C22)', async () => {
    const draft = { game_id: 'igdb_1', rating: 1.5, review_text: 'Hm.', is_public: false }
    await ann.post('/api/library', { game_id: 'igdb_1', status: 'dropped' })
    const { review } = (await ann.post('/api/reviews', draft)).body
    const stars = async () => (await ann.get(`/api/reviews/${review.id}`)).body.review.rating
    const id = await read(ann, FILE)
    const { rules } = await stateOf(ann, id)
    await ann.put(`/api/imports/${id}/rules`, { ...rules, user_rating: 'larger' })
    await app.work()
    await step(ann, id, 'apply')
    expect(await stars()).toBe(4.5)
    await step(ann, id, 'undo')
    expect(await library(ann)).toMatchObject([{ game_id: 'igdb_1', user_rating: 3 }])
    expect(await stars()).toBe(1.5)
  })

  test('joins rows of one game to playthroughs, and their hours to one total', async () => {
    await write(
      ann,
      yamtrack(
        [1, 'Marmot Quest', 9, 10, 'Completed', '2019-01-01', '2019-02-01'],
        [1, 'Marmot Quest', 9, 8, 'Completed', '2022-01-01', '2022-02-01'],
      ),
    )
    const { playthroughs } = (await ann.get('/api/user/games/igdb_1/play-log')).body
    expect(playthroughs.map(({ finished_on }: { finished_on: string }) => finished_on)).toEqual([
      '2019-02-01',
      '2022-02-01',
    ])
    expect((await library(ann))[0]).toMatchObject({ play_time: 18 })
    expect(await app.db.selectFrom('game_progress_history').select('play_time').execute()).toEqual([{ play_time: 18 }])
  })

  test('posts nothing to the feed', async () => {
    await write(ann, FILE)
    const activities = await app.db.selectFrom('friend_activities').select('activity_type').execute()
    expect(activities.filter(({ activity_type }) => activity_type !== 'badge')).toEqual([])
  })
})

describe('undo', () => {
  test('of one game undoes this game alone', async () => {
    const id = await write(ann, FILE)
    const [row] = await rowsOf(ann, id, 'new')
    const undone = await ann.post(`/api/imports/${id}/rows/${row.n}/undo`)
    expect([undone.status, undone.body.row]).toMatchObject([200, { state: 'undone', can_undo: false }])
    expect((await library(ann)).map(({ game_id }) => game_id)).toEqual(['igdb_4'])
    expect((await ann.post(`/api/imports/${id}/rows/${row.n}/undo`)).status).toBe(409)
  })

  test('leaves a game that the member has removed and added again, also with the values of the import', async () => {
    const id = await write(ann, yamtrack([4, 'Badgers & Bees', '', '', 'Planning']))
    await ann.delete('/api/library/igdb_4')
    expect((await ann.post('/api/library', { game_id: 'igdb_4' })).status).toBe(201)
    await step(ann, id, 'undo')
    expect(await library(ann)).toMatchObject([{ game_id: 'igdb_4', status: 'want_to_play' }])
    expect((await rowsOf(ann, id))[0]).toMatchObject({ state: 'undone', can_undo: false })
  })

  test('is refused after 30 days, and then the import is deleted', async () => {
    const id = await write(ann, FILE)
    app.time.now = new Date(app.time.now.getTime() + 30 * 86_400_000 + 1)
    const late = await ann.post(`/api/imports/${id}/undo`)
    expect([late.status, late.body.code]).toEqual([409, 'import_undo_expired'])
    await app.run('prune-imports')
    expect((await ann.get(`/api/imports/${id}`)).status).toBe(404)
    expect(await library(ann)).toHaveLength(2)
  })
})

describe('rows that are not sure', () => {
  test('are assigned by search, also after the import, and written by a second run that is undone with the first', async () => {
    const id = await write(ann, FILE)
    const [unknown] = await rowsOf(ann, id, 'unknown')
    await ann.put(`/api/imports/${id}/rows/${unknown.n}`, { game_id: 'igdb_5' })
    await step(ann, id, 'apply')
    expect((await library(ann)).map(({ game_id }) => game_id)).toEqual(['igdb_1', 'igdb_4', 'igdb_5'])
    await step(ann, id, 'undo')
    expect(await library(ann)).toEqual([])
  })

  test('are left out, and can be decided again', async () => {
    const id = await read(ann, FILE)
    const [doubtful] = await rowsOf(ann, id, 'doubtful')
    const path = `/api/imports/${id}/rows/${doubtful.n}`
    expect((await ann.put(path, { game_id: null })).body.row).toMatchObject({
      state: 'skipped',
      reason: 'You left this row out.',
    })
    expect((await ann.put(path, { game_id: 'igdb_2' })).body.row).toMatchObject({
      state: 'ready',
      game: { id: 'igdb_2' },
    })
    expect((await ann.put(path, { game_id: 'igdb_99999' })).status).toBe(404)
    expect((await ann.put(`/api/imports/${id}/rows/99`, { game_id: null })).body.code).toBe('import_row_not_found')
  })
})

test('all rows that nobody knows become games of one’s own, more than one batch of them', async () => {
  const names = Array.from(
    { length: 260 },
    (_, at) => `Xyzzyplugh${String.fromCharCode(97 + (at % 26))} Unheard ${at + 1}`,
  )
  const id = await read(ann, yamtrack(...names.map((name) => ['', name, 8, 2, 'Completed'])))
  expect((await stateOf(ann, id)).counts).toMatchObject({ unknown: 260, new: 0 })
  expect((await ann.put(`/api/imports/${id}/rows`, { question: 'unknown', decision: 'own' })).status).toBe(200)
  await app.work()
  expect((await stateOf(ann, id)).counts).toMatchObject({ unknown: 0, new: 260 })
  await step(ann, id, 'apply')
  expect(await library(ann)).toHaveLength(260)
  await step(ann, id, 'undo')
  expect(await library(ann)).toEqual([])
  expect(await app.db.selectFrom('games').where('owner_id', '=', ann.user.id).selectAll().execute()).toEqual([])
})

describe('one import at a time', () => {
  test('a second file is refused until the first is finished or discarded', async () => {
    const id = await read(ann, FILE)
    const second = await upload(ann, FILE)
    expect([second.status, second.body.code, second.body.error]).toEqual([409, 'import_open', IMPORT_TEXTS.open])
    expect((await upload(bob, FILE)).status).toBe(201)
    expect((await ann.delete(`/api/imports/${id}`)).status).toBe(204)
    expect((await upload(ann, FILE)).status).toBe(201)
  })

  test('of two uploads at the same moment one is refused', async () => {
    const answers = await Promise.all([upload(ann, FILE), upload(ann, FILE), upload(ann, FILE)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  })
})

test('an import goes on while its member is signed out, and waits for them', async () => {
  const eve = await signUp(app)
  const { body } = await upload(eve, yamtrack([1, 'Marmot Quest', 8, 12, 'Completed']))
  const { id } = body.import
  const signOut = async () => {
    expect((await eve.post('/api/auth/logout')).status).toBeLessThan(300)
    expect((await eve.get(`/api/imports/${id}`)).status).toBe(401)
  }
  const signIn = () => eve.post('/api/auth/signin', { email: eve.user.email, password: PASSWORD })
  await signOut()
  await app.work()
  expect((await signIn()).status).toBe(200)
  expect(await stateOf(eve, id)).toMatchObject({ state: 'ready', counts: { new: 1 } })

  expect((await eve.post(`/api/imports/${id}/apply`)).status).toBe(200)
  await signOut()
  await app.work()
  expect(await library(eve)).toMatchObject([{ game_id: 'igdb_1', status: 'completed', play_time: 12 }])
  await signIn()
  await step(eve, id, 'undo')
  expect(await library(eve)).toEqual([])
})

test('another member has no way to an import', async () => {
  const id = await read(ann, FILE)
  const { rules } = await stateOf(ann, id)
  const tried = [
    await bob.get(`/api/imports/${id}`),
    await bob.get(`/api/imports/${id}/rows`),
    await bob.get(`/api/imports/${id}/table`),
    await bob.put(`/api/imports/${id}/rules`, rules),
    await bob.put(`/api/imports/${id}/rows/1`, { game_id: 'igdb_5' }),
    await bob.post(`/api/imports/${id}/rows/1/undo`),
    ...(await Promise.all(['apply', 'cancel', 'undo'].map((name) => bob.post(`/api/imports/${id}/${name}`)))),
    await bob.delete(`/api/imports/${id}`),
    await bob.get(`/api/imports/${id}/report.csv`),
    await app.visitor().get(`/api/imports/${id}/report.csv`),
  ]
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404))
  expect((await bob.get('/api/imports')).body.imports).toEqual([])
  expect(await stateOf(ann, id)).toMatchObject({ state: 'ready' })
})

test('the report has the fate of every row, and no formula', async () => {
  const id = await write(
    ann,
    yamtrack([1, 'Marmot Quest', 9, 10, 'Completed'], ['', '=HYPERLINK(1)', 5, 1, 'Dropped'], ['', '＝1+1']),
  )
  const answer = await app.app.request(`http://localhost:3000/api/imports/${id}/report.csv`, {
    headers: { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '), host: 'localhost:3000' },
  })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="import-2026-11-20.csv"')
  const [header, ...lines] = (await answer.text()).trim().split('\r\n')
  expect(header).toBe('Row,Name in the file,Result,Action,Game,Found,Changes,Remarks')
  expect(lines[0]).toContain('2,Marmot Quest,Imported,New,igdb_1,by its id at IGDB,')
  expect(lines[1]).toMatch(/^3,'=HYPERLINK\(1\),Not found/)
  expect(lines[2]).toMatch(/^4,'＝1\+1,Not found/)
})

describe('a table that no preset knows', () => {
  const TABLE = 'Spiel,Stunden,Wertung\nMarmot Quest,12,4\nHeron,3,5\n'
  test('waits for its columns, shows its first rows, and is read with the mapping of the member', async () => {
    const { body } = await upload(ann, TABLE)
    expect(body.import).toMatchObject({ preset: 'mapped', state: 'mapping' })
    const path = `/api/imports/${body.import.id}`
    const table = (await ann.get(`${path}/table`)).body
    expect(table.columns.map(({ name }: { name: string }) => name)).toEqual(['Spiel', 'Stunden', 'Wertung'])
    const mapping = { ...table.mapping, columns: { 0: 'title', 1: 'hours', 2: 'rating' }, rating_max: 5 }
    const preview = (await ann.post(`${path}/table`, mapping)).body
    expect(Object.keys(preview)).toEqual(['rows', 'recognised'])
    expect(preview.rows[0].values).toContainEqual({ field: 'Rating', before: null, after: '4 stars' })
    const untitled = await ann.put(`${path}/mapping`, { ...mapping, columns: { 1: 'hours' } })
    expect([untitled.status, untitled.body.code]).toEqual([400, 'import_without_titles'])
    expect((await ann.put(`${path}/mapping`, mapping)).status).toBe(200)
    await app.work()
    await step(ann, body.import.id, 'apply')
    expect(await library(ann)).toMatchObject([
      { game_id: 'igdb_1', status: 'completed', user_rating: 8, play_time: 12 },
      { game_id: 'igdb_5', status: 'completed', user_rating: 10, play_time: 3 },
    ])
    expect((await ann.get(`${path}/table`)).body.code).toBe('import_state')
  })

  test('shows 20 rows as other columns, words and scales would read them, and stores nothing', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, at) => `Marmot Quest ${at + 1},${at % 2 ? 'Fertig' : 'Offen'},8,90,1/2/2020`,
    )
    const { body } = await upload(ann, ['Spiel,Stand,Wertung,Dauer,Ende', ...rows].join('\n'))
    const path = `/api/imports/${body.import.id}`
    const table = (await ann.get(`${path}/table`)).body
    expect(table.rows.map(({ row }: { row: number }) => row)).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
    const preview = async (change: object) => {
      const { status, body } = await ann.post(`${path}/table`, { ...table.mapping, ...change })
      expect([status, body.rows.length]).toEqual([200, 20])
      return body.rows[1] as { row: number; title: string; values: { field: string; after: string }[] }
    }
    const shown = ({ values }: Awaited<ReturnType<typeof preview>>, name: string) =>
      values.find(({ field }) => field === name)?.after
    const columns = { 0: 'title', 1: 'status', 2: 'rating', 3: 'hours', 4: 'finished' }
    const statuses = { fertig: 'completed' }
    const tens = await preview({ columns, statuses, rating_max: 10, hours_unit: 'minutes', date_order: 'dmy' })
    expect([tens.row, tens.title]).toEqual([3, 'Marmot Quest 2'])
    expect(['Status', 'Rating', 'Hours'].map((name) => shown(tens, name))).toEqual(['Completed', '4 stars', '1h 30m'])
    expect(shown(tens, 'Playthroughs')).toContain('Feb 1, 2020')
    const other = await preview({
      columns,
      statuses: { fertig: 'dropped' },
      rating_max: 20,
      hours_unit: 'hours',
      date_order: 'mdy',
    })
    expect(['Status', 'Rating', 'Hours'].map((name) => shown(other, name))).toEqual(['Dropped', '2 stars', '90h'])
    expect(shown(other, 'Playthroughs')).toContain('Jan 2, 2020')
    const bare = await preview({ columns: { 0: 'title' } })
    expect(bare.values.map(({ field }) => field)).toEqual(['Status'])
    for (const wrong of [{ rating_max: 0 }, { columns: { 0: 'colour' } }, { hours_unit: 'days' }]) {
      const refused = await ann.post(`${path}/table`, { ...table.mapping, ...wrong })
      expect([wrong, refused.status, refused.body.code]).toEqual([wrong, 400, 'validation_failed'])
    }
    // A preview is no decision.
    expect((await ann.get(`${path}/table`)).body.mapping).toEqual(table.mapping)
    expect(await stateOf(ann, body.import.id)).toMatchObject({ state: 'mapping', counts: { total: 0 } })
  })
})

describe('the line of an import in the feed', () => {
  const lines = async () =>
    (await ann.get('/api/activities/mine')).body.activities.filter(({ type }: { type: string }) => type === 'imported')
  const applied = async (share: boolean) => {
    const id = await read(ann, FILE)
    expect((await ann.post(`/api/imports/${id}/apply`, { share })).status).toBe(200)
    await app.work()
    return id
  }

  test('is not there unless the member wants it', async () => {
    await applied(false)
    expect(await lines()).toEqual([])
  })

  test('says how many games there were, follows the undo of a game, and goes with the undo', async () => {
    const id = await applied(true)
    expect(await stateOf(ann, id)).toMatchObject({ is_shared: true })
    expect(await lines()).toMatchObject([{ details: { games: 2 }, game: null }])
    const { body } = await bob.get(`/api/profiles/${ann.user.id}/activities`)
    expect(body.data.map(({ type }: { type: string }) => type)).toContain('imported')
    const [row] = await rowsOf(ann, id, 'new')
    await ann.post(`/api/imports/${id}/rows/${row.n}/undo`)
    expect(await lines()).toMatchObject([{ details: { games: 1 } }])
    await step(ann, id, 'undo')
    expect(await lines()).toEqual([])
  })

  test('counts no game of the member’s own, and is not written for a member who does not share', async () => {
    const file = yamtrack(['', 'Xyzzyplugh Unheard Of', 5, 1, 'Dropped'])
    const id = await read(ann, file)
    await ann.put(`/api/imports/${id}/rows`, { question: 'unknown', decision: 'own' })
    await app.work()
    await ann.post(`/api/imports/${id}/apply`, { share: true })
    await app.work()
    expect(await library(ann)).toHaveLength(1)
    expect(await lines()).toEqual([])
    await app.db
      .updateTable('profiles')
      .set({ settings: JSON.stringify({ shareActivity: false }) })
      .execute()
    await applied(true)
    expect(await lines()).toEqual([])
    await app.db.updateTable('profiles').set({ settings: '{}' }).execute()
  })
})
