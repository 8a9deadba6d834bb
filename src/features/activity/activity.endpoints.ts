import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './activity.contract.ts'

export const FEED_SIZE = 20

const endpoint = endpointsOf<typeof contracts>()

export const listFeed = endpoint('GET', '/api/social/activity-feed')
export const listMyActivities = endpoint('GET', '/api/activities/mine')
export const listGameActivities = endpoint('GET', '/api/games/:gameId/activities')
export const listProfileActivities = endpoint('GET', '/api/profiles/:handle/activities')
export const createActivity = endpoint('POST', '/api/friends/activities/create')
export const listVisibleNews = endpoint('GET', '/api/activities/news')
export const getActivity = endpoint('GET', '/api/activities/:activityId')
export const deleteActivity = endpoint('DELETE', '/api/activities/:activityId')
export const getCircle = endpoint('GET', '/api/social/circle')
