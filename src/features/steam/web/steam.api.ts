import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { importKeys, updateCaches } from '#features/imports/web/imports.api.ts'
import { call } from '#web/call.ts'
import type { Steam } from '../steam.contract.ts'
import * as endpoints from '../steam.endpoints.ts'
import { STEAM_GAMES_PER_PAGE, type SteamFilter } from '../steam-sync.rules.ts'

// Below the imports, so that an event of the member's imports refreshes them, too.
const keys = {
  link: [...importKeys.all, 'steam', 'link'] as const,
  games: [...importKeys.all, 'steam', 'games'] as const,
}

/** While a sync runs, the screen asks again after this time, also if no event arrives. */
const POLL_MS = 3_000

/** The linked account at Steam with the result of its last sync. */
export const steamQuery = () =>
  queryOptions({
    queryKey: keys.link,
    queryFn: ({ client, signal }) => call(endpoints.getSteam, {}, { client, signal }),
    refetchInterval: ({ state }) => (state.data?.link?.is_syncing ? POLL_MS : false),
    staleTime: 0,
  })

/** The games of the linked account that a filter shows. */
export const steamGamesQuery = (filter: SteamFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.games, filter] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(endpoints.listSteamGames, { query: { filter, page: pageParam } }, { client, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page: number) => (page * STEAM_GAMES_PER_PAGE < last.total ? page + 1 : undefined),
    staleTime: 0,
  })

/** Returns the group of games that is shown first. */
export const firstFilter = ({ counts }: NonNullable<Steam['link']>): SteamFilter =>
  counts.changed > 0 ? 'changed' : counts.synced > 0 || counts.open === 0 ? 'synced' : 'open'

/** Loads what the settings show about Steam. */
export async function prefetchSteam(client: QueryClient): Promise<void> {
  await client.prefetchQuery(steamQuery())
  const link = client.getQueryData(steamQuery().queryKey)?.link
  if (link) await client.prefetchInfiniteQuery(steamGamesQuery(firstFilter(link)))
}

const store = (client: QueryClient) => (steam: Steam) => {
  client.setQueryData(keys.link, steam)
  void client.invalidateQueries({ queryKey: keys.games })
}

export const linkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (profile: string) => call(endpoints.linkSteam, { body: { profile } }, { client }),
    onSuccess: store(client),
  })

/** Begins a sync; `open` also imports the games that no import has decided. */
export const syncMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (open: boolean) => call(endpoints.syncSteam, { body: { open } }, { client }),
    onSuccess: store(client),
  })

export const dailyMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (is_daily: boolean) => call(endpoints.changeSteamLink, { body: { is_daily } }, { client }),
    onSuccess: store(client),
  })

export const unlinkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(endpoints.unlinkSteam, {}, { client }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.link }),
  })

/** Puts a game on the ignore list, or removes it from there. */
export const ignoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ appId, isIgnored }: { appId: number; isIgnored: boolean }) =>
      call(
        endpoints.changeSteamGame,
        { params: { appId: String(appId) }, body: { is_ignored: isIgnored } },
        { client },
      ),
    onSuccess: () => {
      for (const queryKey of [keys.link, keys.games]) void client.invalidateQueries({ queryKey })
    },
  })

/** The state of the sync, for admins; read again while the page is open. */
export const steamStateQuery = () =>
  queryOptions({
    queryKey: ['admin', 'steam'] as const,
    queryFn: ({ client, signal }) => call(endpoints.getSteamState, {}, { client, signal }),
    staleTime: 0,
    refetchInterval: 15_000,
  })

export const steamMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (profile: string) =>
      (await call(endpoints.importFromSteam, { body: { profile } }, { client })).import,
    onSuccess: (made) => updateCaches(client, made),
  })
