import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './releases.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listReleases = endpoint('GET', '/api/releases')
export const listReleaseGroup = endpoint('GET', '/api/releases/groups/:group')
export const listReleasePlatforms = endpoint('GET', '/api/releases/platforms')
export const listOwnReleases = endpoint('GET', '/api/releases/mine')
export const getCalendarLink = endpoint('GET', '/api/releases/calendar')
export const renewCalendarLink = endpoint('POST', '/api/releases/calendar')
export const deleteCalendarLink = endpoint('DELETE', '/api/releases/calendar')
