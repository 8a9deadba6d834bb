import * as z from 'zod/mini'
import { requiredGameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { DESCRIPTION_MAX, NOTE_MAX, TITLE_MAX } from './lists.rules.ts'
import { LIST_TEXTS } from './lists.texts.ts'
import { smartFilters } from './smart-lists.rules.ts'
import { SMART_LIST_TEXTS } from './smart-lists.texts.ts'

/** A title is one line. */
const title = z
  .pipe(
    z.string(LIST_TEXTS.title),
    z.transform((text) => readText(text).replace(/\s+/g, ' ')),
  )
  .check(
    z.refine((text) => text !== '', LIST_TEXTS.title),
    z.refine((text) => lengthOf(text) <= TITLE_MAX, LIST_TEXTS.titleTooLong),
  )

const description = z
  .pipe(z.string(), z.transform(readText))
  .check(z.refine((text) => lengthOf(text) <= DESCRIPTION_MAX, LIST_TEXTS.descriptionTooLong))

const hasNoProblem = (problem: string) => (text: string) => {
  const read = smartFilters(text)
  return 'filters' in read || read.problem !== problem
}
/** Filters of the catalogue as an address has them; they become canonical. */
const filters = z.pipe(
  z
    .string()
    .check(
      z.refine(hasNoProblem('too-long'), SMART_LIST_TEXTS.tooLong),
      z.refine(hasNoProblem('none'), SMART_LIST_TEXTS.noFilters),
    ),
  z.transform((text) => {
    const read = smartFilters(text)
    return 'filters' in read ? read.filters : ''
  }),
)

/** The fields of a list's form. */
export const ListDraft = z.object({
  title,
  description: z._default(description, ''),
  /** Everybody who may see the profile may see a shared list; otherwise only the author. */
  is_shared: z._default(z.boolean(), false),
  /** Whether the games have rank numbers. */
  is_ranked: z._default(z.boolean(), false),
  /** Makes a new list smart, or changes the filters of a smart one; left out or null, they stay as they are. */
  filters: z.optional(z.nullable(filters)),
  /** Whether the owner of a smart list is notified of new games. */
  tells_of_new: z.optional(z.nullable(z.boolean())),
})
export type ListDraft = z.output<typeof ListDraft>

/** A note on a game of a list; an empty one removes the note. */
export const note = z.pipe(
  z
    .pipe(z.string(), z.transform(readText))
    .check(z.refine((text) => lengthOf(text) <= NOTE_MAX, LIST_TEXTS.noteTooLong)),
  z.transform((text) => text || null),
)

export const gameIdInBody = requiredGameId(LIST_TEXTS.gameRequired)
