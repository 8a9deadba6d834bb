import type { Query, QueryClient } from '@tanstack/react-query'
import { GAME_CACHE } from '#shared/network.ts'
import { readStored, store } from '#web/consented-storage.ts'
import type { Game } from '../catalogue.contract.ts'
import { catalogueKeys } from './catalogue.api.ts'
import { recordViewedGame } from './viewed-games.api.ts'

const NAME = 'savepoint.games'
const SAVE_AFTER_MS = 1000

interface StoredGame {
  game: Game
  /** The time of the fetch, in milliseconds. */
  at: number
  /** The number of views. */
  accesses: number
}

export interface GameCache {
  mostAccessed: () => Game[]
  stop: () => void
}

const caches = new WeakMap<QueryClient, GameCache>()

/** Returns the most viewed games, at most five (R-CACHE-07). */
export function mostAccessedGames(client: QueryClient): Game[] {
  return caches.get(client)?.mostAccessed() ?? []
}

/**
 * Persists the last 100 games of a query client for an hour, also over a reload (R-CACHE-01, R-CACHE-05, R-CACHE-06),
 * so that pages show them at once and without a network. The query client stays the cache; this module fills it, limits
 * it and stores it.
 */
export function startGameCache(client: QueryClient): GameCache {
  const games = new Map<string, StoredGame>()
  const awaited = new WeakMap<Query, number>()
  let saving: ReturnType<typeof setTimeout> | undefined
  client.setQueryDefaults(catalogueKeys.games, { gcTime: GAME_CACHE.freshMs })

  for (const { game, at, accesses } of read()) {
    const queryKey = catalogueKeys.game(game.id)
    const known = client.getQueryState(queryKey)
    if (isFresh(at)) games.set(game.id, { game, at, accesses })
    if (isFresh(at) && (known?.dataUpdatedAt ?? 0) < at) client.setQueryData(queryKey, game, { updatedAt: at })
  }
  const cache = client.getQueryCache()
  for (const query of cache.findAll({ queryKey: catalogueKeys.games })) note(query, query.getObserversCount())

  /** Records the data of a query as most recently used. Views before the data arrives are added when it arrives. */
  function note(query: Query, looks: number): void {
    const game = query.state.data as Game | undefined
    const accesses = looks + (awaited.get(query) ?? 0)
    if (!game || !isFresh(query.state.dataUpdatedAt)) {
      awaited.set(query, accesses)
      return
    }
    awaited.delete(query)
    const before = games.get(game.id)
    games.delete(game.id)
    games.set(game.id, { game, at: query.state.dataUpdatedAt, accesses: (before?.accesses ?? 0) + accesses })
    if (accesses > 0) recordViewedGame(game)
    while (games.size > GAME_CACHE.most) remove(games.keys().next().value as string)
    save()
  }

  function remove(id: string): void {
    games.delete(id)
    const query = cache.find({ queryKey: [...catalogueKeys.games, id], exact: true })
    if (query?.getObserversCount() === 0) cache.remove(query)
  }

  function save(): void {
    saving ??= setTimeout(write, SAVE_AFTER_MS)
  }

  function write(): void {
    clearTimeout(saving)
    saving = undefined
    const all = [...games.values()]
    const written = (some: StoredGame[]) => store(NAME, { version: GAME_CACHE.version, games: some })
    // When the storage is full, only the newer half is stored.
    if (!written(all)) written(all.slice(all.length / 2))
  }

  function sweep(): void {
    for (const [id, { at }] of games) if (!isFresh(at)) remove(id)
    save()
  }

  let sweeping: ReturnType<typeof setInterval> | undefined
  /** Sweeps every five minutes, but not while the page is hidden (R-CACHE-04). */
  function followVisibility(): void {
    clearInterval(sweeping)
    if (document.visibilityState !== 'hidden') sweeping = setInterval(sweep, GAME_CACHE.sweepMs)
    // A hidden page may never become visible again, so it saves at once.
    else if (saving !== undefined) write()
  }
  followVisibility()
  document.addEventListener('visibilitychange', followVisibility)

  const unsubscribe = cache.subscribe((event) => {
    const [area, kind] = event.query.queryKey as [unknown, unknown]
    if (area !== catalogueKeys.games[0] || kind !== catalogueKeys.games[1]) return
    if (event.type === 'observerAdded') note(event.query, 1)
    else if (event.type === 'updated' && event.action.type === 'success') note(event.query, 0)
  })

  const started: GameCache = {
    mostAccessed: () =>
      [...games.values()]
        .filter(({ accesses }) => accesses > 0)
        .sort((a, b) => b.accesses - a.accesses)
        .slice(0, GAME_CACHE.mostAccessed)
        .map(({ game }) => game),
    stop() {
      unsubscribe()
      clearTimeout(saving)
      clearInterval(sweeping)
      document.removeEventListener('visibilitychange', followVisibility)
      caches.delete(client)
    },
  }
  caches.set(client, started)
  return started
}

const isFresh = (at: number) => Date.now() - at < GAME_CACHE.freshMs

/**
 * Reads the stored games, least recently used first. Invalid data, such as an older version, counts as empty
 * (R-CACHE-06).
 */
function read(): StoredGame[] {
  const stored = readStored(NAME) as { version?: unknown; games?: unknown } | null
  return stored?.version === GAME_CACHE.version && Array.isArray(stored.games) ? stored.games.filter(isStoredGame) : []
}

const LISTS = [
  ...(['artworks', 'screenshots', 'videos', 'genres', 'platforms', 'themes', 'game_modes'] as const),
  ...(['involved_companies', 'alternative_names', 'relatedGames', 'sources'] as const),
]

/** Validates a stored game, because stored data may come from an older version of the app. */
function isStoredGame(each: Partial<StoredGame> | null): each is StoredGame {
  const game = each?.game
  return (
    typeof each?.at === 'number' &&
    typeof each.accesses === 'number' &&
    typeof game?.id === 'string' &&
    typeof game.name === 'string' &&
    typeof game.achievements === 'object' &&
    LISTS.every((list) => Array.isArray(game[list]))
  )
}
