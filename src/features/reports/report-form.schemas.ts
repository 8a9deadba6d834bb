import * as z from 'zod/mini'
import { lengthOf } from '#shared/text.ts'
import { REASONS, TEXT_MAX } from './reports.rules.ts'
import { REASON_MISSING, TEXT_TOO_LONG } from './reports.texts.ts'

const Text = z.string().check(
  z.trim(),
  z.refine((text) => lengthOf(text) <= TEXT_MAX, TEXT_TOO_LONG),
)

export const ReportForm = z.object({
  reason: z.enum(REASONS, REASON_MISSING),
  /** Empty when the member adds nothing. */
  text: z._default(Text, ''),
})
export type ReportForm = z.infer<typeof ReportForm>

/** The text that the author receives, or that other admins read. */
const RequiredNote = Text.check(z.refine((text) => lengthOf(text) >= 3, 'Say why'))

export const Decision = z.discriminatedUnion('action', [
  z.object({ action: z.literal('keep') }),
  z.object({ action: z.literal('hide'), note: z._default(Text, '') }),
  z.object({ action: z.literal('warn'), note: RequiredNote }),
  z.object({ action: z.literal('disable'), note: RequiredNote }),
])
export type Decision = z.infer<typeof Decision>

/** An admin who puts content back may add a note to its author. */
export const PutBackForm = z.object({ note: z._default(Text, '') })
export type PutBackForm = z.infer<typeof PutBackForm>
