import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './factors.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const passSecondStep = endpoint('POST', '/api/auth/signin/second-step')
export const getSecondFactor = endpoint('GET', '/api/auth/two-factor')
export const beginSecondFactor = endpoint('POST', '/api/auth/two-factor')
export const confirmSecondFactor = endpoint('POST', '/api/auth/two-factor/confirm')
export const renewRecoveryCodes = endpoint('POST', '/api/auth/two-factor/recovery-codes')
export const endSecondFactor = endpoint('POST', '/api/auth/two-factor/off')
export const createPasskeyChallenge = endpoint('POST', '/api/auth/passkeys/challenge')
export const signInWithPasskey = endpoint('POST', '/api/auth/passkeys/sign-in')
export const listPasskeys = endpoint('GET', '/api/auth/passkeys')
export const beginPasskey = endpoint('POST', '/api/auth/passkeys/new')
export const addPasskey = endpoint('POST', '/api/auth/passkeys')
export const renamePasskey = endpoint('PATCH', '/api/auth/passkeys/:passkeyId')
export const removePasskey = endpoint('DELETE', '/api/auth/passkeys/:passkeyId')
