import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './profile-edit.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getOwnProfile = endpoint('GET', '/api/profiles/me')
export const editProfile = endpoint('PATCH', '/api/profiles/:handle')
export const putAvatar = endpoint('POST', '/api/profiles/me/avatar')
export const removeAvatar = endpoint('DELETE', '/api/profiles/me/avatar')
