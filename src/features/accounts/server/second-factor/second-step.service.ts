import { createHash } from 'node:crypto'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { SERVER_TEXTS } from '../../accounts.rules.ts'
import type { SecondStep } from '../../credentials.contract.ts'
import { FACTOR_TEXTS, LOCK_SECONDS, readCode } from '../../factors.rules.ts'
import { deleteSession } from '../accounts.queries.ts'
import {
  type AccountsDeps,
  authErrorCode,
  completeSignIn,
  type OpenedSession,
  refuseAuthError,
} from '../accounts.service.ts'
import { DO_NOT_REMEMBER_COOKIE } from '../auth/better-auth.ts'
import { CHALLENGE_COOKIE } from '../auth/factors.ts'
import { hasCookie, headersForNewSession, withoutCookies } from '../auth/session-cookies.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { acceptCode, disableHalfEnabledFactors, isLastCode } from './second-factor.queries.ts'

/**
 * The second step of a sign-in, which a cookie has carried here. Refuses invalid_code, code_used for the code of the
 * last sign-in (this one goes on with the next code), second_step_over after five wrong
 * codes or ten minutes, and rate_limit_exceeded after ten wrong codes in a row for the account, whatever the sign-in.
 */
export async function passSecondStep(
  deps: AccountsDeps,
  { code: typed, trustDevice }: SecondStep,
  request: RequestContext,
): Promise<OpenedSession> {
  const { kind, code } = readCode(typed)
  const { verifyTOTP, verifyBackupCode } = deps.auth.api
  const headers = headersForNewSession(request, [CHALLENGE_COOKIE, DO_NOT_REMEMBER_COOKIE])
  const isRemembered = !(headers.get('cookie') ?? '').includes(`${DO_NOT_REMEMBER_COOKIE}=`)
  const challenge = kind === 'app' ? await deps.auth.api.readChallenge({ headers }) : null
  // Before better-auth uses the sign-in up for it.
  if (challenge && (await isLastCode(deps.db, challenge.userId, hashCode(code)))) refuseUsed()
  const answer = await (kind === 'app' ? verifyTOTP : verifyBackupCode)({
    body: { code, trustDevice },
    headers,
    returnHeaders: true,
  }).catch(async (error: unknown) => {
    // Only here is it met: the next sign-in needs no code, and it can be turned on anew.
    if (authErrorCode(error) === 'TOTP_NOT_ENABLED') await disableHalfEnabledFactors(deps.db)
    return stepDeclined(error)
  })
  const { token, user } = answer.response as { token: string; user: { id: string; email: string } }
  if (kind === 'app' && !(await acceptCode(deps.db, user.id, hashCode(code)))) {
    // Another sign-in with the same code came first, in between.
    await deleteSession(deps.db, token)
    if (challenge) await deps.auth.api.renewChallenge({ body: challenge })
    refuseUsed()
  }
  if (kind === 'recovery') await requestMail(deps, { mail: 'security', what: 'recovery-code-used', email: user.email })
  const cookies = answer.headers.getSetCookie()
  // A trusted device makes better-auth forget that the session is to end with the browser.
  const kept = isRemembered ? cookies : withoutCookies(cookies, [DO_NOT_REMEMBER_COOKIE])
  if (!hasCookie(cookies, 'session_token')) refuseOver()
  return completeSignIn(deps, request, { token, cookies: kept, isRemembered })
}

export const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')

export function refuseWrongCode(): never {
  return refuse('unauthenticated', 'invalid_code', FACTOR_TEXTS.codeWrong, {
    details: { code: FACTOR_TEXTS.codeWrong },
  })
}

function refuseUsed(): never {
  return refuse('unauthenticated', 'code_used', FACTOR_TEXTS.codeUsed, { details: { code: FACTOR_TEXTS.codeUsed } })
}

const refuseOver = (): never => refuse('unauthenticated', 'second_step_over', FACTOR_TEXTS.stepOver)

function stepDeclined(error: unknown): never {
  switch (authErrorCode(error)) {
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return refuseWrongCode()
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
    // It was turned off meanwhile.
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return refuseOver()
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter: LOCK_SECONDS })
    default:
      // Another use of the same recovery code came first.
      if ((error as { status?: unknown }).status === 'CONFLICT') return refuseWrongCode()
      return refuseAuthError(error)
  }
}
