import createClient from 'openapi-fetch'
import type { paths } from './description.ts'

/** A session as an extension of Playnite sees it when a game stops. */
export interface PlayedGame {
  /** The id of the session in Playnite's own log. */
  id: string
  name: string
  steamAppId: string
  minutes: number
  day: string
}

/**
 * Sends a log of play sessions, as an extension of Playnite would. It finds each game by its Steam id. The id of the
 * session is the Idempotency-Key, so the whole log can be sent again after a crash. Returns the names of the games that
 * the catalogue lacks.
 */
export async function sendPlayed(baseUrl: string, token: string, log: readonly PlayedGame[]): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const unknown: string[] = []
  for (const { id, name, steamAppId, minutes, day } of log) {
    const game = await client.GET('/api/v1/games/steam/{appId}', { params: { path: { appId: steamAppId } } })
    if (!game.data) {
      if (game.response.status !== 404) throw new Error(game.error.detail)
      unknown.push(name)
      continue
    }
    const sent = await client.POST('/api/v1/library/{gameId}/sessions', {
      params: { path: { gameId: game.data.data.id }, header: { 'Idempotency-Key': `playnite:${id}` } },
      body: { minutes, played_on: day },
    })
    if (!sent.data) throw new Error(sent.error.detail)
  }
  return unknown
}
