import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import { MEMBER_NOTE_TEXTS as TEXTS } from './member-notes.texts.ts'

const MEMBER_NOTE_MAX = 1000

export const MemberNoteForm = z.object({
  note: z.pipe(z.string(TEXTS.empty), z.transform(readText)).check(
    z.refine((text) => text !== '', TEXTS.empty),
    z.refine((text) => lengthOf(text) <= MEMBER_NOTE_MAX, TEXTS.tooLong),
  ),
})
