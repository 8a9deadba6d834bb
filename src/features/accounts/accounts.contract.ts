import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { UserId } from '#shared/ids.ts'
import {
  displayNameProblem,
  EMAIL_MAX,
  FIELD_TEXTS,
  isReservedUsername,
  newPasswordProblem,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SERVER_TEXTS,
  usernameProblem,
} from './accounts.rules.ts'
import { SessionInfo, SessionUser } from './session.contract.ts'

/** A profile as its owner sees it (C75). */
export const OwnProfile = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  role: z.enum(['user', 'admin']),
  settings: z.object({ onboarded: z.boolean() }),
})
export type OwnProfile = z.infer<typeof OwnProfile>

/** Turns a rule that answers with its own sentence into a check. */
const follows = (problem: (text: string) => string | null) =>
  z.check<string>((payload) => {
    const message = problem(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

/** An address as it is stored: without surrounding space, in lower case. */
export const Email = z
  .string(FIELD_TEXTS.emailRequired)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: FIELD_TEXTS.emailRequired, abort: true }),
    z.maxLength(EMAIL_MAX, { error: FIELD_TEXTS.emailTooLong, abort: true }),
    z.regex(z.regexes.email, FIELD_TEXTS.emailInvalid),
  )

/** Well-formed; whether it is reserved or taken is another question. */
export const Username = z.string(FIELD_TEXTS.usernameRequired).check(z.trim(), follows(usernameProblem))
const DisplayName = z.string(FIELD_TEXTS.displayNameRequired).check(z.trim(), follows(displayNameProblem))
const GivenPassword = z
  .string(FIELD_TEXTS.passwordRequired)
  .check(
    z.minLength(1, { error: FIELD_TEXTS.passwordRequired, abort: true }),
    z.maxLength(PASSWORD_MAX, FIELD_TEXTS.passwordTooLong),
  )

export const SignIn = z.object(
  {
    email: Email,
    // No classes here: whoever has an account must get in (C32).
    password: GivenPassword.check(z.minLength(PASSWORD_MIN, FIELD_TEXTS.passwordTooShort)),
    rememberMe: z._default(z.boolean(), true),
  },
  SERVER_TEXTS.validation_failed,
)
export type SignIn = z.infer<typeof SignIn>

/** As the server reads it: a weak password is declined by the service, with a code of its own (R-AUTH-72). */
export const SignUp = z.object(
  {
    email: Email,
    password: GivenPassword,
    username: Username.check(z.refine((username) => !isReservedUsername(username), FIELD_TEXTS.usernameReserved)),
    displayName: DisplayName,
    rememberMe: z._default(z.boolean(), true),
  },
  SERVER_TEXTS.validation_failed,
)
export type SignUp = z.infer<typeof SignUp>

/** As the form reads it: the same, and the password is strong enough. */
export const SignUpForm = z.extend(SignUp, {
  password: z.string(FIELD_TEXTS.passwordRequired).check(follows(newPasswordProblem)),
})

export const getCsrfToken = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/auth/csrf',
  summary: 'A security token for writes, and the cookie it must match',
  response: z.object({ success: z.literal(true), csrfToken: z.string() }),
  budget: 'none',
})

export const getCurrentUser = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in member with the own profile',
  response: z.object({ user: SessionUser, profile: OwnProfile }),
})

export const signIn = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/signin',
  summary: 'Sign in with e-mail and password',
  body: SignIn,
  response: z.object({ user: SessionUser, session: SessionInfo, profile: OwnProfile }),
  refusals: ['invalid_credentials', 'account_disabled', 'rate_limit_exceeded'],
  budget: 'sign-in',
})

export const signUp = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Make an account and sign in',
  body: SignUp,
  status: 201,
  // Both are null where the address must be confirmed first (C34).
  response: z.object({ user: z.nullable(SessionUser), session: z.nullable(SessionInfo) }),
  refusals: ['weak_password', 'user_already_exists', 'username_taken', 'rate_limit_exceeded'],
  budget: 'sign-up',
})

export const checkUsername = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/check-username',
  summary: 'Whether a username is free, ignoring case',
  body: z.object({ username: Username }, SERVER_TEXTS.validation_failed),
  response: z.object({ available: z.boolean(), reason: z.optional(z.string()) }),
  budget: 'availability',
})

export const checkEmail = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/check-email',
  summary: 'Whether an address has an account',
  body: z.object({ email: Email }, SERVER_TEXTS.validation_failed),
  response: z.object({ exists: z.boolean() }),
  budget: 'availability',
})
