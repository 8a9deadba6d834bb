import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import * as endpoints from './member-notes.endpoints.ts'
import { MemberNoteForm } from './member-notes.schemas.ts'

const OneMember = z.object({ userId: UserId })

export const MemberNote = z.object({
  id: z.string(),
  note: z.string(),
  /** The username of the admin who wrote it; null after the account is deleted. */
  by: z.nullable(z.string()),
  created_at: z.string(),
})
export type MemberNote = z.infer<typeof MemberNote>

export const listMemberNotes = contract(endpoints.listMemberNotes, {
  access: 'admin',
  summary: 'List the latest hundred notes about a member, the newest first; only admins read them',
  params: OneMember,
  response: z.object({ notes: z.array(MemberNote) }),
  refusals: { 404: ['not_found'] },
})

export const addMemberNote = contract(endpoints.addMemberNote, {
  access: 'admin',
  summary: 'Add a note about a member, with an entry in the audit log that does not repeat it',
  params: OneMember,
  body: MemberNoteForm,
  status: 201,
  response: z.object({ note: MemberNote }),
  refusals: { 404: ['not_found'] },
})

export const deleteMemberNote = contract(endpoints.deleteMemberNote, {
  access: 'admin',
  summary: 'Delete a note about a member',
  params: z.extend(OneMember, { noteId: z.uuid('This is no id') }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['not_found'] },
})
