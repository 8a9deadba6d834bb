import * as z from 'zod/mini'
import { lengthOf } from '#shared/text.ts'
import { REASONS, SOURCE_MAX, TEXT_MAX } from './reports.rules.ts'
import { FACT_FORM_WORDS, REASON_MISSING, TEXT_TOO_LONG } from './reports.texts.ts'

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

/** A report of a wrong fact. Which facts there are, the kind of subject says. */
export const FactForm = z.object({
  fact: z.string(FACT_FORM_WORDS.factMissing).check(z.regex(/^[a-z]{1,30}$/, FACT_FORM_WORDS.factMissing)),
  text: Text.check(z.refine((text) => text !== '', FACT_FORM_WORDS.textMissing)),
  /** Where it says so; empty without one. */
  source: z._default(
    z.string().check(
      z.trim(),
      z.refine((text) => lengthOf(text) <= SOURCE_MAX, TEXT_TOO_LONG),
      z.refine((text) => text === '' || isWebAddress(text), FACT_FORM_WORDS.sourceWrong),
    ),
    '',
  ),
})
export type FactForm = z.infer<typeof FactForm>

function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** The text that the author receives, or that other admins read. */
const RequiredNote = Text.check(z.refine((text) => lengthOf(text) >= 3, 'Say why'))

export const Decision = z.discriminatedUnion('action', [
  /** The note is for who has reported a wrong fact. */
  z.object({ action: z.literal('keep'), note: z._default(Text, '') }),
  z.object({ action: z.literal('correct'), note: z._default(Text, '') }),
  z.object({ action: z.literal('hide'), note: z._default(Text, '') }),
  z.object({ action: z.literal('warn'), note: RequiredNote }),
  z.object({ action: z.literal('disable'), note: RequiredNote }),
])
export type Decision = z.infer<typeof Decision>

/** An admin who puts content back may add a note to its author. */
export const PutBackForm = z.object({ note: z._default(Text, '') })
export type PutBackForm = z.infer<typeof PutBackForm>
