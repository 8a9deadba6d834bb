import * as z from 'zod/mini'
import {
  displayNameProblem,
  EMAIL_MAX,
  isReservedUsername,
  newPasswordProblem,
  PASSWORD_MAX,
  PASSWORD_MIN,
  usernameProblem,
} from './accounts.rules.ts'
import { FIELD_TEXTS, SERVER_TEXTS } from './accounts.texts.ts'
import { PASSKEY_NAME_MAX } from './factors.rules.ts'
import { FACTOR_TEXTS } from './factors.texts.ts'

/** Turns a rule that returns its own error text into a check. */
const checkRule = (findProblem: (text: string) => string | null) =>
  z.check<string>((payload) => {
    const message = findProblem(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

/** An email address as it is stored: trimmed and in lower case. */
export const Email = z
  .string(FIELD_TEXTS.emailRequired)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: FIELD_TEXTS.emailRequired, abort: true }),
    z.maxLength(EMAIL_MAX, { error: FIELD_TEXTS.emailTooLong, abort: true }),
    z.regex(z.regexes.email, FIELD_TEXTS.emailInvalid),
  )

/** A well-formed username. The check does not cover reserved or taken names. */
export const Username = z.string(FIELD_TEXTS.usernameRequired).check(z.trim(), checkRule(usernameProblem))
export const DisplayName = z.string(FIELD_TEXTS.displayNameRequired).check(z.trim(), checkRule(displayNameProblem))
const GivenPassword = z
  .string(FIELD_TEXTS.passwordRequired)
  .check(
    z.minLength(1, { error: FIELD_TEXTS.passwordRequired, abort: true }),
    z.maxLength(PASSWORD_MAX, FIELD_TEXTS.passwordTooLong),
  )

const NewPassword = z.string(FIELD_TEXTS.passwordRequired).check(checkRule(newPasswordProblem))

export const SignIn = z.object(
  {
    email: Email,
    // No check of character classes: members with an older password must be able to sign in (C32).
    password: GivenPassword.check(z.minLength(PASSWORD_MIN, FIELD_TEXTS.passwordTooShort)),
    rememberMe: z._default(z.boolean(), true),
    /** Six digits of the app, with any spacing: lets an unknown device pass the limit of wrong passwords. Or empty. */
    code: z.optional(
      z.string().check(
        z.maxLength(40, FACTOR_TEXTS.codeWrong),
        z.overwrite((code) => code.replace(/[\s-]/g, '')),
      ),
    ),
  },
  SERVER_TEXTS.validation_failed,
)
export type SignIn = z.infer<typeof SignIn>

/** The token in the link of an invitation, whether or not there is one. */
export const InvitationToken = z.string().check(z.maxLength(200))

/** The schema on the server: the service refuses a weak password with a code of its own (R-AUTH-72). */
export const SignUp = z.object(
  {
    email: Email,
    password: GivenPassword,
    username: Username.check(z.refine((username) => !isReservedUsername(username), FIELD_TEXTS.usernameReserved)),
    displayName: DisplayName,
    rememberMe: z._default(z.boolean(), true),
    /** Redirect target after the confirmation link (G06). */
    redirect: z.optional(z.string().check(z.maxLength(2000))),
    invitation: z.optional(InvitationToken),
  },
  SERVER_TEXTS.validation_failed,
)
export type SignUp = z.infer<typeof SignUp>

/** The schema of the form: the same fields, with the check of the password's strength. */
export const SignUpForm = z.extend(SignUp, { password: NewPassword })

export const ForgotPassword = z.object({ email: Email }, SERVER_TEXTS.validation_failed)
export type ForgotPassword = z.infer<typeof ForgotPassword>

export const Resend = z.object(
  { email: Email, redirect: z.optional(z.string().check(z.maxLength(2000))) },
  SERVER_TEXTS.validation_failed,
)
export type Resend = z.infer<typeof Resend>

/** The schema on the server: the service refuses a weak password. */
export const UpdatePassword = z.object(
  { password: GivenPassword, current_password: z.optional(GivenPassword) },
  SERVER_TEXTS.validation_failed,
)
export type UpdatePassword = z.infer<typeof UpdatePassword>

/** The schema of the reset form: a strong password, typed twice (G01). */
export const ResetForm = z
  .object({ password: NewPassword, again: z.string() })
  .check(z.refine(({ password, again }) => password === again, { error: FIELD_TEXTS.passwordsDiffer, path: ['again'] }))
export type ResetForm = z.infer<typeof ResetForm>

export const ChangeEmail = z.object({ email: Email, password: GivenPassword }, SERVER_TEXTS.validation_failed)
export type ChangeEmail = z.infer<typeof ChangeEmail>

/** The schema of the settings form: it also requires the current password. */
export const PasswordForm = z
  .object({ current_password: GivenPassword, password: NewPassword, again: z.string() })
  .check(z.refine(({ password, again }) => password === again, { error: FIELD_TEXTS.passwordsDiffer, path: ['again'] }))
export type PasswordForm = z.infer<typeof PasswordForm>

/** The current password, which the server requires before changes to the security of the account. */
export const OnlyPassword = z.object({ password: GivenPassword }, SERVER_TEXTS.validation_failed)
export type OnlyPassword = z.infer<typeof OnlyPassword>

/** Six digits of the app, or a recovery code, with any spacing. */
const Code = z
  .string(FACTOR_TEXTS.codeRequired)
  .check(z.trim(), z.minLength(1, FACTOR_TEXTS.codeRequired), z.maxLength(40, FACTOR_TEXTS.codeWrong))

export const TypedCode = z.object({ code: Code }, SERVER_TEXTS.validation_failed)
export type TypedCode = z.infer<typeof TypedCode>

export const SecondStep = z.object(
  { code: Code, trustDevice: z._default(z.boolean(), false) },
  SERVER_TEXTS.validation_failed,
)
export type SecondStep = z.infer<typeof SecondStep>

export const PasskeyName = z
  .string(FACTOR_TEXTS.passkeyNameRequired)
  .check(
    z.trim(),
    z.minLength(1, FACTOR_TEXTS.passkeyNameRequired),
    z.maxLength(PASSKEY_NAME_MAX, FACTOR_TEXTS.passkeyNameTooLong),
  )

/** The schema of the settings form: includes the password if the member has one. */
export const PasskeyForm = z.object({ name: PasskeyName, password: z.optional(z.string()) })
export type PasskeyForm = z.infer<typeof PasskeyForm>
