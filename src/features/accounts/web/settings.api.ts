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

/** How the member can sign in. */
export const signInMethodsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.ways,
    queryFn: ({ client, signal }) => call(listSignInMethods, {}, { client, signal }),
  })

/** Where the member is signed in. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.sessions,
    queryFn: ({ client, signal }) => call(listSessions, {}, { client, signal }),
  })

/** Whether a code is asked for after the password. */
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
