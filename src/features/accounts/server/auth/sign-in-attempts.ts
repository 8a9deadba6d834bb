import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Db } from '#db/db.ts'
import { budgetKey } from '#server/client-address.ts'
import type { Config } from '#server/config.ts'
import { createFailureLimit } from '#server/rate-limit.ts'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { SERVER_TEXTS } from '../../accounts.texts.ts'
import { knownDevice } from './known-device.ts'

const HOUR = 3600

/**
 * Limits of wrong passwords for one account: from one IP address or device, and in total; and of mails to its owner.
 */
const LIMITS = {
  place: { points: 5, duration: 15 * 60 },
  account: { points: 20, duration: HOUR },
  // Above the limit of the account: one attempt a minute for all unknown devices together.
  pause: { points: 1, duration: 60 },
  notified: { points: 1, duration: HOUR },
} as const

export interface SignInAttempts {
  /**
   * Starts an attempt to sign in. Refuses rate_limit_exceeded after five failures for this email address from this IP
   * address or device in a quarter of an hour (G56). After twenty failures from anywhere in an hour, unknown devices
   * share one attempt a minute, and `onMany` notifies the owner; known devices are not affected.
   */
  begin: (request: RequestContext, email: string, onMany: () => Promise<void>) => Promise<SignInAttempt>
}

export interface SignInAttempt {
  /** Must be called after the right password. */
  passed: () => Promise<void>
}

export function createSignInAttempts(deps: { db: Db; pool: Pool; config: Config }): SignInAttempts {
  const { pool, config } = deps
  const limit = (name: string, rule: { points: number; duration: number }) =>
    createFailureLimit(pool, config.rateLimits, name, rule)
  const place = limit('sign-in-failure', LIMITS.place)
  const account = limit('sign-in-account', LIMITS.account)
  const pause = limit('sign-in-pause', LIMITS.pause)
  const notified = limit('sign-in-notified', LIMITS.notified)
  const refuseFor = (retryAfter: number): never =>
    refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter })

  return {
    async begin(request, email, onMany) {
      const device = await knownDevice(deps, request.headers, email)
      const placeKey = hashOf(`${email}\n${device ?? budgetKey(request.ip)}`)
      const accountKey = hashOf(email)
      const retryAfter = await place.begin(placeKey)
      if (retryAfter !== null) refuseFor(retryAfter)
      if (device === null && (await account.begin(accountKey)) !== null) {
        if ((await notified.begin(accountKey)) === null) await onMany()
        const pauseRetryAfter = await pause.begin(accountKey)
        if (pauseRetryAfter !== null) {
          // No password was checked, so the attempt does not count.
          await place.undo(placeKey)
          refuseFor(pauseRetryAfter)
        }
      }
      return {
        async passed() {
          await place.forgive(placeKey)
          if (device === null) await account.undo(accountKey)
        },
      }
    },
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
