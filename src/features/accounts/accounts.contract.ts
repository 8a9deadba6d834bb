import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import { ROLES } from '#shared/roles.ts'
import * as endpoints from './accounts.endpoints.ts'
import { SERVER_TEXTS } from './accounts.texts.ts'
import {
  Email,
  ForgotPassword,
  InvitationToken,
  Resend,
  SignIn,
  SignUp,
  UpdatePassword,
  Username,
} from './credentials.schemas.ts'
import { SessionInfo, SessionUser } from './session.contract.ts'

/** A profile as its owner sees it (C75). */
export const OwnProfile = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  role: z.enum(ROLES),
  settings: z.object({ onboarded: z.boolean() }),
})
export type OwnProfile = z.infer<typeof OwnProfile>

export const getCsrfToken = contract(endpoints.getCsrfToken, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get a security token for writes, and set the cookie that it must match',
  response: z.object({ success: z.literal(true), csrfToken: z.string() }),
  budget: 'none',
})

export const getCurrentUser = contract(endpoints.getCurrentUser, {
  access: 'member',
  summary: 'Get the signed-in member with their profile',
  response: z.object({ user: SessionUser, profile: OwnProfile }),
})

export const signIn = contract(endpoints.signIn, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Sign in with email and password',
  body: SignIn,
  // All fields are null when a second factor is required; `second_factor` is then set.
  response: z.object({
    user: z.nullable(SessionUser),
    session: z.nullable(SessionInfo),
    profile: z.nullable(OwnProfile),
    second_factor: z.optional(z.literal(true)),
  }),
  refusals: {
    401: ['invalid_credentials', 'no_session'],
    403: ['email_not_confirmed', 'account_disabled', 'password_sign_in_off'],
    429: ['rate_limit_exceeded', 'sign_in_slowed'],
  },
  budget: 'sign-in',
})

export const signUp = contract(endpoints.signUp, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Create an account and sign in',
  body: SignUp,
  status: 201,
  // Both are null when the email address must be confirmed first (C34).
  response: z.object({ user: z.nullable(SessionUser), session: z.nullable(SessionInfo) }),
  refusals: {
    400: ['weak_password', 'mail_domain_refused'],
    403: [
      'address_blocked',
      'registration_closed',
      'invitation_required',
      'invitation_used',
      'invitation_ended',
      'invitation_revoked',
      'invitation_unknown',
      'password_sign_in_off',
    ],
    409: ['user_already_exists', 'username_taken'],
    429: ['rate_limit_exceeded'],
  },
  budget: 'sign-up',
})

export const checkUsername = contract(endpoints.checkUsername, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Check whether a username is free, ignoring case',
  body: z.object({ username: Username }, SERVER_TEXTS.validation_failed),
  response: z.object({ available: z.boolean(), reason: z.optional(z.string()) }),
  budget: 'availability',
})

export const checkEmail = contract(endpoints.checkEmail, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Check whether an email address has an account',
  body: z.object({ email: Email }, SERVER_TEXTS.validation_failed),
  response: z.object({ exists: z.boolean() }),
  budget: 'availability',
})

/** The database function named in the requirements (R-AUTH-81). */
export const checkUserExists = contract(endpoints.checkUserExists, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Check whether an email address has an account (named after the database function)',
  body: z.object({ user_email: Email }, SERVER_TEXTS.validation_failed),
  response: z.boolean(),
  budget: 'availability',
})

/** The database function named in the requirements (R-SESS-12). */
export const createUserProfileSafe = contract(endpoints.createUserProfileSafe, {
  access: 'member',
  summary: 'Create your own profile if it is missing (named after the database function)',
  body: z.object({
    user_id: UserId,
    // Ignored: the server uses the account's own data.
    user_email: z.optional(z.nullable(z.string())),
    user_metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
  response: OwnProfile,
  refusals: { 403: ['42501'] },
})

const Done = z.object({ success: z.literal(true) })

export const requestReset = contract(endpoints.requestReset, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Mail a reset link if the address has an account; the response does not reveal whether it has',
  body: ForgotPassword,
  response: Done,
  refusals: { 403: ['password_sign_in_off'], 429: ['over_email_send_rate_limit'] },
  budget: 'recovery',
})

export const updatePassword = contract(endpoints.updatePassword, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Set a new password, with the current one or after a reset link; ends all other sessions',
  body: UpdatePassword,
  // `second_factor`: the new password is set, and signing in continues with a code. `restored`: the account was
  // deleted, and the reset link has restored it (G55).
  response: z.object({
    success: z.literal(true),
    second_factor: z.optional(z.literal(true)),
    restored: z.optional(z.literal(true)),
  }),
  refusals: {
    400: ['weak_password', 'invalid_grant'],
    401: ['invalid_credentials'],
    403: ['account_disabled', 'password_sign_in_off'],
    429: ['rate_limit_exceeded'],
  },
  budget: 'recovery',
})

