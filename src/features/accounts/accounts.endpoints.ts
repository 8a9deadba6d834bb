import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './accounts.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getCsrfToken = endpoint('GET', '/api/auth/csrf')
export const getCurrentUser = endpoint('GET', '/api/auth/user')
export const signIn = endpoint('POST', '/api/auth/signin')
export const signUp = endpoint('POST', '/api/auth/signup')
export const checkUsername = endpoint('POST', '/api/auth/check-username')
export const checkEmail = endpoint('POST', '/api/auth/check-email')
export const checkUserExists = endpoint('POST', '/api/rpc/check_user_exists')
export const createUserProfileSafe = endpoint('POST', '/api/rpc/create_user_profile_safe')
export const requestReset = endpoint('POST', '/api/auth/forgot-password')
export const updatePassword = endpoint('POST', '/api/auth/update-password')
export const resendConfirmation = endpoint('POST', '/api/auth/resend-confirmation')
export const listOutbox = endpoint('GET', '/api/admin/outbox')
export const listProviders = endpoint('GET', '/api/auth/providers')
export const startSocial = endpoint('POST', '/api/auth/oauth/google')
export const linkSocial = endpoint('POST', '/api/auth/link/google')
export const unlinkSocial = endpoint('DELETE', '/api/auth/link/google')
export const listSignInMethods = endpoint('GET', '/api/auth/ways')
