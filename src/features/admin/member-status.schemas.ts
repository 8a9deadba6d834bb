import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import { ADMIN_REFUSALS } from './admin.texts.ts'

export const REASON_MAX = 500

/** The reason for disabling an account; admins read it. */
const Reason = z
  .string('Say why')
  .check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(REASON_MAX, `At most ${REASON_MAX} characters`))

/** What the member reads at the sign-in; null for none. */
const Message = z.pipe(
  z
    .nullish(z.string())
    .check(z.refine((text) => lengthOf(text ?? '') <= REASON_MAX, `At most ${REASON_MAX} characters`)),
  z.transform((text) => (text && readText(text)) || null),
)

export const MemberStatus = z.object({
  disabled: z.literal(true),
  reason: Reason,
  message: Message,
  /** When the suspension ends by itself, in ISO 8601; null for good. */
  until: z.nullish(z.iso.datetime({ offset: true, error: ADMIN_REFUSALS.untilWrong })),
})
export type MemberStatus = z.infer<typeof MemberStatus>
export const EnableMember = z.object({ disabled: z.literal(false) })

export const ErrorStatus = z.enum(['open', 'resolved'], ADMIN_REFUSALS.errorStatus)
