import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { useImportsApp } from '#tests/support/imports-app.ts'
import type { Member } from '#tests/support/members.ts'
import { EXPORT_JOB } from './exports.service.ts'
import { ExportedData } from './files/json-schema.ts'

const { app, ann, bob } = useImportsApp()
const DAY = 86_400_000

const listOf = async (member: Member) => (await member.get('/api/exports')).body.exports
const start = (member: Member) => member.post('/api/exports', {})
async function done(member: Member) {
  await start(member)
  await app.work()
  return (await listOf(member))[0]
}
const bytesOf = async (member: Member, path: string) => {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await app.app.request(`http://localhost:3000${path}`, { headers: { cookie, host: 'localhost:3000' } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

beforeAll(async () => {
  await app.db
    .insertInto('avatars')
    .values({ user_id: ann.user.id, bytes: Buffer.from('a picture'), version: 'v', updated_at: app.time.now })
    .execute()
})
beforeEach(async () => {
  await app.db.deleteFrom('exports').execute()
  await ann.post('/api/library', { game_id: 'igdb_1', status: 'playing', user_rating: 7 })
})

test('an export is made by a job, and its files are fetched by links of its owner alone', async () => {
  const begun = await start(ann)
  expect([begun.status, begun.body.export]).toMatchObject([201, { state: 'working', files: [], expires_at: null }])
  await app.work()
  const [found] = await listOf(ann)
  expect(found).toMatchObject({ state: 'done', is_weekly: false, progress: null })
  expect(found.expires_at).toBe(new Date(app.time.now.getTime() + 7 * DAY).toISOString())
  const files = found.files.map(({ file }: { file: string }) => file)
  expect(files).toEqual(['json', 'backloggd', 'yamtrack', 'reviews', 'journal', 'lists', 'pictures'])
  for (const { file, name, bytes } of found.files) {
    const path = `/api/exports/${found.id}/files/${file}`
    const answer = await bytesOf(ann, path)
    expect([file, answer.status, answer.bytes.length]).toEqual([file, 200, bytes])
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect([(await bob.get(path)).status, (await app.visitor().get(path)).status]).toEqual([404, 404])
  }
  expect((await ann.get(`/api/exports/${found.id}/files/nothing`)).status).toBe(404)
})

test('the JSON is what the endpoint of the documents answers', async () => {
  const { id } = await done(ann)
  const file = (await ann.get(`/api/exports/${id}/files/json`)).body
  const answer = (await ann.get('/api/user/export')).body
  // The export itself was not finished when its file was written.
  for (const body of [file, answer]) delete body.data.exports
  expect(file).toEqual(answer)
  expect(file.data.user_games).toMatchObject([{ game_id: 'igdb_1', game_name: 'Marmot Quest', game_year: 2001 }])
})

test('the zip has the picture of the member', async () => {
  const { id } = await done(ann)
  const { bytes } = await bytesOf(ann, `/api/exports/${id}/files/pictures`)
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const names: string[] = []
  for await (const entry of zip.eachEntry()) names.push(`${entry.fileName} ${entry.uncompressedSize}`)
  expect(names).toEqual(['avatar.webp 9'])
  const files = (await done(bob)).files.map(({ file }: { file: string }) => file)
  expect(files).not.toContain('pictures')
})

test('an export whose job was lost is made by a later one', async () => {
  // As after a failure that could not be stored, because the database was away.
  const lost = { user_id: ann.user.id, state: 'working', created_at: app.time.now }
  await app.db.insertInto('exports').values(lost).execute()
  await app.run('resume-exports')
  await app.work()
  expect(await listOf(ann)).toMatchObject([{ state: 'done' }])
})

test('an export that is done is not made again, also when its job comes again', async () => {
  const made = await done(ann)
  await app.run('resume-exports')
  expect(app.queue).toEqual([])
  app.queue.push({ name: EXPORT_JOB, data: { id: made.id } })
  await app.work()
  expect(await listOf(ann)).toEqual([made])
})

test('the files name their member, and an export replaces none of another member', async () => {
  for (const member of [ann, bob]) {
    const { id } = await done(member)
    const { username, email } = member.user
    expect((await member.get(`/api/exports/${id}/files/json`)).body.member).toMatchObject({ username, email })
  }
  for (const member of [ann, bob]) expect(await listOf(member)).toMatchObject([{ state: 'done' }])
})

test('a second export is refused while one is being made, and nothing is written', async () => {
  await start(ann)
  const { status, body } = await start(ann)
  expect([status, body.code, body.error]).toEqual([
    409,
    'export_open',
    'Your data is being prepared already. Wait until it is done, or cancel it.',
  ])
  expect([await listOf(ann), app.queue.length]).toMatchObject([[{ state: 'working' }], 1])
  expect((await start(bob)).status).toBe(201)
})

test('a cancelled export writes nothing more, and another can begin', async () => {
  const { id } = (await start(ann)).body.export
  expect((await bob.delete(`/api/exports/${id}`)).status).toBe(404)
  expect((await ann.delete(`/api/exports/${id}`)).status).toBe(204)
  await app.work()
  expect(await listOf(ann)).toEqual([])
  expect((await start(ann)).status).toBe(201)
})

test('an export is deleted when it expires, and its links end before that', async () => {
  const { id } = await done(ann)
  app.time.now = new Date(app.time.now.getTime() + 7 * DAY)
  expect([await listOf(ann), (await ann.get(`/api/exports/${id}/files/json`)).status]).toEqual([[], 404])
  await app.run('prune-exports')
  expect(await app.db.selectFrom('export_parts').selectAll().execute()).toEqual([])
})

test('an attempt after a restart begins again and leaves one copy of each file', async () => {
  const { id } = (await start(ann)).body.export
  await app.work()
  const before = (await listOf(ann))[0].files
  // The server stopped when the files were written but not finished.
  await app.db.updateTable('exports').set({ state: 'working', finished_at: null, expires_at: null }).execute()
  app.queue.push({ name: EXPORT_JOB, data: { id } })
  await app.work()
  const [after] = await listOf(ann)
  const names = (files: { file: string }[]) => files.map(({ file }) => file)
  expect([after.state, names(after.files)]).toEqual(['done', names(before)])
  expect(JSON.parse((await bytesOf(ann, `/api/exports/${id}/files/json`)).bytes.toString())).toHaveProperty('data')
})

test('a new export replaces the one before when it is done', async () => {
  const { id } = await done(ann)
  await start(ann)
  expect((await listOf(ann)).map(({ state }: { state: string }) => state)).toEqual(['working', 'done'])
  await app.work()
  const found = await listOf(ann)
  expect([found.length, found[0].state, found[0].id === id]).toEqual([1, 'done', false])
})

test('a failure is shown, and the member can try again', async () => {
  const { id } = (await start(ann)).body.export
  await sql`alter table journal_entries rename column content to lost`.execute(app.db)
  await expect(app.work()).rejects.toThrow('content does not exist')
  await sql`alter table journal_entries rename column lost to content`.execute(app.db)
  expect(await listOf(ann)).toMatchObject([{ id, state: 'failed', files: [], progress: null }])
  expect((await done(ann)).state).toBe('done')
})

test('without WEEKLY_EXPORTS there are no weekly copies', async () => {
  await app.run('begin-weekly-exports')
  expect([app.queue, (await ann.get('/api/exports')).body.weekly_kept]).toEqual([[], null])
})

test('the JSON agrees with its schema, which everybody can read', async () => {
  await ann.post('/api/user/games/igdb_1/playthroughs', { platform: 'PC', started_on: '2019-05' })
  const { id } = await done(ann)
  const { body } = await ann.get(`/api/exports/${id}/files/json`)
  expect(ExportedData.parse(body).data.playthroughs).toHaveLength(1)
  const answer = await app.visitor().get('/api/exports/schema.json')
  expect(answer.body).toMatchObject({ title: 'Savepoint export, version 1', type: 'object' })
})

test('a large library is stored in parts that a download joins', async () => {
  const games = Array.from({ length: 3_000 }, (_, at) => `igdb_${100_000 + at}`)
  await sql`
    insert into games (id, source_id, data_source, name, search_text)
    select id, substr(id, 6)::int, 'igdb', 'Game ' || id, 'game ' || id from unnest(${games}::text[]) as id`.execute(
    app.db,
  )
  await sql`
    insert into user_games (user_id, game_id, status, notes)
    select ${ann.user.id}, id, 'playing', repeat('x', 2000) from unnest(${games}::text[]) as id`.execute(app.db)
  const { files } = await done(ann)
  expect(files[0].bytes).toBeGreaterThan(6_000_000)
  const parts = await app.db.selectFrom('export_parts').where('file', '=', 'json').select('bytes').execute()
  expect(parts.length).toBeGreaterThan(5)
  for (const { bytes } of parts) expect(bytes?.length).toBeLessThan(3_000_000)
  const { data } = (await ann.get(`/api/exports/${(await listOf(ann))[0].id}/files/json`)).body
  expect(data.user_games).toHaveLength(3_001)
})
