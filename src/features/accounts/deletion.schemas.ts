import * as z from 'zod/mini'
import { EMAIL_MAX, PASSWORD_MAX } from './accounts.rules.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from './accounts.texts.ts'

export const DeleteAccount = z.object(
  {
    /** The username, or the email address of a member without a username. */
    username: z
      .string(FIELD_TEXTS.usernameRequired)
      .check(
        z.trim(),
        z.minLength(1, { error: FIELD_TEXTS.usernameRequired, abort: true }),
        z.maxLength(EMAIL_MAX, FIELD_TEXTS.emailTooLong),
      ),
    /** Only from members who have a password. */
    password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX, FIELD_TEXTS.passwordTooLong))),
  },
  SERVER_TEXTS.validation_failed,
)
export type DeleteAccount = z.infer<typeof DeleteAccount>