export const resendConfirmation = contract(endpoints.resendConfirmation, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Mail the confirmation link again if the address is unconfirmed; the response does not reveal whether it is',
  body: Resend,
  response: Done,
  refusals: { 429: ['over_email_send_rate_limit'] },
  budget: 'recovery',
})

/** A mail that was stored instead of sent because no mail server is configured. */
export const OutboxEntry = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  stored_at: z.string(),
  /** No mail server accepted it. */
  state: z.literal('stored'),
  /** Null in mails to others, because the links in them give access to the account. */
  text: z.nullable(z.string()),
  html: z.nullable(z.string()),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

export const listOutbox = contract(endpoints.listOutbox, {
  access: 'admin',
  summary: 'List the newest mails in the outbox; includes the body only of mails to the requesting admin',
  response: z.object({
    /** True with a mail server: then mails are sent, and the outbox has those from before. */
    is_sending: z.boolean(),
    mails: z.array(OutboxEntry),
  }),
})

export const listProviders = contract(endpoints.listProviders, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get the sign-in providers, and whether passwords sign in, too',
  // `google` is the documented name; the actual provider may be another one (OIDC_NAME). Both say it of the first one.
  response: z.object({
    google: z.boolean(),
    name: z.string(),
    password: z.boolean(),
    providers: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** One of `listProviders`; without it the first. */
const ProviderId = z.optional(z.string().check(z.maxLength(20)))

const Redirect = z.object({
  provider: ProviderId,
  redirect: z.optional(z.string().check(z.maxLength(2000))),
  /** For a new account. */
  invitation: z.optional(InvitationToken),
})

export const startSocial = contract(endpoints.startSocial, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Start a sign-in through the provider; returns the address to open',
  body: Redirect,
  response: z.object({ url: z.string() }),
  refusals: { 503: ['provider_not_configured', 'provider_unreachable'] },
  budget: 'sign-in',
})

/** Members with a password must send it. Others must have signed in within the last ten minutes. */
const Proof = z.object({ provider: ProviderId, password: z.optional(z.string().check(z.maxLength(1000))) })
const PROOF_REFUSALS = { 401: ['invalid_credentials'], 403: ['not_recent'], 429: ['rate_limit_exceeded'] } as const

export const linkSocial = contract(endpoints.linkSocial, {
  access: 'member',
  summary: 'Start linking an account of the provider; returns the address to open',
  body: Proof,
  response: z.object({ url: z.string() }),
  refusals: { ...PROOF_REFUSALS, 409: ['already_linked'], 503: ['provider_not_configured', 'provider_unreachable'] },
})

export const unlinkSocial = contract(endpoints.unlinkSocial, {
  access: 'member',
  summary: 'Unlink the provider; refused if it is the only sign-in method',
  body: Proof,
  response: Done,
  refusals: { ...PROOF_REFUSALS, 400: ['last_sign_in_way'], 404: ['not_linked'] },
})

/** Lists the sign-in methods of the member. */
export const listSignInMethods = contract(endpoints.listSignInMethods, {
  access: 'member',
  summary: 'List the member’s sign-in methods',
  response: z.object({
    password: z.boolean(),
    providers: z.array(z.object({ id: z.string(), name: z.string(), linked_at: z.nullable(z.string()) })),
  }),
})
export type SignInMethods = z.infer<(typeof listSignInMethods)['response']>
export type ProviderProof = z.infer<typeof Proof>
