import { inTransaction } from '#db/transaction.ts'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { ACCOUNT_REFUSALS } from '../../accounts.texts.ts'
import type { Assertion, Attestation, OwnPasskey } from '../../factors.contract.ts'
import { PASSKEYS_MAX } from '../../factors.rules.ts'
import { FACTOR_TEXTS } from '../../factors.texts.ts'
import { lockSignInMethods } from '../accounts.queries.ts'
import {
  type AccountsDeps,
  completeSignIn,
  type OpenedSession,
  refuseAuthError,
  refuseIfSuspended,
} from '../accounts.service.ts'
import { AuthFailure } from '../auth/authenticator.ts'
import { PASSWORD_PROVIDER } from '../auth/provider-ids.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { endSuspensions } from '../roles-and-status/roles-and-status.service.ts'
import { requireProof } from '../security/proof.service.ts'
import { requireOwnSession } from '../security/security.service.ts'
import * as queries from './passkeys.queries.ts'

/** Returns a challenge for any passkey of this site, and the cookie that binds the response to this browser. */
export function createPasskeyChallenge(deps: AccountsDeps, request: RequestContext) {
  return deps.auth.passkeys.challenge(request)
}

/**
 * Signs a member in with a passkey. Refuses passkey_unknown, passkey_failed, passkey_not_verified, account_disabled and
 * email_not_confirmed.
 */
export async function signInWithPasskey(
  deps: AccountsDeps,
  response: Assertion,
  request: RequestContext,
): Promise<OpenedSession> {
  const owner = await queries.findOwner(deps.db, response.id)
  if (owner !== null) await endSuspensions(deps, owner)
  const step = await deps.auth.passkeys.signIn(response, request).catch(async (error: unknown) => {
    if (owner !== null) await refuseIfSuspended(deps, owner, error)
    return refusePasskeyFailure(error)
  })
  await queries.touchPasskey(deps.db, response.id, deps.clock())
  return completeSignIn(deps, request, step)
}

export async function listPasskeys(deps: AccountsDeps, userId: string): Promise<OwnPasskey[]> {
  return (await queries.listPasskeys(deps.db, userId)).map(viewPasskey)
}

/** Returns the options with which a device creates a passkey. Refuses like `requireProof`, and too_many_passkeys. */
export async function beginPasskey(deps: AccountsDeps, password: string | undefined, request: RequestContext) {
  const { viewer } = requireOwnSession(request)
  await requireProof(deps, request, password)
  await refuseTooMany(deps, viewer.id)
  return deps.auth.passkeys.begin(request.headers)
}

async function refuseTooMany(deps: AccountsDeps, userId: string): Promise<void> {
  if ((await queries.listPasskeys(deps.db, userId)).length >= PASSKEYS_MAX)
    refuse('conflict', 'too_many_passkeys', ACCOUNT_REFUSALS.tooManyPasskeys)
}

/** Stores a new passkey. Refuses passkey_failed, passkey_not_verified and too_many_passkeys. */
export async function addPasskey(
  deps: AccountsDeps,
  { name, response }: { name: string; response: Attestation },
  request: RequestContext,
): Promise<OwnPasskey> {
  const { viewer, email } = requireOwnSession(request)
  await refuseTooMany(deps, viewer.id)
  const made = await deps.auth.passkeys.add({ name, response }, request.headers).catch(refusePasskeyFailure)
  await requestMail(deps, { mail: 'security', what: 'passkey-added', email })
  return viewPasskey({ id: made.id, name, createdAt: made.createdAt, lastUsedAt: null })
}

/** Renames a passkey. Refuses not_found for a passkey of another member. */
export async function renamePasskey(deps: AccountsDeps, userId: string, id: string, name: string): Promise<OwnPasskey> {
  return viewPasskey((await queries.renamePasskey(deps.db, userId, id, name)) ?? refuseMissing())
}

/** Removes a passkey. Refuses not_found, and last_sign_in_way when the member has no other sign-in method (G08). */
export async function removePasskey(deps: AccountsDeps, request: RequestContext, id: string): Promise<void> {
  const { viewer, email } = requireOwnSession(request)
  const providers = [PASSWORD_PROVIDER, ...deps.config.oidc.map(({ id }) => id)]
  await inTransaction(deps, async ({ db }) => {
    await lockSignInMethods(db, viewer.id)
    const others = await queries.countOtherSignInMethods(db, viewer.id, id, providers)
    if (!(await queries.deletePasskey(db, viewer.id, id))) refuseMissing()
    if (others === 0) refuse('invalid', 'last_sign_in_way', ACCOUNT_REFUSALS.onlyPasskey)
    await requestMail({ db, queue: deps.queue }, { mail: 'security', what: 'passkey-removed', email })
  })
}

const refuseMissing = (): never => refuse('not_found', 'not_found', ACCOUNT_REFUSALS.passkeyMissing)

function viewPasskey({ id, name, createdAt, lastUsedAt }: queries.PasskeyRow): OwnPasskey {
  return {
    id,
    name: name ?? 'Passkey',
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

function refusePasskeyFailure(error: unknown): never {
  switch (error instanceof AuthFailure && error.code) {
    case 'passkey_unknown':
      return refuse('unauthenticated', 'passkey_unknown', FACTOR_TEXTS.passkeyUnknown)
    case 'passkey_challenge_over':
      return refuse('invalid', 'passkey_failed', FACTOR_TEXTS.passkeyOver)
    case 'passkey_not_verified':
      return refuse('forbidden', 'passkey_not_verified', FACTOR_TEXTS.passkeyNotVerified)
    case 'passkey_not_accepted':
      return refuse('unauthenticated', 'passkey_failed', FACTOR_TEXTS.passkeyFailed)
    case 'passkey_not_made':
      return refuse('invalid', 'passkey_failed', FACTOR_TEXTS.passkeyFailed)
    default:
      return refuseAuthError(error)
  }
}
