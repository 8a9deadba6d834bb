import { expect, test } from 'vitest'
import { importFixture } from '#tests/support/import-files.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'

const { app, ann, bob, upload, read, step, stateOf, rowsOf } = useImportsApp()

const SHEET = 'Game,Time Played,Status,Metacritic,Score\nOtter,36000,Done,90,4\nHeron,7200,Somewhere,80,3\n'

test('a table says what each column becomes, what is left out and why, and what it asks', async () => {
  const { id } = (await upload(ann, SHEET)).body.import
  const { recognised, rows } = (await ann.get(`/api/imports/${id}/table`)).body
  expect(recognised).toMatchObject({
    preset: 'mapped',
    encoding: 'utf-8',
    part: null,
    parts: [],
    left_out: ['Metacritic'],
  })
  const [game, time, status, critics] = recognised.columns
  expect(game).toMatchObject({ field: 'title', examples: [{ from: 'Otter', to: 'Otter' }, {}] })
  expect(time).toMatchObject({ field: 'hours', unit: 'seconds' })
  expect(time.examples[0]).toMatchObject({ from: '36000', to: expect.stringMatching(/10/) })
  expect(status.examples).toMatchObject([
    { to: expect.stringMatching(/Completed/) },
    { to: expect.stringMatching(/Somewhere/) },
  ])
  expect(critics).toMatchObject({ field: null, left_out: 'others', examples: [] })
  expect(recognised.questions).toEqual([
    { kind: 'scale', about: ['rating'], column: 4, count: 2, value: null, examples: [] },
    { kind: 'status', about: ['status'], column: 2, count: 1, value: 'Somewhere', examples: [] },
  ])
  expect(recognised.counts).toMatchObject({ read: 2, completed: 2, without_status: 1, skipped: 0 })
  expect(rows).toHaveLength(2)
})

test('an example says what its value becomes, and not the status that every game gets', async () => {
  const sheet = 'Game,Platform,Status,Finished\nOtter,Switch,Done,2021-01-02\nHeron,PC,Playing,\n'
  const { id } = (await upload(ann, sheet)).body.import
  const { columns } = (await ann.get(`/api/imports/${id}/table`)).body.recognised
  const toOf = (at: number) => columns[at].examples.map(({ to }: { to: string | null }) => to)
  expect(toOf(1)).toEqual([null, null])
  expect(toOf(3)).toEqual(['Playthroughs: Main story, to Jan 2, 2021'])
})

test('an answer is for all rows: the preview shows it, and the plan has it', async () => {
  const { id } = (await upload(ann, SHEET)).body.import
  const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
  const answered = {
    ...mapping,
    units: { 1: 'minutes' },
    rating_max: 10,
    statuses: { ...mapping.statuses, somewhere: 'dropped' },
  }
  const shown = (await ann.post(`/api/imports/${id}/table`, answered)).body.recognised
  expect(shown.columns[1]).toMatchObject({ unit: 'minutes', examples: [{ to: expect.stringMatching(/600/) }, {}] })
  expect(shown.questions.map(({ kind }: { kind: string }) => kind)).toEqual(['scale', 'status'])
  expect((await ann.put(`/api/imports/${id}/mapping`, answered)).status).toBe(200)
  await app.work()
  const records = await app.db.selectFrom('import_rows').select(['title', 'record']).orderBy('n').execute()
  expect(records).toMatchObject([
    { title: 'Otter', record: { hours: 600, rating: 4 } },
    { title: 'Heron', record: { hours: 120, status: 'dropped' } },
  ])
})

test('a file in the wrong preset goes to the mapper and back, before and after the plan', async () => {
  const id = await read(ann, yamtrack([1, 'Marmot Quest', 8, 3, 'Completed']))
  expect(await stateOf(ann, id)).toMatchObject({ state: 'ready', preset: 'yamtrack' })
  const { recognised } = (await ann.get(`/api/imports/${id}/recognition`)).body
  expect(recognised).toMatchObject({ preset: 'yamtrack', signs: expect.arrayContaining(['media_id', 'progress']) })

  const again = await ann.put(`/api/imports/${id}/preset`, { preset: 'mapped' })
  expect([again.status, again.body.import?.state, again.body.import?.counts.total]).toEqual([200, 'mapping', 0])
  const { mapping, recognised: table } = (await ann.get(`/api/imports/${id}/table`)).body
  expect(table.others).toEqual(['yamtrack'])
  expect((await ann.put(`/api/imports/${id}/mapping`, mapping)).status).toBe(200)
  await app.work()
  expect(await stateOf(ann, id)).toMatchObject({ state: 'ready', preset: 'mapped' })

  expect((await ann.put(`/api/imports/${id}/preset`, { preset: 'yamtrack' })).status).toBe(200)
  await app.work()
  expect(await stateOf(ann, id)).toMatchObject({ state: 'ready', preset: 'yamtrack', counts: { total: 1, new: 1 } })
  await step(ann, id, 'apply')
  // What is written can be undone, and the file is gone.
  expect((await ann.put(`/api/imports/${id}/preset`, { preset: 'mapped' })).status).toBe(409)
  expect(await app.db.selectFrom('import_files').selectAll().execute()).toEqual([])
})

test('a tracker whose file it cannot be is refused by name, and nothing is forgotten', async () => {
  const id = await read(ann, yamtrack([1, 'Marmot Quest']))
  const { status, body } = await ann.put(`/api/imports/${id}/preset`, { preset: 'darkadia' })
  expect([status, body.code]).toEqual([400, 'import_other_tracker'])
  expect(await rowsOf(ann, id)).toHaveLength(1)
  expect((await bob.put(`/api/imports/${id}/preset`, { preset: 'mapped' })).status).toBe(404)
  expect((await bob.get(`/api/imports/${id}/recognition`)).status).toBe(404)
})

test('the member chooses another encoding', async () => {
  const { id } = (await upload(ann, Buffer.from('Name;Note\nGr\xfc\xdfe;gut\n', 'latin1'), 'Spiele.csv')).body.import
  const { mapping, recognised, rows } = (await ann.get(`/api/imports/${id}/table`)).body
  expect([recognised.encoding, rows[0].title]).toEqual(['windows-1252', 'Grüße'])
  const other = (await ann.post(`/api/imports/${id}/table`, { ...mapping, encoding: 'windows-1251' })).body
  expect([other.recognised.encoding, other.rows[0].title]).toEqual(['windows-1251', 'GrьЯe'])
})

test('an id that means another game than its title asks', async () => {
  const id = await (async () => {
    const { id } = (await upload(ann, importFixture('lying-id.csv'), 'lying-id.csv')).body.import
    const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
    await ann.put(`/api/imports/${id}/mapping`, mapping)
    await app.work()
    return id
  })()
  expect(await rowsOf(ann, id)).toMatchObject([
    { title: 'Marmot Quest', state: 'doubtful', candidates: [{ name: 'Marmot Quest' }, { name: 'Otter' }] },
  ])
})
