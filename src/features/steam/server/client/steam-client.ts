import * as z from 'zod/mini'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { openUpstream, type Send, UpstreamError } from '#server/upstream.ts'

/** Steam's Web API (`IPlayerService`, `ISteamUser`), with the key of the operator. */
export interface SteamClient {
  /** Returns the id of the account whose profile has this name in its address; null if there is none. */
  findId: (name: string) => Promise<string | null>
  /** Returns the name that an account shows; null if Steam knows no such account. Private profiles have a name, too. */
  findName: (steamId: string) => Promise<string | null>
  /** Returns Steam's answer to GetOwnedGames. It has no games if the profile hides them. */
  loadOwnedGames: (steamId: string) => Promise<OwnedGamesAnswer>
}
export type OwnedGamesAnswer = z.infer<typeof Owned>

/** 1 is found, 42 is unknown. */
const Resolved = z.object({
  response: z.object({ success: z.number(), steamid: z.optional(z.string().check(z.regex(/^\d{17}$/))) }),
})
const Players = z.object({
  response: z.object({ players: z.array(z.object({ steamid: z.string(), personaname: z.optional(z.string()) })) }),
})
const Owned = z.object({ response: z.looseObject({ games: z.optional(z.array(z.unknown())) }) })

/** Opens the client, without a request. Returns null without a key. */
export function openSteamClient(deps: {
  config: Pick<Config, 'steam' | 'sourceTimeoutMs'>
  clock: Clock
  log: Log
}): SteamClient | null {
  const { config, clock, log } = deps
  const { steam } = config
  if (!steam) return null
  const upstream = openUpstream({ name: 'steam', log, clock, timeoutMs: config.sourceTimeoutMs })

  /** Sends one request. The address contains the key, and no error or log line contains the address. */
  async function call<Schema extends z.ZodMiniType>(
    send: Send,
    method: string,
    params: Record<string, string>,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    const url = new URL(`${steam?.url}/${method}`)
    url.search = new URLSearchParams({ key: steam?.apiKey ?? '', format: 'json', ...params }).toString()
    const { status, body } = await send({ url })
    const answer = z.safeParse(schema, body)
    if (!answer.success) throw new UpstreamError('steam', 'garbage', 'a response of another shape', status)
    return answer.data
  }
  const findPlayer = (send: Send, steamids: string) =>
    call(send, 'ISteamUser/GetPlayerSummaries/v2/', { steamids }, Players)

  return {
    async findId(name) {
      const { response } = await upstream.ask((send) =>
        call(send, 'ISteamUser/ResolveVanityURL/v1/', { vanityurl: name }, Resolved),
      )
      return response.steamid ?? null
    },
    async findName(steamId) {
      const { response } = await upstream.ask((send) => findPlayer(send, steamId))
      const player = response.players.find(({ steamid }) => steamid === steamId)
      return player ? player.personaname || steamId : null
    },
    loadOwnedGames: (steamid) =>
      upstream.ask(async (send) => {
        const params = { steamid, include_appinfo: '1', include_played_free_games: '1' }
        try {
          return await call(send, 'IPlayerService/GetOwnedGames/v1/', params, Owned)
        } catch (error) {
          if (!(error instanceof UpstreamError) || error.kind !== 'credentials') throw error
          // Steam refuses the key, or only this profile to it. A private one must not pause the syncs of all.
          await findPlayer(send, steamid)
          return { response: {} }
        }
      }),
  }
}
