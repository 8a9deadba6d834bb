import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { listSignInMethods } from '../accounts.contract.ts'
import { getSecondFactor, listPasskeys } from '../factors.contract.ts'
import { listSessions } from '../security.contract.ts'

export const settingsKeys = {
  ways: ['accounts', 'ways'] as const,
  sessions: ['accounts', 'sessions'] as const,
  secondFactor: ['accounts', 'second-factor'] as const,
  passkeys: ['accounts', 'passkeys'] as const,
}

/** Reads the member's sign-in methods. */
export const signInMethodsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.ways,
    queryFn: ({ client, signal }) => call(listSignInMethods, {}, { client, signal }),
  })

/** Reads the member's sessions. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.sessions,
    queryFn: ({ client, signal }) => call(listSessions, {}, { client, signal }),
  })

/** Reads whether a second factor is required. */
export const secondFactorQuery = () =>
  queryOptions({
    queryKey: settingsKeys.secondFactor,
    queryFn: ({ client, signal }) => call(getSecondFactor, {}, { client, signal }),
  })

export const passkeysQuery = () =>
  queryOptions({
    queryKey: settingsKeys.passkeys,
    queryFn: ({ client, signal }) => call(listPasskeys, {}, { client, signal }),
  })
