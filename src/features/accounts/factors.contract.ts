import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { OwnProfile } from './accounts.contract.ts'
import { OnlyPassword, PasskeyName, SecondStep, TypedCode } from './credentials.schemas.ts'
import * as endpoints from './factors.endpoints.ts'
import { PASSKEY_NAME_MAX } from './factors.rules.ts'
import { SessionInfo, SessionUser } from './session.contract.ts'

// Two-factor sign-in and passkeys. Separate from accounts.contract.ts because only the forms and the settings need
// these.

const Done = z.object({ success: z.literal(true) })
const Entered = z.object({ user: SessionUser, session: SessionInfo, profile: OwnProfile })

export const passSecondStep = contract(endpoints.passSecondStep, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Complete a sign-in with an authenticator code or a recovery code',
  body: SecondStep,
  response: Entered,
  refusals: {
    401: ['invalid_code', 'code_used', 'second_step_over'],
    403: ['account_disabled'],
    429: ['rate_limit_exceeded'],
  },
  budget: 'sign-in',
})

export const getSecondFactor = contract(endpoints.getSecondFactor, {
  access: 'member',
  summary: 'Get whether a second factor is on, and how many recovery codes are left',
  response: z.object({ is_on: z.boolean(), codes_left: z.number() }),
})

export const beginSecondFactor = contract(endpoints.beginSecondFactor, {
  access: 'member',
  summary: 'Create a secret for an authenticator app; a code must confirm it before it counts',
  body: OnlyPassword,
  response: z.object({ uri: z.string(), secret: z.string() }),
  refusals: { 401: ['invalid_credentials'], 409: ['already_on'], 429: ['rate_limit_exceeded'] },
})

export const confirmSecondFactor = contract(endpoints.confirmSecondFactor, {
  access: 'member',
  summary: 'Turn the second factor on with a first code; returns the recovery codes once',
  body: TypedCode,
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: { 401: ['invalid_code'], 409: ['already_on', 'not_begun'], 429: ['rate_limit_exceeded'] },
})

export const renewRecoveryCodes = contract(endpoints.renewRecoveryCodes, {
  access: 'member',
  summary: 'Replace the recovery codes with new ones',
  body: OnlyPassword,
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: { 401: ['invalid_credentials'], 409: ['not_on'], 429: ['rate_limit_exceeded'] },
})

export const endSecondFactor = contract(endpoints.endSecondFactor, {
  access: 'member',
  summary: 'Turn the second factor off',
  body: OnlyPassword,
  response: Done,
  refusals: { 401: ['invalid_credentials'], 409: ['not_on'], 429: ['rate_limit_exceeded'] },
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

export const createPasskeyChallenge = contract(endpoints.createPasskeyChallenge, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Create a challenge for signing in with a passkey',
  response: RequestOptions,
  budget: 'passkey-challenge',
})

export const signInWithPasskey = contract(endpoints.signInWithPasskey, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Sign in with a passkey, which counts as both factors',
  body: z.object({ response: Assertion }),
  response: Entered,
  refusals: {
    400: ['passkey_failed'],
    401: ['passkey_unknown', 'passkey_failed'],
    403: ['passkey_not_verified', 'account_disabled', 'email_not_confirmed'],
  },
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

export const listPasskeys = contract(endpoints.listPasskeys, {
  access: 'member',
  summary: 'List the member’s passkeys',
  response: z.object({ passkeys: z.array(OwnPasskey) }),
})

export const beginPasskey = contract(endpoints.beginPasskey, {
  access: 'member',
  summary: 'Get the options with which a device creates a passkey',
  // Required from members who have a password. Others must have signed in within the last ten minutes.
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1000))) }),
  response: CreationOptions,
  refusals: {
    401: ['invalid_credentials'],
    403: ['not_recent'],
    409: ['too_many_passkeys'],
    429: ['rate_limit_exceeded'],
  },
})

export const addPasskey = contract(endpoints.addPasskey, {
  access: 'member',
  summary: 'Store a passkey that a device has created',
  body: z.object({ name: PasskeyName, response: Attestation }),
  status: 201,
  response: OwnPasskey,
  refusals: { 400: ['passkey_failed'], 403: ['passkey_not_verified'], 409: ['too_many_passkeys'] },
})

const PasskeyId = z.object({ passkeyId: z.uuid('This is no passkey') })

export const renamePasskey = contract(endpoints.renamePasskey, {
  access: 'member',
  summary: 'Rename a passkey',
  params: PasskeyId,
  body: z.object({ name: PasskeyName }, `Name: 1 to ${PASSKEY_NAME_MAX} characters`),
  response: OwnPasskey,
  refusals: { 404: ['not_found'] },
})

export const removePasskey = contract(endpoints.removePasskey, {
  access: 'member',
  summary: 'Delete a passkey; refused if it is the only sign-in method',
  params: PasskeyId,
  response: Done,
  refusals: { 400: ['last_sign_in_way'], 404: ['not_found'] },
})
