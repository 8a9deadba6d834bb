import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Db } from '#db/db.ts'
import { budgetKey } from '#server/client-address.ts'
import type { Config } from '#server/config.ts'
import { createFailureLimit } from '#server/rate-limit.ts'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { CODE_NOT_ACCEPTED, SERVER_TEXTS, SIGN_IN_SLOWED } from '../../accounts.texts.ts'
import type { SignIn } from '../../credentials.schemas.ts'
import { knownDevice } from './known-device.ts'

const HOUR = 3600

/**
 * Limits of wrong passwords for one account: from one IP address or device, and in total; and of mails to its owner.
 */
const LIMITS = {
  network: { points: 5, duration: 15 * 60 },
  account: { points: 20, duration: HOUR },
  // Above the limit of the account: one attempt a minute for all unknown devices together.
  pause: { points: 1, duration: 60 },
  notified: { points: 1, duration: HOUR },
  // A code lets one password through. No code of an app is valid for longer.
  code: { points: 1, duration: 120 },
} as const

export interface SignInAttempts {
  /**
   * Starts an attempt to sign in. Refuses rate_limit_exceeded after five failures for this email address from this IP
   * address or device in a quarter of an hour (G56). After twenty failures from anywhere in an hour, unknown devices
   * share one attempt a minute, others are refused sign_in_slowed, and `onMany` notifies the owner; known devices are
   * not affected. An unknown device that sends a right code of the account's second factor is not slowed down either:
   * each code once, also in the second step, and wrong codes count as failures of their network. There is no limit of codes for the account from
   * everywhere, because strangers could use it up.
   */
  begin: (
    request: RequestContext,
    draft: Pick<SignIn, 'email' | 'code'>,
    account: { onMany: () => Promise<void>; takeCode: (code: string) => Promise<boolean> },
  ) => Promise<SignInAttempt>
}

export interface SignInAttempt {
  /** Must be called after the right password. */
  passed: () => Promise<void>
}

export function createSignInAttempts(deps: { db: Db; pool: Pool; config: Config }): SignInAttempts {
  const { pool, config } = deps
  const limit = (name: string, rule: { points: number; duration: number }) =>
    createFailureLimit(pool, config.rateLimits, name, rule)
  const network = limit('sign-in-failure', LIMITS.network)
  const account = limit('sign-in-account', LIMITS.account)
  const pause = limit('sign-in-pause', LIMITS.pause)
  const notified = limit('sign-in-notified', LIMITS.notified)
  const usedCode = limit('sign-in-code', LIMITS.code)
  const refuseFor = (retryAfter: number): never =>
    refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter })

  return {
    async begin(request, { email, code }, { onMany, takeCode }) {
      const device = await knownDevice(deps, request.headers, email)
      const networkKey = hashOf(`${email}\n${device ?? budgetKey(request.ip)}`)
      const accountKey = hashOf(email)
      const retryAfter = await network.begin(networkKey)
      if (retryAfter !== null) refuseFor(retryAfter)
      if (device === null && (await account.begin(accountKey)) !== null) {
        if ((await notified.begin(accountKey)) === null) await onMany()
        const isProved = code && (await takeCode(code)) && (await usedCode.begin(hashOf(`${email}\n${code}`))) === null
        const pauseRetryAfter = isProved ? null : await pause.begin(accountKey)
        if (pauseRetryAfter !== null) {
          // Neither a password nor a code was checked, so the attempt does not count.
          if (!code) await network.undo(networkKey)
          refuse('too_many', 'sign_in_slowed', SIGN_IN_SLOWED, {
            retryAfter: pauseRetryAfter,
            // The same for an account without a second factor.
            ...(code && { details: { code: CODE_NOT_ACCEPTED } }),
          })
        }
      }
      return {
        async passed() {
          await network.forgive(networkKey)
          if (device === null) await account.undo(accountKey)
        },
      }
    },
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
