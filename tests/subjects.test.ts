import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubjects, type Subject } from '#server/subjects.ts'
import { defineSubject, type SubjectKind } from '#shared/subject.ts'
import { NOTE } from './made-up-feature/notes.subject.ts'
import { createNotesTable, notesFeature, writeNote } from './made-up-feature/server/notes.feature.ts'
import { cookieOf, type OpenStream, openStream } from './support/event-stream.ts'
import { addGames, record } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { requireNotificationKind } from './support/notification-kinds.ts'
import { useTestApp } from './support/test-app.ts'

// Generic features support a kind of subject that none of them knows: this test's own feature defines it.
const app = useTestApp({}, { features: [notesFeature] })
const NOBODY = '01900000-0000-7000-8000-000000000000'
const REPORTS = '/api/admin/reports'

let mara: Member
let juno: Member
let tobi: Member
let root: Member
/** Mara's note about a game. */
let note: string
let reactions: string
let comments: string
const streams: OpenStream[] = []

beforeAll(async () => {
  await createNotesTable(app.db)
  await addGames(app, ['igdb_101'], () => 'Hades')
  mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
  juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
  tobi = await signUp(app, { username: 'tobi', displayName: 'Tobi' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
})

beforeEach(async () => {
  for (const table of ['reports', 'notifications', 'friend_activities'] as const)
    await app.db.deleteFrom(table).execute()
  await sql`delete from notes`.execute(app.db)
  app.time.now = new Date('2026-03-01T12:00:00Z')
  note = await writeNote(app.db, mara, { gameId: 'igdb_101' })
  reactions = `/api/notes/${note}/reactions`
  comments = `/api/notes/${note}/comments`
})

afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})

const react = (member: Member, emoji = 'heart') => member.post(reactions, { emoji })
const say = async (member: Member, content: string): Promise<string> => {
  app.time.now = new Date(app.time.now.getTime() + 1000)
  return (await member.post(comments, { content })).body.comment.id
}
const stored = async () => {
  const { rows } = await sql<{ reactions: number; comments: number }>`
    select (select count(*)::int from activity_reactions) as reactions,
      (select count(*)::int from activity_comments) as comments`.execute(app.db)
  return rows[0]
}
/** Returns the member's lines as the browser shows them. */
async function linesOf(member: Member) {
  const { data } = (await member.get('/api/notifications')).body
  // biome-ignore lint/suspicious/noExplicitAny: a response, which the contract has checked
  return data.map((line: any) => {
    const kind = requireNotificationKind(line.type)
    return [kind.predicateOf(line, NOTE), kind.hrefOf(line, NOTE)]
  })
}

describe('reactions', () => {
  test('are counted, replaced and removed, and name their subject', async () => {
    const first = await react(juno)
    expect([first.status, first.body]).toEqual([
      200,
      {
        reaction: {
          id: expect.any(String),
          note_id: note,
          user_id: juno.user.id,
          emoji: '❤️',
          reaction_type: '❤️',
          created_at: '2026-03-01T12:00:00.000Z',
        },
        reactions: [{ emoji: '❤️', count: 1, mine: true }],
      },
    ])
    expect((await react(tobi, '🏆')).body.reactions).toEqual([
      { emoji: '❤️', count: 1, mine: false },
      { emoji: '🏆', count: 1, mine: true },
    ])
    expect((await tobi.delete(reactions)).status).toBe(204)
    expect((await react(juno)).body).toEqual({ reaction: null, reactions: [] })
  })

  test('are refused with the messages of their subject', async () => {
    const refused = async (who: Pick<Member, 'post'>, path: string, body: object = { emoji: 'heart' }) => {
      const { status, body: answer } = await who.post(path, body)
      return [status, answer.code, answer.error]
    }
    const closed = await writeNote(app.db, mara, { isClosed: true })
    expect(await refused(app.visitor(), reactions)).toEqual([
      401,
      'sign_in_required',
      'Please sign in to react to notes',
    ])
    expect(await refused(juno, reactions, {})).toEqual([400, 'validation_failed', 'Note ID and emoji are required'])
    expect(await refused(juno, '/api/notes/7/reactions')).toEqual([400, 'invalid_id', 'Invalid note id'])
    expect(await refused(juno, `/api/notes/${NOBODY}/reactions`)).toEqual([404, 'note_not_found', 'Note not found'])
    // Admins may read closed content, but write under the same rules as others.
    expect(await refused(root, `/api/notes/${closed}/reactions`)).toEqual([403, '42501', 'This note is closed.'])
    expect((await root.get(`/api/notes/${closed}/comments`)).status).toBe(200)
  })
})

test('comments are listed, refused with the messages of their subject, and deleted by their author only', async () => {
  const id = await say(juno, 'Thank you')
  const { body } = await tobi.get(comments)
  expect(body).toMatchObject({ data: [{ id, note_id: note, content: 'Thank you' }], total: 1, nextCursor: null })
  const empty = await juno.post(comments, { content: ' ' })
  expect([empty.status, empty.body.error]).toEqual([400, 'Note ID and comment content are required'])
  expect((await tobi.delete(`/api/notes/comments/${id}`)).status).toBe(403)
  // The path names the kind of subject.
  expect((await juno.delete(`/api/activities/comments/${id}`)).status).toBe(404)
  expect((await juno.delete(`/api/notes/comments/${id}`)).status).toBe(204)
  expect((await tobi.get(comments)).body.total).toBe(0)
})

