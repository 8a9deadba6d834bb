import { beforeAll, describe, expect, test } from 'vitest'
import { refusalsOf } from '#server/openapi/answers.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { signUp } from '#tests/support/members.ts'
import { beginUpload } from '#tests/support/slow-upload.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { IMPORT_MAX_RECORDS } from '../imported-record.rules.ts'

const { app, ann, bob, upload, read, stateOf } = useImportsApp()
const limited = useTestApp({ RATE_LIMITS: 'on' })
const FILE = yamtrack([1, 'Marmot Quest', 9, 12.5, 'Completed'])
const MEGABYTE = 1024 * 1024
const IMPORTS = '/api/imports?name=games.csv'
let origin: string

beforeAll(async () => {
  origin = await app.listen()
})

const begin = (member: typeof ann, bytes: number) => beginUpload(origin, member, IMPORTS, { bytes })
const countImports = async () => (await app.db.selectFrom('imports').select('id').execute()).length
/** Uploads JSON without games, which is refused, and returns the code of the refusal. */
const probe = async (member: typeof ann) => (await upload(member, '[]')).body.code
/** Waits until nothing of a member's upload is left at the server. */
const free = (member: typeof ann) => expect.poll(() => probe(member)).toBe('import_json_without_games')

/** Begins an upload of FILE that the server has admitted, and of which nothing is sent yet. */
async function hold(member: typeof ann) {
  for (;;) {
    const slow = await begin(member, FILE.length)
    // The server has its headers before this request.
    await fetch(`${origin}/api/health`)
    if ((await probe(member)) === 'upload_under_way') return slow
    // The probe came first.
    slow.abort()
    await free(member)
  }
}

describe('an upload is refused before its body is read', () => {
  test('while an import of the member is open', async () => {
    const id = await read(ann, FILE)
    // Nothing of the 48 MB is ever sent.
    const late = await begin(ann, 48 * MEGABYTE)
    expect(await late.answer).toMatchObject({ status: 409, body: { code: 'import_open' } })
    late.abort()
    expect((await stateOf(ann, id)).state).toBe('ready')
  })

  test('without a session, or without a name of the file', async () => {
    const visitor = await begin(app.visitor() as typeof ann, 48 * MEGABYTE)
    expect((await visitor.answer).status).toBe(401)
    const nameless = await beginUpload(origin, ann, '/api/imports', { bytes: 48 * MEGABYTE })
    expect(await nameless.answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    for (const each of [visitor, nameless]) each.abort()
  })

  test('while another upload of the member is under way, of a slow client and of whatever kind; ten at once bring one import', async () => {
    const slow = await hold(ann)
    const others = await Promise.all(Array.from({ length: 9 }, () => begin(ann, 5 * MEGABYTE)))
    for (const { answer, abort } of others) {
      const { status, headers, body } = await answer
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'upload_under_way', '10'])
      expect(body.error).toBe('Another upload of yours is still under way. Please try again when it has ended.')
      abort()
    }
    const picture = await beginUpload(origin, ann, '/api/profiles/me/avatar', { bytes: 5 * MEGABYTE })
    expect((await picture.answer).body.code).toBe('upload_under_way')
    picture.abort()
    // Another member is not concerned.
    expect((await upload(bob, FILE)).status).toBe(201)
    await slow.send(FILE)
    slow.end()
    expect((await slow.answer).status).toBe(201)
    expect(await countImports()).toBe(2)
  })

  test('and by the database when another node has opened an import meanwhile', async () => {
    const slow = await hold(ann)
    // What the other node writes.
    const row = { user_id: ann.user.id, file_name: 'other.csv', preset: 'yamtrack', state: 'ready', rules: '{}' }
    await app.db
      .insertInto('imports')
      .values({ ...row, created_at: app.time.now } as never)
      .execute()
    await slow.send(FILE)
    slow.end()
    expect((await slow.answer).body.code).toBe('import_open')
    expect(await countImports()).toBe(1)
  })

  test('and costs nothing of the ten uploads of an hour', async () => {
    const member = await signUp(limited)
    const send = () => {
      const form = new FormData()
      form.set('file', new File([FILE], 'games.csv'))
      return member.post(IMPORTS, form)
    }
    const { id } = (await send()).body.import
    for (let time = 0; time < 12; time += 1) expect((await send()).body.code).toBe('import_open')
    await limited.db.deleteFrom('imports').where('id', '=', id).execute()
    expect((await send()).status).toBe(201)
  })

  test('of ten members with 48 MB at once all but one, and each may try again', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => signUp(app)))
    const all = await Promise.all(members.map((member) => begin(member, 48 * MEGABYTE)))
    const answers: unknown[] = []
    for (const { answer } of all)
      answer.then(({ status, body }) => answers.push([status, body.code, body.retryAfter])).catch(() => {})
    await expect.poll(() => answers).toEqual(Array.from({ length: 9 }, () => [503, 'heavy_requests', 30]))
    for (const { abort } of all) abort()
    await Promise.all(members.map(free))
  })
})

test('an upload whose client goes away leaves nothing, and the member may upload again', async () => {
  for (const sent of ['', FILE.slice(0, 50)]) {
    const gone = await begin(ann, FILE.length)
    await gone.send(sent)
    gone.abort()
  }
  await free(ann)
  expect(await countImports()).toBe(0)
  expect((await upload(ann, FILE)).status).toBe(201)
})

test('a file of more rows than an import may have is refused by the upload itself', async () => {
  const row = FILE.split('\n')[1]
  const header = FILE.split('\n')[0]
  const file = `${header}\n${`${row}\n`.repeat(IMPORT_MAX_RECORDS + 1)}`
  const cat = await signUp(app)
  const { status, body } = await upload(cat, file)
  expect([status, body.code]).toEqual([400, 'import_too_many_rows'])
  expect(app.queue).toEqual([])
  expect(await countImports()).toBe(0)
})

test('every upload, and the answer with everything of a member, is a heavy request of members alone', () => {
  const all = app.routes.map(({ endpoint }) => endpoint)
  const heavy = all.filter(({ upload, heavyBytes }) => upload !== null || heavyBytes !== null)
  expect(heavy.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /api/user/export',
    'POST /api/imports',
    'POST /api/imports/steam',
    'POST /api/profiles/me/avatar',
  ])
  for (const endpoint of heavy) {
    expect([endpoint.path, endpoint.access]).toEqual([endpoint.path, 'member'])
    expect(refusalsOf(endpoint).get(503)).toContain('heavy_requests')
  }
})
