import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { type Branded, defineId, UserId } from '#shared/ids.ts'
import * as endpoints from './notes.endpoints.ts'

export type NoteId = Branded<'NoteId'>
export const NoteId = defineId<'NoteId'>('Invalid note id')

const Note = z.object({ id: NoteId, text: z.string() })

export const listNotes = contract(endpoints.listNotes, {
  access: 'member',
  summary: 'List the notes of the member',
  response: z.object({ data: z.array(Note) }),
})

export const writeNote = contract(endpoints.writeNote, {
  access: 'member',
  summary: 'Write a note for another member',
  body: z.object({ text: z.string(), to: UserId }),
  response: z.object({ note: Note }),
  status: 201,
})
