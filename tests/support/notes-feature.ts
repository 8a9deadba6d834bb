import { sql } from 'kysely'
import type { Db } from '../../src/db/db.ts'
import { announce } from '../../src/server/changes.ts'
import { defineFeature } from '../../src/server/feature.ts'
import type { Subject } from '../../src/server/subjects.ts'
import { tag } from '../../src/server/tags.ts'
import type { UserId } from '../../src/shared/ids.ts'
import { refuse } from '../../src/shared/refusal.ts'
import { defineSubject, subjectRef } from '../../src/shared/subject.ts'
import type { Member } from './members.ts'

// A feature that no generic feature knows: members write notes about games, and others react to them and comment on
// them.

export const NOTE = defineSubject({
  type: 'note',
  name: 'note',
  plural: 'notes',
  nameWithGame: (game) => `note about ${game}`,
  path: '/api/notes',
  ownerPage: (id, part) => `/notes/${id}${part === 'comments' ? '?comments=open' : ''}`,
  notFoundCode: 'note_not_found',
})

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

export async function writeNote(
  db: Db,
  member: Member,
  note: { id?: string; text?: string; gameId?: string; isClosed?: boolean } = {},
): Promise<string> {
  const { id = null, text = 'Ask the ferryman twice.', gameId = null, isClosed = false } = note
  const { rows } = await sql<{ id: string }>`
    insert into notes (id, user_id, game_id, text, is_closed)
    values (coalesce(${id}::uuid, uuidv7()), ${member.user.id}, ${gameId}, ${text}, ${isClosed})
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

export const notesFeature = defineFeature({
  name: 'notes',
  subjects: () => [noteSubject],
  ownData: [
    {
      ownTables: (_db, userId) => ({
        notes: sql`select id, game_id, text from notes where user_id = ${userId}::uuid`,
      }),
    },
  ],
})
