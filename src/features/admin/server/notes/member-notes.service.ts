import { NO_SUCH_MEMBER } from '#features/accounts/accounts.texts.ts'
import type { Viewer } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { MEMBER_NOTE_TEXTS } from '../../member-notes.texts.ts'
import { type AdminDeps, withAuditLog } from '../admin.service.ts'
import * as queries from './member-notes.queries.ts'

const SHOWN_NOTES = 100

/** Lists the latest notes about a member. Refuses not_found. */
export async function listNotes({ db }: Pick<AdminDeps, 'db'>, memberId: string) {
  await requireMember({ db }, memberId)
  return (await queries.listNotes(db, memberId, SHOWN_NOTES)).map(viewNote)
}

/** Adds a note about a member. The audit log, which nobody can change, has that it was added and not its words. */
export async function addNote(deps: AdminDeps, admin: Viewer, memberId: string, note: string) {
  const entry = { adminId: admin.id, action: 'add_note', item: ['user', memberId] as const }
  return withAuditLog(deps, entry, async ({ db, clock }) => {
    await requireMember({ db }, memberId)
    const at = clock()
    const id = await queries.insertNote(db, { memberId, authorId: admin.id, note, at })
    return viewNote({ id, note, by: admin.username, created_at: at })
  })
}

/** Deletes a note. Refuses not_found. */
export async function deleteNote(deps: AdminDeps, admin: Viewer, memberId: string, id: string): Promise<void> {
  const entry = { adminId: admin.id, action: 'delete_note', item: ['user', memberId] as const }
  await withAuditLog(deps, entry, async ({ db }) => {
    if (!(await queries.deleteNote(db, memberId, id))) refuse('not_found', 'not_found', MEMBER_NOTE_TEXTS.missing)
  })
}

async function requireMember({ db }: Pick<AdminDeps, 'db'>, id: string): Promise<void> {
  if (!(await queries.isMember(db, id))) refuse('not_found', 'not_found', NO_SUCH_MEMBER)
}

const viewNote = ({ created_at, ...row }: queries.MemberNoteRow) => ({ ...row, created_at: created_at.toISOString() })
