import * as z from 'zod/mini'
import { ADMIN_REFUSALS } from './admin.texts.ts'

export const REASON_MAX = 500

/** The reason for disabling an account; admins read it. */
const Reason = z
  .string('Say why')
  .check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(REASON_MAX, `At most ${REASON_MAX} characters`))

export const MemberStatus = z.object({ disabled: z.literal(true), reason: Reason })
export type MemberStatus = z.infer<typeof MemberStatus>
export const EnableMember = z.object({ disabled: z.literal(false) })

export const ErrorStatus = z.enum(['open', 'resolved'], ADMIN_REFUSALS.errorStatus)