test('its owner is notified with the kind’s own words and a link to its own page', async () => {
  await react(juno)
  await react(tobi, '🏆')
  await say(juno, 'Thank you')
  expect(await linesOf(mara)).toEqual([
    ['commented on your note about Hades', `/notes/${note}?comments=open`],
    ['reacted with ❤️ and 🏆 to your note about Hades', `/notes/${note}`],
  ])
  await juno.delete(reactions)
  await tobi.delete(reactions)
  expect(await linesOf(mara)).toHaveLength(1)
})

describe('a report', () => {
  const report = (member: Member, item_type: string, item_id: string) =>
    member.post('/api/reports', { item_type, item_id, reason: 'spam' })
  const queue = async () => (await root.get(REPORTS)).body.items

  test('reaches the admins, who hide it and put it back', async () => {
    expect((await report(mara, 'note', note)).body.code).toBe('own_item')
    expect((await report(juno, 'note', note)).status).toBe(201)
    expect(await queue()).toMatchObject([
      {
        item_type: 'note',
        item_id: note,
        author: { id: mara.user.id },
        content: { text: 'Ask the ferryman twice.', href: `/notes/${note}`, hidden: false },
        viewerCan: { hide: true },
      },
    ])
    expect((await root.put(`${REPORTS}/note/${note}`, { action: 'hide' })).status).toBe(200)
    expect((await react(juno)).status).toBe(404)
    expect((await mara.get(comments)).status).toBe(200)
    expect((await root.post(`${REPORTS}/note/${note}/put-back`, {})).status).toBe(200)
    expect((await react(juno)).status).toBe(200)
    const lines = await linesOf(mara)
    expect(lines.slice(1).map(([sentence]: [string]) => sentence.replace(/[\u2068\u2069]/g, ''))).toEqual([
      'The team of this site has put your note “Ask the ferryman twice.” back. Others see it again.',
      'The team of this site has hidden your note “Ask the ferryman twice.”. Only you and the team see it.',
    ])
    const audited = await app.db.selectFrom('audit_log').select(['action', 'item_type', 'item_id']).execute()
    expect(audited).toEqual([
      { action: 'hide_content', item_type: 'note', item_id: note },
      { action: 'put_back', item_type: 'note', item_id: note },
    ])
  })

  test('of a comment links to the page of its subject, and hiding the comment removes its notification', async () => {
    const id = await say(juno, 'Buy gold')
    expect((await report(tobi, 'comment', id)).status).toBe(201)
    expect((await queue())[0].content).toEqual({ title: null, text: 'Buy gold', href: `/notes/${note}`, hidden: false })
    await root.put(`${REPORTS}/comment/${id}`, { action: 'hide' })
    expect((await tobi.get(comments)).body.total).toBe(0)
    expect(await linesOf(mara)).toEqual([])
  })

  test('of an unregistered type is refused', async () => {
    const { status, body } = await report(juno, 'poem', note)
    expect([status, body.error, body.details]).toEqual([
      400,
      'This cannot be reported',
      { item_type: 'This cannot be reported' },
    ])
  })
})

test('the export of a member contains it', async () => {
  await react(juno)
  await say(juno, 'Thank you')
  const { data } = (await juno.get('/api/user/export')).body
  expect(data.activity_reactions).toMatchObject([{ note_id: note, emoji: '❤️' }])
  expect(data.activity_comments).toMatchObject([{ note_id: note, content: 'Thank you' }])
  expect((await mara.get('/api/user/export')).body.data.notes).toMatchObject([{ id: note, game_id: 'igdb_101' }])
})

describe('live events', () => {
  async function listen(member: Member | null, channels: readonly string[]): Promise<OpenStream> {
    // Announcements of earlier writes must not reach the new stream.
    await app.settle()
    const stream = await openStream(await app.listen(), channels, member ? { cookie: cookieOf(member) } : {})
    streams.push(stream)
    return stream
  }

  test('of reactions and comments reach another member, who loads the current ones', async () => {
    const stream = await listen(tobi, [`note:${note}`])
    await react(juno)
    expect((await stream.next(`note:${note}`)).data).toEqual({ table: 'notes', action: 'UPDATE', id: note })
    const id = await say(juno, 'Thank you')
    await stream.next(`note:${note}`)
    const closed = await writeNote(app.db, mara, { isClosed: true })
    const { data } = (await tobi.get(`/api/notes/talk?ids=${note},${closed},${NOBODY}`)).body
    expect(data).toMatchObject([
      { id: note, reactions: [{ emoji: '❤️', count: 1, mine: false }], comments: [{ id }], comments_count: 1 },
    ])
  })

  test('do not reach a member who may not see it', async () => {
    const closed = await writeNote(app.db, mara, { isClosed: true })
    const channels = [`note:${note}`, `note:${closed}`]
    expect((await listen(null, channels)).granted()).toEqual([`note:${note}`])
    expect((await listen(mara, channels)).granted().sort()).toEqual(channels.toSorted())
  })
})

