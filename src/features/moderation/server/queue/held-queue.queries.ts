import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isAfter, type Keyset } from '#db/keyset.ts'
import type { SubjectRef } from '#shared/subject.ts'
import type { HoldReason } from '../../moderation.rules.ts'

export interface HeldTextRow {
  row_id: string
  subject_type: string
  subject_id: string
  reason: HoldReason
  held_at: Date
  author_id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  joined_at: Date
}

/** Lists what waits, the longest waiting first. The texts of disabled members wait until these are enabled. */
export async function listHeld(
  db: Db,
  types: readonly string[] | null,
  after: Keyset | null,
  most: number,
): Promise<HeldTextRow[]> {
  const { rows } = await sql<HeldTextRow>`
    select held.id as row_id, held.subject_type, held.subject_id, held.reason, held.held_at, author.id as author_id,
      author.username, author.display_name, author.avatar_url, author.created_at as joined_at
    from held_texts held
    join profiles author on author.id = held.author_id and author.disabled_at is null
    where held.state = 'waiting' ${isOf(types)} and ${isAfter(after, 'held.held_at', 'held.id')}
    order by held.held_at, held.id
    limit ${most}`.execute(db)
  return rows
}

const isOf = (types: readonly string[] | null) =>
  types === null ? sql`` : sql`and held.subject_type = any(${types}::text[])`

export async function countHeld(db: Db, types: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from held_texts held
    join profiles author on author.id = held.author_id and author.disabled_at is null
    where held.state = 'waiting' ${isOf(types)}`.execute(db)
  return rows[0]?.held ?? 0
}

/** Forgets that a text waits. Returns its author; undefined if it did not wait. */
export async function endHold(db: Db, { subjectType, subjectId }: SubjectRef): Promise<string | undefined> {
  const row = await db
    .deleteFrom('held_texts')
    .where('subject_id', '=', subjectId)
    .where('subject_type', '=', subjectType)
    .returning('author_id')
    .executeTakeFirst()
  return row?.author_id
}

/** Declines a text that waits. Returns its author; undefined if it did not wait. */
export async function declineHeld(
  db: Db,
  { subjectType, subjectId }: SubjectRef,
  { note, adminId, at }: { note: string; adminId: string; at: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable('held_texts')
    .set({ state: 'declined', note, decided_by: adminId, decided_at: at })
    .where('subject_id', '=', subjectId)
    .where('subject_type', '=', subjectType)
    .where('state', '=', 'waiting')
    .returning('author_id')
    .executeTakeFirst()
  return row?.author_id
}
