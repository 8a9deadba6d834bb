import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { useCrashes } from '#tests/support/crashes.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'

const { app, ann, bob, upload, read, step, write, stateOf, library } = useImportsApp()
const { stopsAfter } = useCrashes(app)

const COUNT = 450

/** Stores so many games that an import needs several batches. */
async function addMany(): Promise<string> {
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Herd ' || n, '| herd ' || n || ' |' from generate_series(1000, ${999 + COUNT}::int) n
    on conflict do nothing`.execute(app.db)
  return yamtrack(
    ...Array.from({ length: COUNT }, (_, at) => [1000 + at, `Herd ${1000 + at}`, 8, 5, 'Completed', '', '2020-05-07']),
  )
}

const again = async (id: string) => {
  app.queue.push({ name: 'run-import', data: { id } })
  await app.work()
}

describe('a server that stops in the middle', () => {
  test.each(Array.from({ length: 20 }, (_, at) => at))(
    'of any step leaves nothing half, and the next one does nothing twice (moment %i)',
    async (moment) => {
      const random = seededRandom(`crash ${moment}`)
      const file = await addMany()
      const { body } = await upload(ann, file)
      const { id } = body.import
      const table = (['import_rows', 'import_changes', 'user_games'] as const)[moment % 3] ?? 'import_rows'
      const isReading = table === 'import_rows' && moment % 2 === 0
      const stops = () => stopsAfter(table, random.whole(1, 400))
      if (isReading) await stops()
      await again(id)
      expect(await stateOf(ann, id)).toMatchObject({ state: 'ready', counts: { total: COUNT, new: COUNT } })
      await ann.post(`/api/imports/${id}/apply`)
      if (!isReading) {
        await stops()
        const { counts } = await stateOf(ann, id)
        const { length } = await library(ann)
        // Whole batches: what is written is marked, and has its change for the undo.
        expect(counts.applied).toBe(length)
        const changes = await app.db.selectFrom('import_changes').select('game_id').execute()
        expect(changes).toHaveLength(length)
      }
      await again(id)
      expect(await stateOf(ann, id)).toMatchObject({ state: 'done', counts: { applied: COUNT, failed: 0 } })
      expect(await library(ann)).toHaveLength(COUNT)
      expect(await app.db.selectFrom('playthroughs').select('id').execute()).toHaveLength(COUNT)
      await ann.post(`/api/imports/${id}/undo`)
      await stopsAfter('import_rows', random.whole(1, COUNT))
      await again(id)
      expect(await stateOf(ann, id)).toMatchObject({ state: 'undone', counts: { undone: COUNT } })
      expect(await library(ann)).toEqual([])
    },
    60_000,
  )
})

test('a game that cannot be written stops no other', async () => {
  await sql
    .raw(`
    create sequence crash_count;
    create function crash() returns trigger language plpgsql as $$
    begin if new.game_id = 'igdb_4' then raise exception 'no'; end if; return null; end $$;
    create trigger crash after insert on user_games for each row execute function crash()`)
    .execute(app.db)
  const id = await write(ann, yamtrack([1, 'Marmot Quest'], [4, 'Badgers & Bees'], [5, 'Heron']))
  expect(await stateOf(ann, id)).toMatchObject({ state: 'done', counts: { applied: 2, failed: 1 } })
  expect((await library(ann)).map(({ game_id }) => game_id)).toEqual(['igdb_1', 'igdb_5'])
})

test('two workers of one import do nothing twice', async () => {
  const id = await read(ann, await addMany())
  await ann.post(`/api/imports/${id}/apply`)
  app.queue.push(...[1, 2, 3].map(() => ({ name: 'run-import', data: { id } })))
  await Promise.all([app.work(), app.work(), app.work()])
  expect(await library(ann)).toHaveLength(COUNT)
  expect(await app.db.selectFrom('import_changes').select('id').execute()).toHaveLength(COUNT)
})

test('members import at the same time, each into the own library', async () => {
  const file = await addMany()
  const ids = [await read(ann, file), await read(bob, yamtrack([1, 'Marmot Quest']))]
  await Promise.all([ann, bob].map((member, at) => member.post(`/api/imports/${ids[at]}/apply`)))
  await Promise.all([app.work(), app.work()])
  expect([(await library(ann)).length, (await library(bob)).length]).toEqual([COUNT, 1])
})

test('an import whose job has failed for good is continued without a restart', async () => {
  const id = await read(ann, await addMany())
  await ann.post(`/api/imports/${id}/apply`)
  await stopsAfter('import_changes', 250)
  expect(app.queue).toEqual([])
  await app.run('resume-imports')
  await app.work()
  expect(await stateOf(ann, id)).toMatchObject({ state: 'done', counts: { applied: COUNT } })
})

test('an undo that is stopped can be undone to its end later', async () => {
  const id = await write(ann, await addMany())
  await ann.post(`/api/imports/${id}/undo`)
  await stopsAfter('import_rows', 250)
  const { finished_at } = await stateOf(ann, id)
  const stopped = await ann.post(`/api/imports/${id}/cancel`)
  expect(stopped.body.import).toMatchObject({
    state: 'done',
    is_cancelled: false,
    finished_at,
    counts: { undone: 200 },
  })
  await step(ann, id, 'undo')
  expect(await stateOf(ann, id)).toMatchObject({ state: 'undone', counts: { undone: COUNT } })
  expect(await library(ann)).toEqual([])
})

test('an import that is stopped keeps what is done as one change set', async () => {
  const id = await read(ann, await addMany())
  await ann.post(`/api/imports/${id}/apply`)
  await stopsAfter('import_changes', 250)
  const stopped = await ann.post(`/api/imports/${id}/cancel`)
  expect(stopped.body.import).toMatchObject({
    state: 'done',
    is_cancelled: true,
    counts: { applied: 200, waiting: 250 },
  })
  await again(id)
  expect(await library(ann)).toHaveLength(200)
  expect((await ann.post(`/api/imports/${id}/cancel`)).body.code).toBe('import_state')
  await step(ann, id, 'undo')
  expect(await library(ann)).toEqual([])
})
