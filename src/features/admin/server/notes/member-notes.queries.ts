import type { Db } from '#db/db.ts'

export interface MemberNoteRow {
  id: string
  note: string
  by: string | null
  created_at: Date
}

export function listNotes(db: Db, memberId: string, most: number): Promise<MemberNoteRow[]> {
  return db
    .selectFrom('member_notes')
    .leftJoin('profiles as author', 'author.id', 'member_notes.author_id')
    .where('member_id', '=', memberId)
    .select(['member_notes.id', 'member_notes.note', 'author.username as by', 'member_notes.created_at'])
    .orderBy('member_notes.created_at', 'desc')
    .orderBy('member_notes.id', 'desc')
    .limit(most)
    .execute()
}

export async function isMember(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('profiles').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

export async function insertNote(
  db: Db,
  { memberId, authorId, note, at }: { memberId: string; authorId: string; note: string; at: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('member_notes')
    .values({ member_id: memberId, author_id: authorId, note, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if the member has no such note. */
export async function deleteNote(db: Db, memberId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('member_notes')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
