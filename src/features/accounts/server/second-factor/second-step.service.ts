import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { SERVER_TEXTS } from '../../accounts.texts.ts'
import type { SecondStep } from '../../credentials.schemas.ts'
import { LOCK_SECONDS, readCode } from '../../factors.rules.ts'
import { FACTOR_TEXTS } from '../../factors.texts.ts'
import { deleteSession } from '../accounts.queries.ts'
import { type AccountsDeps, completeSignIn, type OpenedSession, refuseAuthError } from '../accounts.service.ts'
import { AuthFailure } from '../auth/authenticator.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { setProviderSession } from '../social/provider-sessions.queries.ts'
import { acceptCode, disableHalfEnabledFactors, hashCode, isLastCode } from './second-factor.queries.ts'

/**
 * Completes the second step of a sign-in that a cookie identifies. Refuses invalid_code; code_used for the code of the
 * last sign-in (the next code completes this one); second_step_over after five wrong codes or ten minutes; and
 * rate_limit_exceeded after ten wrong codes in a row for the account, in any sign-in.
 */
export async function passSecondStep(
  deps: AccountsDeps,
  { code: typed, trustDevice }: SecondStep,
  request: RequestContext,
): Promise<OpenedSession> {
  const { kind, code } = readCode(typed)
  const { secondFactor } = deps.auth
  const challenge = kind === 'app' ? await secondFactor.readChallenge(request) : null
  // This check must come first, because a right code consumes the pending sign-in.
  if (challenge && (await isLastCode(deps.db, challenge.userId, hashCode(code)))) refuseUsed()
  const { user, provided, ...step } = await secondFactor
    .passSecondStep({ kind, code, trustDevice }, request)
    .catch(async (error: unknown) => {
      // Only here a half-enabled factor becomes visible. After the repair the next sign-in needs no code, and the
      // member can turn the factor on again.
      if (error instanceof AuthFailure && error.code === 'second_factor_off') await disableHalfEnabledFactors(deps.db)
      return refuseSecondStep(error)
    })
  if (kind === 'app' && !(await acceptCode(deps.db, user.id, hashCode(code)))) {
    // A simultaneous sign-in has used the same code first.
    await deleteSession(deps.db, step.token)
    if (challenge) await secondFactor.renewChallenge(challenge)
    refuseUsed()
  }
  if (kind === 'recovery') await requestMail(deps, { mail: 'security', what: 'recovery-code-used', email: user.email })
  if (provided !== null) await setProviderSession(deps.db, step.token, provided)
  return completeSignIn(deps, request, step)
}

export function refuseWrongCode(): never {
  return refuse('unauthenticated', 'invalid_code', FACTOR_TEXTS.codeWrong, {
    details: { code: FACTOR_TEXTS.codeWrong },
  })
}

function refuseUsed(): never {
  return refuse('unauthenticated', 'code_used', FACTOR_TEXTS.codeUsed, { details: { code: FACTOR_TEXTS.codeUsed } })
}

const refuseOver = (): never => refuse('unauthenticated', 'second_step_over', FACTOR_TEXTS.stepOver)

function refuseSecondStep(error: unknown): never {
  switch (error instanceof AuthFailure && error.code) {
    case 'wrong_code':
      return refuseWrongCode()
    case 'challenge_over':
    // The factor was turned off meanwhile.
    case 'second_factor_off':
      return refuseOver()
    case 'second_factor_locked':
      return refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter: LOCK_SECONDS })
    default:
      return refuseAuthError(error)
  }
}
