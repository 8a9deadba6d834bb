import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'

export const STEAM_KEY = 'the-key-of-the-operator'

/** A game of an account, in the shape of GetOwnedGames. */
export interface FakeSteamGame {
  appid: number
  name: string
  playtime_forever: number
  /** Seconds since 1970. */
  rtime_last_played?: number
}

export interface FakeAccount {
  /** 17 digits. */
  id: string
  /** The name in the address of the profile. */
  vanity?: string
  persona: string
  games: FakeSteamGame[]
  /** How it hides its games: Steam then answers without any, or, as some report, with 401. */
  hides?: 'games' | 'all'
}

export interface FakeSteam extends FakeUpstream {
  accounts: FakeAccount[]
  /** The key that it accepts. */
  key: string
  /** Counts the requests of one method. */
  count: (method: string) => number
}

const FORBIDDEN = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Forbidden</html>' }

/**
 * Starts a Steam with some accounts, over real HTTP. Journeys, for which it is another process, add an account, or replace
 * it, by POST /accounts.
 */
export async function startFakeSteam(accounts: FakeAccount[] = [], port = 0): Promise<FakeSteam> {
  const steam: FakeSteam = Object.assign(
    await startFakeUpstream(({ method, path, query, body }) => {
      if (method === 'POST') {
        const given = JSON.parse(body) as FakeAccount
        steam.accounts = [...steam.accounts.filter(({ id }) => id !== given.id), given]
        return { body: {} }
      }
      if (query.get('key') !== steam.key) return FORBIDDEN
      const account = steam.accounts.find(({ id }) => id === (query.get('steamid') ?? query.get('steamids')))
      if (path === '/ISteamUser/ResolveVanityURL/v1/') {
        const named = steam.accounts.find(({ vanity }) => vanity !== undefined && vanity === query.get('vanityurl'))
        return named
          ? { body: { response: { steamid: named.id, success: 1 } } }
          : { body: { response: { success: 42, message: 'No match' } } }
      }
      if (path === '/ISteamUser/GetPlayerSummaries/v2/') {
        const players = account
          ? [{ steamid: account.id, communityvisibilitystate: account.hides ? 1 : 3, personaname: account.persona }]
          : []
        return { body: { response: { players } } }
      }
      if (account?.hides === 'all')
        return { status: 401, headers: { 'content-type': 'text/html' }, body: '<html></html>' }
      if (!account || account.hides) return { body: { response: {} } }
      return { body: { response: { game_count: account.games.length, games: account.games } } }
    }, port),
    {
      accounts,
      key: STEAM_KEY,
      count: (method: string) => steam.requests.filter(({ path }) => path.includes(method)).length,
    },
  )
  return steam
}
