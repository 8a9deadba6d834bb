import * as z from 'zod/mini'
import { firstDayOf, isBefore, partialDayFrom } from '#features/play-log/play-sessions.rules.ts'
import { SESSION_TEXTS } from '#features/play-log/play-sessions.texts.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import type { Copy } from '../copies.contract.ts'
import { priceOf } from '../copies.rules.ts'
import { CopyDraft } from '../copies.schemas.ts'
import { COPY_TEXTS } from '../copies.texts.ts'

/** The values of the form as they are typed. */
export interface CopyFields {
  isPhysical: boolean
  platform: string
  store: string
  edition: string
  gotOn: string
  price: string
  /** Null: not chosen yet. */
  currency: string | null
  lentTo: string
  lentOn: string
}

export const copyFieldsOf = (copy: Copy | null): CopyFields => ({
  isPhysical: copy?.is_physical ?? false,
  platform: copy?.platform ?? '',
  store: copy?.store ?? '',
  edition: copy?.edition ?? '',
  gotOn: copy?.got_on ?? '',
  price: copy?.price == null ? '' : String(copy.price),
  currency: copy?.currency ?? null,
  lentTo: copy?.lent_to ?? '',
  lentOn: copy?.lent_on ?? '',
})

/** Returns the draft to be sent. What is no date or price stays wrong, so that the contract's validation reports it. */
export function copyDraftOf(fields: CopyFields): CopyDraft {
  const day = (text: string) => (text.trim() === '' ? null : (partialDayFrom(text) ?? text.trim()))
  const price = fields.price.trim() === '' ? null : (priceOf(fields.price) ?? Number.NaN)
  const line = (text: string) => text.trim() || null
  return {
    is_physical: fields.isPhysical,
    platform: line(fields.platform),
    store: line(fields.store),
    edition: line(fields.edition),
    got_on: day(fields.gotOn),
    price,
    currency: price === null ? null : fields.currency || null,
    lent_to: line(fields.lentTo),
    lent_on: day(fields.lentOn),
  }
}

/** Returns the validation errors of a draft by field, in the sentences of the server. */
export function copyProblemsOf(draft: CopyDraft, today: string): Partial<Record<string, string>> {
  const problems: Partial<Record<string, string>> = problemsOfSchema(z.safeParse(CopyDraft, draft))
  const { got_on, lent_on } = draft
  for (const [field, day] of Object.entries({ got_on, lent_on }))
    if (day && !problems[field] && firstDayOf(day) > today) problems[field] = SESSION_TEXTS.dayInFuture
  if (got_on && lent_on && !problems.got_on && !problems.lent_on && isBefore(lent_on, got_on))
    problems.lent_on = COPY_TEXTS.lentTooEarly
  return problems
}
