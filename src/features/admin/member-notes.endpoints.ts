import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './member-notes.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listMemberNotes = endpoint('GET', '/api/admin/users/:userId/notes')
export const addMemberNote = endpoint('POST', '/api/admin/users/:userId/notes')
export const deleteMemberNote = endpoint('DELETE', '/api/admin/users/:userId/notes/:noteId')
