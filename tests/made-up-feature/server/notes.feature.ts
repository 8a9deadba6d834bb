import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import { defineFeature, type ServerDeps } from '#server/feature.ts'
import { type Route, route } from '#server/routes.ts'
import type { SearchSource } from '#server/search-source.ts'
import type { Subject } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import type { Member } from '#tests/support/members.ts'
import * as contract from '../notes.contract.ts'
import { NEW_NOTE } from '../notes.notifications.ts'
import { notesPages } from '../notes.pages.ts'
import { NOTE } from '../notes.subject.ts'

// A feature that no other code knows: members write notes about games, and others react to them and comment on them.

interface NoteRow {
  id: string
  user_id: UserId
  game_id: string | null
  text: string
  is_closed: boolean
  hidden_at: Date | null
}

/** Creates the table that the migration of a new feature would create. */
export async function createNotesTable(db: Db): Promise<void> {
  await sql`
    create table notes (
      id uuid primary key default uuidv7(),
      user_id uuid not null references profiles (id) on delete cascade,
      game_id text references games (id) on delete set null,
      text text not null,
      is_closed boolean not null default false,
      hidden_at timestamptz(3)
    )`.execute(db)
  await sql`
    create trigger notes_discussion after delete on notes
      for each row execute function delete_discussion('note')`.execute(db)
}

interface NoteDraft {
  id?: string
  text?: string
  gameId?: string
  isClosed?: boolean
}

export const writeNote = (db: Db, member: Member, note: NoteDraft = {}): Promise<string> =>
  insertNote(db, member.user.id as UserId, note)

async function countClosed(db: Db): Promise<number> {
  const { rows } = await sql<{ closed: number }>`select count(*)::int as closed from notes where is_closed`.execute(db)
  return rows[0]?.closed ?? 0
}

async function insertNote(db: Db, userId: UserId, note: NoteDraft): Promise<string> {
  const { id = null, text = 'Ask the ferryman twice.', gameId = null, isClosed = false } = note
  const { rows } = await sql<{ id: string }>`
    insert into notes (id, user_id, game_id, text, is_closed)
    values (coalesce(${id}::uuid, uuidv7()), ${userId}, ${gameId}, ${text}, ${isClosed})
    returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

const noteSubject: Subject = {
  kind: NOTE,
  async requireAccess(db, viewer, id, purpose) {
    const lock = db.isTransaction ? sql`for key share` : sql``
    const { rows } = await sql<NoteRow>`select * from notes where id = ${id}::uuid ${lock}`.execute(db)
    const [note] = rows
    const isOwn = note?.user_id === viewer?.id
    const seesAll = isOwn || (purpose === 'read' && viewer?.role === 'admin')
    if (!note || (note.hidden_at && !seesAll)) return refuse('not_found', 'note_not_found', 'Note not found')
    if (note.is_closed && !seesAll) refuse('forbidden', '42501', 'This note is closed.')
    return { ownerId: note.user_id }
  },
  async loadContents(db, ids) {
    const { rows } = await sql<NoteRow>`select * from notes where id = any(${ids}::uuid[])`.execute(db)
    return rows.map(({ id, user_id, text, hidden_at }) => ({
      id,
      ownerId: user_id,
      text,
      href: `/notes/${id}`,
      isHidden: hidden_at !== null,
    }))
  },
  async setHidden(db, id, at) {
    const { rows } = await sql`
      update notes set hidden_at = ${at}::timestamptz
      where id = ${id} and (hidden_at is null) = (${at}::timestamptz is not null)
      returning id`.execute(db)
    if (rows.length > 0) await announce(db, [tag.subject(subjectRef(NOTE, id))])
    return rows.length > 0
  },
  discussion: {
    table: 'notes',
    async listVisibleIds(db, viewer, ids) {
      const { rows } = await sql<{ id: string }>`
        select id from notes
        where id = any(${ids}::uuid[])
          and (user_id = ${viewer?.id ?? null}::uuid or not is_closed and hidden_at is null)`.execute(db)
      return rows.map(({ id }) => id)
    },
    gameIdSql: (noteId) => sql`(select game_id from notes where id = ${noteId})`,
  },
}

const notesSource = ({ db }: ServerDeps): SearchSource => ({
  group: 'notes',
  order: 95,
  title: 'Notes',
  why: (text) => `with “${text}”`,
  async find({ text, viewer, most }) {
    const { rows } = await sql<NoteRow>`
      select * from notes where user_id = ${viewer?.id ?? null}::uuid and text ilike ${`%${text}%`} limit ${most}`.execute(
      db,
    )
    const items = rows.map((row) => ({
      id: row.id,
      path: `/notes/${row.id}`,
      title: row.text,
      facts: [],
      picture: { icon: 'list' as const },
    }))
    return { items, tags: [] }
  },
})

const notesRoutes = (deps: ServerDeps): Route[] => [
  route(contract.listNotes, async ({ viewer }) => {
    const { rows } = await sql<NoteRow>`select * from notes where user_id = ${viewer.id} order by id`.execute(deps.db)
    return { data: rows.map(({ id, text }) => ({ id, text })) }
  }),
  route(contract.writeNote, ({ viewer, body: { text, to } }) =>
    inTransaction(deps, async ({ db, clock }) => {
      const id = await insertNote(db, viewer.id, { text })
      await notify(db, { to, type: NEW_NOTE.type, actor: viewer.id, ...subjectRef(NOTE, id), at: clock() })
      return { note: { id, text } }
    }),
  ),
]

export const notesFeature = defineFeature({
  name: 'notes',
  pages: notesPages,
  contracts: [contract],
  routes: notesRoutes,
  notifications: [NEW_NOTE],
  subjects: () => [noteSubject],
  search: (deps) => [notesSource(deps)],
  admin: () => ({
    pages: [
      {
        path: '/admin/notes',
        label: 'Notes',
        group: 'Content',
        waiting: { count: countClosed, one: 'closed note', many: 'closed notes' },
      },
    ],
  }),
  ownData: [
    {
      ownTables: (_db, userId) => ({
        notes: sql`select id, game_id, text from notes where user_id = ${userId}::uuid`,
      }),
    },
  ],
})