describe('its reactions and comments', () => {
  test('are deleted with it, and with the account of its owner', async () => {
    const fleeting = await signUp(app)
    const other = await writeNote(app.db, fleeting)
    for (const id of [note, other]) {
      await juno.post(`/api/notes/${id}/reactions`, { emoji: 'heart' })
      await juno.post(`/api/notes/${id}/comments`, { content: 'Thank you' })
    }
    expect(await stored()).toEqual({ reactions: 2, comments: 2 })
    await sql`delete from notes where id = ${note}`.execute(app.db)
    expect(await stored()).toEqual({ reactions: 1, comments: 1 })
    await app.db.deleteFrom('profiles').where('id', '=', fleeting.user.id).execute()
    expect(await stored()).toEqual({ reactions: 0, comments: 0 })
  })

  test('do not mix with those of a subject of another kind with the same id', async () => {
    const activity = await record(app, mara)
    await writeNote(app.db, mara, { id: activity })
    await juno.post(`/api/activities/${activity}/reactions`, { emoji: 'heart' })
    await juno.post(`/api/activities/${activity}/comments`, { content: 'Well played' })
    const path = `/api/notes/${activity}`
    expect((await tobi.post(`${path}/reactions`, { emoji: '🏆' })).body.reactions).toEqual([
      { emoji: '🏆', count: 1, mine: true },
    ])
    expect((await tobi.get(`${path}/comments`)).body.total).toBe(0)
    await sql`delete from notes where id = ${activity}`.execute(app.db)
    expect(await stored()).toEqual({ reactions: 1, comments: 1 })
  })
})

describe('registration', () => {
  /** Returns the kinds that features define, with the feature and the name of each export. */
  const defined = async () => {
    const found: { feature: string; name: string; kind: SubjectKind }[] = []
    for (const path of globSync('src/features/*/*.subject.ts'))
      for (const [name, kind] of Object.entries<SubjectKind>(await import(resolve(path))))
        found.push({ feature: path.split('/')[2] as string, name, kind })
    return found
  }

  test('a kind that a feature defines is registered with the server', async () => {
    // A report may be refused because its subject is missing, for any kind of subject.
    const { refusals = {} } = app.routes.find(({ endpoint }) => endpoint.path === '/api/reports')?.endpoint ?? {}
    const kinds = [...(await defined()).map(({ kind }) => kind), NOTE]
    const codes = kinds.filter(({ facts }) => !facts).map(({ notFoundCode }) => notFoundCode)
    expect(codes.length).toBeGreaterThan(4)
    expect(refusals[404]?.toSorted()).toEqual(codes.sort())
    const ofFacts = app.routes.find(({ endpoint }) => endpoint.path === '/api/reports/facts')?.endpoint.refusals?.[404]
    expect(ofFacts).toEqual(kinds.filter(({ facts }) => facts).map(({ notFoundCode }) => notFoundCode))
  })

  test('a kind that a feature defines is contributed to the browser', async () => {
    for (const { feature, name } of await defined())
      expect(readFileSync(`src/features/${feature}/web/${feature}.contributions.ts`, 'utf8')).toContain(
        `fill(subjectKinds, ${name})`,
      )
  })

  test('the table of every kind that members comment on deletes reactions and comments with its rows', async () => {
    const { rows } = await sql<{ type: string }>`
      select trim(trailing E'\\\\000' from encode(tgargs, 'escape')) as type
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname = 'delete_discussion'`.execute(app.db)
    const kinds = [...(await defined()).map(({ kind }) => kind), NOTE]
    const discussed = kinds.filter(({ path }) => path !== null).map(({ type }): string => type)
    expect(rows.map(({ type }) => type).sort()).toEqual(discussed.sort())
  })

  test('a type is registered once, and the use of an unknown one throws', () => {
    const subjects = createSubjects()
    const subject = { kind: defineSubject({ ...NOTE, path: null }), discussion: null } as unknown as Subject
    subjects.register([subject])
    expect(() => subjects.register([subject])).toThrow("'note' is registered twice")
    expect(() => subjects.require('activity')).toThrow("No feature has registered the subject type 'activity'")
    expect(() => defineSubject({ ...NOTE, type: 'Note 2' })).toThrow('lower-case letters only')
  })

  test('no generic feature names a kind of subject', () => {
    const generic = ['reactions', 'comments', 'discussions', 'notifications', 'reports']
    const broken = generic
      .flatMap((feature) => globSync(`src/features/${feature}/**/*.{ts,tsx}`))
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .flatMap((path) => {
        const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        // The tables keep their documented names, and the settings have a part named 'Your activity'.
        return /activit/i.test(code.replace(/\bactivity_(reactions|comments)\b|'Your activity'/g, '')) ? [path] : []
      })
    expect(broken).toEqual([])
  })
})
