import * as z from 'zod/mini'
import { EMAIL_MAX, FIELD_TEXTS, PASSWORD_MAX, SERVER_TEXTS } from './accounts.rules.ts'

// Separate from the endpoints because the form validates with this schema in the browser (decision 0021).

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
