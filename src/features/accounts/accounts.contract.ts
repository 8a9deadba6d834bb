import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { UserId } from '#shared/ids.ts'
import { SERVER_TEXTS } from './accounts.rules.ts'
import { Email, ForgotPassword, Resend, SignIn, SignUp, UpdatePassword, Username } from './credentials.contract.ts'
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
  // All fields are null when a second factor is required; `second_factor` is then set.
  response: z.object({
    user: z.nullable(SessionUser),
    session: z.nullable(SessionInfo),
    profile: z.nullable(OwnProfile),
    second_factor: z.optional(z.literal(true)),
  }),
  refusals: ['invalid_credentials', 'email_not_confirmed', 'account_disabled', 'rate_limit_exceeded'],
  budget: 'sign-in',
})

export const signUp = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Make an account and sign in',
  body: SignUp,
  status: 201,
  // Both are null when the email address must be confirmed first (C34).
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

/** The database function named in the requirements (R-AUTH-81). */
export const checkUserExists = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/rpc/check_user_exists',
  summary: 'Whether an address has an account, by the name of the database function',
  body: z.object({ user_email: Email }, SERVER_TEXTS.validation_failed),
  response: z.boolean(),
  budget: 'availability',
})

/** The database function named in the requirements (R-SESS-12). */
export const createUserProfileSafe = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/rpc/create_user_profile_safe',
  summary: 'Makes the own profile where it is missing, by the name of the database function; nobody else’s',
  body: z.object({
    user_id: UserId,
    // Ignored: the server uses the account's own data.
    user_email: z.optional(z.nullable(z.string())),
    user_metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
  response: OwnProfile,
  refusals: ['42501'],
})

const Done = z.object({ success: z.literal(true) })

export const requestReset = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a reset link, if the address has an account; the answer never says',
  body: ForgotPassword,
  response: Done,
  refusals: ['over_email_send_rate_limit'],
  budget: 'recovery',
})

export const updatePassword = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/update-password',
  summary: 'Set a new password, with the current one or after a reset link; ends all other sessions',
  body: UpdatePassword,
  // `second_factor`: the new password is set, and signing in continues with a code. `restored`: the account was
  // deleted, and the reset link has restored it (G55).
  response: z.object({
    success: z.literal(true),
    second_factor: z.optional(z.literal(true)),
    restored: z.optional(z.literal(true)),
  }),
  refusals: ['weak_password', 'invalid_grant', 'invalid_credentials', 'account_disabled', 'rate_limit_exceeded'],
  budget: 'recovery',
})

export const resendConfirmation = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/resend-confirmation',
  summary: 'Mail the confirmation link again, if the address waits for it; the answer never says',
  body: Resend,
  response: Done,
  refusals: ['over_email_send_rate_limit'],
  budget: 'recovery',
})

/** A mail that was stored instead of sent because no mail server is configured. */
export const OutboxEntry = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  kept_at: z.string(),
  /** No mail server accepted it. */
  state: z.literal('kept'),
  /** Null in mails to others, because the links in them give access to the account. */
  text: z.nullable(z.string()),
  html: z.nullable(z.string()),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

export const listOutbox = endpoint({
  access: 'admin',
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'The newest mails that were kept instead of sent; what is in them only where they are to the admin who asks',
  response: z.object({ mails: z.array(OutboxEntry) }),
})

export const listProviders = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'Whether one can sign in through a provider, and what it is called',
  // `google` is the documented name; the actual provider may be another one (OIDC_NAME).
  response: z.object({ google: z.boolean(), name: z.string() }),
})

const Redirect = z.object({ redirect: z.optional(z.string().check(z.maxLength(2000))) })

export const startSocial = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/oauth/google',
  summary: 'Begin to sign in through the provider: the address to go to',
  body: Redirect,
  response: z.object({ url: z.string() }),
  refusals: ['provider_not_configured', 'provider_unreachable'],
  budget: 'sign-in',
})

/** Members with a password must send it. Others must have signed in within the last ten minutes. */
const Proof = z.object({ password: z.optional(z.string().check(z.maxLength(1000))) })
const PROOF_REFUSALS = ['invalid_credentials', 'not_recent', 'rate_limit_exceeded'] as const

export const linkSocial = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/link/google',
  summary: 'Begin to link an account of the provider: the address to go to',
  body: Proof,
  response: z.object({ url: z.string() }),
  refusals: ['provider_not_configured', 'provider_unreachable', 'already_linked', ...PROOF_REFUSALS],
})

export const unlinkSocial = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/auth/link/google',
  summary: 'Remove the link; refused where it is the only way to sign in',
  body: Proof,
  response: Done,
  refusals: ['last_sign_in_way', 'not_linked', ...PROOF_REFUSALS],
})

/** Lists the sign-in methods of the member. */
export const listSignInMethods = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/auth/ways',
  summary: 'How the member can sign in',
  response: z.object({ password: z.boolean(), social: z.nullable(z.object({ linked_at: z.string() })) }),
})
