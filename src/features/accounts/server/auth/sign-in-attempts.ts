import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { budgetKey } from '#server/client-address.ts'
import type { Config } from '#server/config.ts'
import { createFailureLimit } from '#server/rate-limit.ts'
import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { SERVER_TEXTS } from '../../accounts.rules.ts'
import { knownDevice } from './known-device.ts'

const HOUR = 3600

/** Wrong passwords for one account: from one place or device, from everywhere, and how often its owner is told. */
const LIMITS = {
  place: { points: 5, duration: 15 * 60 },
  account: { points: 20, duration: HOUR },
  // While there are more: one try a minute for all strangers together.
  pause: { points: 1, duration: 60 },
  told: { points: 1, duration: HOUR },
} as const

export interface SignInAttempts {
  /**
   * Asks for a turn to try a password. Refuses rate_limit_exceeded after five failures of this address from this place or
   * device in a quarter of an hour (G56). After twenty from anywhere in an hour a device that is not known has to wait for
   * one of the tries that there is a minute, and the owner is told (`onMany`); a known device is not concerned.
   */
  begin: (request: RequestContext, email: string, onMany: () => Promise<void>) => Promise<SignInAttempt>
}

export interface SignInAttempt {
  /** The password was right. */
  passed: () => Promise<void>
}

export function createSignInAttempts(pool: Pool, config: Config): SignInAttempts {
  const limit = (name: string, rule: { points: number; duration: number }) =>
    createFailureLimit(pool, config.rateLimits, name, rule)
  const place = limit('sign-in-failure', LIMITS.place)
  const account = limit('sign-in-account', LIMITS.account)
  const pause = limit('sign-in-pause', LIMITS.pause)
  const told = limit('sign-in-told', LIMITS.told)
  const refuseFor = (retryAfter: number): never =>
    refuse('too_many', 'rate_limit_exceeded', SERVER_TEXTS.rate_limit_exceeded, { retryAfter })

  return {
    async begin(request, email, onMany) {
      const device = knownDevice({ config }, request.headers, email)
      const where = hashOf(`${email}\n${device ?? budgetKey(request.ip)}`)
      const whose = hashOf(email)
      const wait = await place.begin(where)
      if (wait !== null) refuseFor(wait)
      if (device === null && (await account.begin(whose)) !== null) {
        if ((await told.begin(whose)) === null) await onMany()
        const pauseWait = await pause.begin(whose)
        if (pauseWait !== null) {
          // No password was looked at.
          await place.undo(where)
          refuseFor(pauseWait)
        }
      }
      return {
        async passed() {
          await place.forgive(where)
          if (device === null) await account.undo(whose)
        },
      }
    },
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
