import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './play-sessions.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getPlayLog = endpoint('GET', '/api/user/games/:gameId/play-log')
export const listPlaySessions = endpoint('GET', '/api/user/games/:gameId/sessions')
export const listBookmarks = endpoint('GET', '/api/user/bookmarks')
export const startPlaythrough = endpoint('POST', '/api/user/games/:gameId/playthroughs')
export const changePlaythrough = endpoint('PATCH', '/api/user/games/:gameId/playthroughs/:playthroughId')
export const deletePlaythrough = endpoint('DELETE', '/api/user/games/:gameId/playthroughs/:playthroughId')
export const addSession = endpoint('POST', '/api/user/games/:gameId/sessions')
export const changeSession = endpoint('PATCH', '/api/user/games/:gameId/sessions/:playSessionId')
export const deleteSession = endpoint('DELETE', '/api/user/games/:gameId/sessions/:playSessionId')
export const mergeSessions = endpoint('POST', '/api/user/games/:gameId/sessions/merge')
export const undoMerge = endpoint('POST', '/api/user/games/:gameId/sessions/merge/undo')
