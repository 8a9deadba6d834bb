import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { OwnProfile } from './accounts.contract.ts'
import { OnlyPassword, PasskeyName, SecondStep, TypedCode } from './credentials.contract.ts'
import { PASSKEY_NAME_MAX } from './factors.rules.ts'
import { SessionInfo, SessionUser } from './session.contract.ts'

// Two-factor sign-in and passkeys. Separate from accounts.contract.ts because only the forms and the settings need
// these.

const Done = z.object({ success: z.literal(true) })
const Entered = z.object({ user: SessionUser, session: SessionInfo, profile: OwnProfile })

export const passSecondStep = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/signin/second-step',
  summary: 'Finish a sign-in with a code of the app, or a recovery code',
  body: SecondStep,
  response: Entered,
  refusals: ['invalid_code', 'code_used', 'second_step_over', 'account_disabled', 'rate_limit_exceeded'],
  budget: 'sign-in',
})

export const getSecondFactor = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/auth/two-factor',
  summary: 'Whether a second factor is on, and how many recovery codes are left',
  response: z.object({ is_on: z.boolean(), codes_left: z.number() }),
})

export const beginSecondFactor = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/two-factor',
  summary: 'A secret for an app of codes; it counts when a code has confirmed it',
  body: OnlyPassword,
  response: z.object({ uri: z.string(), secret: z.string() }),
  refusals: ['invalid_credentials', 'already_on', 'rate_limit_exceeded'],
})

export const confirmSecondFactor = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  summary: 'Turn the second factor on with a first code; answers the recovery codes, once',
  body: TypedCode,
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['invalid_code', 'already_on', 'not_begun', 'rate_limit_exceeded'],
})

export const renewRecoveryCodes = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  summary: 'New recovery codes in place of the old ones',
  body: OnlyPassword,
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['invalid_credentials', 'not_on', 'rate_limit_exceeded'],
})

export const endSecondFactor = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/two-factor/off',
  summary: 'Turn the second factor off',
  body: OnlyPassword,
  response: Done,
  refusals: ['invalid_credentials', 'not_on', 'rate_limit_exceeded'],
})

/** The JSON input of WebAuthn's browser API, with the names of that API. */
const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.optional(z.string()),
  timeout: z.optional(z.number()),
  userVerification: z.literal('required'),
})
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(z.array(Descriptor)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.string()),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.string()),
    }),
  ),
  attestation: z.optional(z.string()),
})

const Encoded = z.string().check(z.maxLength(20_000))
const credential = <R extends z.core.$ZodType>(response: R) =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(2000)),
    rawId: z.string().check(z.maxLength(2000)),
    type: z.literal('public-key'),
    clientExtensionResults: z._default(z.record(z.string(), z.unknown()), {}),
    authenticatorAttachment: z.optional(z.string()),
    response,
  })
const Assertion = credential(
  z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: z.optional(z.string().check(z.maxLength(2000))),
  }),
)
export type Assertion = z.infer<typeof Assertion>
const Attestation = credential(
  z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
)
export type Attestation = z.infer<typeof Attestation>

export const createPasskeyChallenge = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/passkeys/challenge',
  summary: 'A challenge for signing in with a passkey',
  response: RequestOptions,
  budget: 'sign-in',
})

export const signInWithPasskey = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/auth/passkeys/sign-in',
  summary: 'Sign in with a passkey, which is both factors',
  body: z.object({ response: Assertion }),
  response: Entered,
  refusals: ['passkey_unknown', 'passkey_failed', 'passkey_not_verified', 'account_disabled', 'email_not_confirmed'],
  budget: 'sign-in',
})

export const OwnPasskey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  /** Null when the passkey was never used. */
  last_used_at: z.nullable(z.string()),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>

export const listPasskeys = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'The member’s passkeys',
  response: z.object({ passkeys: z.array(OwnPasskey) }),
})

export const beginPasskey = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/passkeys/new',
  summary: 'What a device needs to make a passkey',
  // Required from members who have a password. Others must have signed in within the last ten minutes.
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1000))) }),
  response: CreationOptions,
  refusals: ['invalid_credentials', 'not_recent', 'too_many_passkeys', 'rate_limit_exceeded'],
})

export const addPasskey = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Keep a passkey that a device has made',
  body: z.object({ name: PasskeyName, response: Attestation }),
  status: 201,
  response: OwnPasskey,
  refusals: ['passkey_failed', 'passkey_not_verified', 'too_many_passkeys'],
})

const PasskeyId = z.object({ passkeyId: z.uuid('This is no passkey') })

export const renamePasskey = endpoint({
  access: 'member',
  method: 'PATCH',
  path: '/api/auth/passkeys/:passkeyId',
  summary: 'Give a passkey another name',
  params: PasskeyId,
  body: z.object({ name: PasskeyName }, `Name: 1 to ${PASSKEY_NAME_MAX} characters`),
  response: OwnPasskey,
  refusals: ['not_found'],
})

export const removePasskey = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkeyId',
  summary: 'Remove a passkey; refused where it is the only way to sign in',
  params: PasskeyId,
  response: Done,
  refusals: ['not_found', 'last_sign_in_way'],
})
