import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './challenges.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listChallenges = endpoint('GET', '/api/challenges')
export const getChallenge = endpoint('GET', '/api/challenges/:challengeId')
export const getChallengePicture = endpoint('GET', '/api/challenges/:challengeId/picture')
export const listParticipants = endpoint('GET', '/api/challenges/:challengeId/participants')
export const listMyChallenges = endpoint('GET', '/api/challenges/mine')
export const listProfileChallenges = endpoint('GET', '/api/profiles/:handle/challenges')
export const joinChallenge = endpoint('POST', '/api/challenges/:challengeId/join')
export const leaveChallenge = endpoint('DELETE', '/api/challenges/:challengeId/join')
export const updateProgress = endpoint('POST', '/api/challenges/:challengeId/progress')
export const listAllChallenges = endpoint('GET', '/api/admin/challenges')
export const createChallenge = endpoint('POST', '/api/admin/challenges')
export const changeChallenge = endpoint('PUT', '/api/admin/challenges/:challengeId')
export const deleteChallenge = endpoint('DELETE', '/api/admin/challenges/:challengeId')
