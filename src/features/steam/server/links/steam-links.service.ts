import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import { announceImports } from '#features/imports/server/change-sets/change-sets.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Steam, SteamGame, SteamState } from '../../steam.contract.ts'
import {
  isSyncing,
  nextDaily,
  STEAM_GAMES_PER_PAGE,
  STEAM_REQUESTS_A_DAY,
  type SteamFilter,
} from '../../steam-sync.rules.ts'
import { LINK_REFUSALS } from '../../steam-sync.texts.ts'
import { askSteam, steamState } from '../client/ask-steam.ts'
import * as games from '../games/steam-games.queries.ts'
import { orRefusal, refuseSteam, requireProfile, requireSteamId, type SteamDeps } from '../steam.service.ts'
import { countLinks, deleteLink, findLink, insertLink, type LinkRow, updateLink } from './steam-links.queries.ts'

export const SYNC_JOB = 'sync-steam'

const refuseLink = (code: keyof typeof LINK_REFUSALS, kind: 'conflict' | 'not_found') =>
  refuse(kind, code, LINK_REFUSALS[code])
const refuseUnlinked = () => refuseLink('steam_not_linked', 'not_found')

/** Returns the linked account of the viewer as the settings show it. */
export async function viewSteam(deps: SteamDeps, viewer: Viewer): Promise<Steam> {
  const link = await findLink(deps.db, viewer.id)
  const counts = link && (await games.countSteamGames(deps.db, viewer.id))
  const { pause } = await steamState(deps)
  return {
    is_on: deps.steam !== null,
    link: link && counts ? { ...linkView(link, deps.clock()), counts } : null,
    pause: pause && { code: pause.pause, until: pause.until.toISOString() },
  }
}

const linkView = (row: LinkRow, now: Date) => ({
  steam_id: row.steam_id,
  name: row.name,
  is_daily: row.is_daily,
  is_syncing: isSyncing(row.syncing_since, now),
  next_sync_at: row.next_sync_at?.toISOString() ?? null,
  last:
    row.last_sync_at && row.last_result
      ? {
          at: row.last_sync_at.toISOString(),
          result: row.last_result,
          import_id: row.last_import_id,
          // Without play time, the change set is that of an earlier sync.
          time_import_id: row.last_result.games > 0 ? row.time_import_id : null,
        }
      : null,
  problem: row.problem && row.problem_at ? { code: row.problem, at: row.problem_at.toISOString() } : null,
})

/**
 * Links an account that Steam knows, and queues the first sync. The profile need not be the member's own: Steam shows
 * everybody the same list. Refuses with 409 when the member has another one linked.
 */
export async function linkSteam(deps: SteamDeps, viewer: Viewer, typed: string): Promise<Steam> {
  if (!deps.steam) return refuseSteam('steam_off', 'not_found')
  const profile = requireProfile(typed)
  if (await findLink(deps.db, viewer.id)) return refuseLink('steam_linked', 'conflict')
  const steamId = await requireSteamId(deps, profile)
  const found = await orRefusal(() => askSteam(deps, (steam) => steam.findName(steamId)))
  if (found === null) return refuseSteam('steam_unknown', 'not_found')
  await inTransaction(deps, async (inside) => {
    const at = inside.clock()
    const link = { steamId, name: shortName(found) || steamId, nextSyncAt: nextDaily(viewer.id, at), at }
    if (!(await insertLink(inside.db, viewer.id, link))) refuseLink('steam_linked', 'conflict')
    await queueSync(inside, viewer.id, { isAutomatic: false, offersOpen: false })
  })
  return viewSteam(deps, viewer)
}

const NAME_LENGTH = 100
const shortName = (name: string) =>
  Array.from(
    name
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, NAME_LENGTH / 2)
    .join('')

export interface SyncOptions {
  /** The job began it: it may not use the requests that members need who press a button. */
  isAutomatic: boolean
  /** Games that no import has decided are imported again. */
  offersOpen: boolean
}

/** Queues a sync of a link of the transaction, and shows that it is queued. */
async function queueSync({ db, queue, clock }: SteamDeps, userId: UserId, options: SyncOptions): Promise<void> {
  await updateLink(db, userId, { syncing_since: clock() })
  await queue.send(db, SYNC_JOB, { userId, ...options })
  await announceImports({ db }, userId)
}

/**
 * Begins a sync by hand, unless one runs already. Refuses with 503 while nothing is asked of Steam, so that nobody waits
 * for it.
 */
export async function beginSync(
  deps: SteamDeps,
  viewer: Viewer,
  { offersOpen }: { offersOpen: boolean },
): Promise<Steam> {
  if (!deps.steam) return refuseSteam('steam_off', 'not_found')
  const { pause } = await steamState(deps)
  if (pause) return refuseSteam(pause.pause)
  await inTransaction(deps, async (inside) => {
    const link = (await findLink(inside.db, viewer.id, { isLocked: true })) ?? refuseUnlinked()
    if (isSyncing(link.syncing_since, inside.clock())) return
    await queueSync(inside, viewer.id, { isAutomatic: false, offersOpen })
  })
  return viewSteam(deps, viewer)
}

/** Turns the daily sync on or off. */
export async function setDaily(deps: SteamDeps, viewer: Viewer, isDaily: boolean): Promise<Steam> {
  await inTransaction(deps, async ({ db, clock }) => {
    const link = (await findLink(db, viewer.id, { isLocked: true })) ?? refuseUnlinked()
    if (link.is_daily === isDaily) return
    const next_sync_at = isDaily ? nextDaily(viewer.id, clock()) : null
    await updateLink(db, viewer.id, { is_daily: isDaily, next_sync_at })
  })
  return viewSteam(deps, viewer)
}

/** Deletes the link with its list of games and the ignore list. The library stays, and so do imports and their undo. */
export async function unlinkSteam(deps: SteamDeps, viewer: Viewer): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    if (!(await deleteLink(db, viewer.id))) refuseUnlinked()
    await announceImports({ db }, viewer.id)
  })
}

/** Lists a page of the games of the linked account; nothing without one. */
export async function listGames(
  deps: SteamDeps,
  viewer: Viewer,
  { filter, page }: { filter: SteamFilter; page: number },
): Promise<{ games: SteamGame[]; total: number }> {
  const offset = (page - 1) * STEAM_GAMES_PER_PAGE
  const found = await games.listSteamGames(deps.db, viewer.id, { filter, limit: STEAM_GAMES_PER_PAGE, offset })
  // The rows carry the total; a page after the last one has no rows.
  const total = found.rows.length > 0 || page === 1 ? found.total : await totalOf(deps.db, viewer, filter)
  return { games: await viewGames(deps, viewer, found.rows), total }
}

const totalOf = async (db: Db, viewer: Viewer, filter: SteamFilter) =>
  (await games.countSteamGames(db, viewer.id))[filter]

async function viewGames(deps: SteamDeps, viewer: Viewer, rows: readonly games.SteamGameRow[]): Promise<SteamGame[]> {
  const ids = [...new Set(rows.flatMap(({ game_id }) => game_id ?? []))] as GameId[]
  const cards = await loadGameCards(deps, ids, deps.clock(), viewer.id)
  return rows.map(({ app_id, name, state, minutes, game_id, added_minutes, added_at }) => ({
    app_id,
    name,
    state,
    minutes,
    added: added_at && { minutes: added_minutes, at: added_at.toISOString() },
    game: cards.get(game_id as GameId) ?? null,
  }))
}

/**
 * Puts a game on the ignore list, or removes it from there. What Steam counts while it is ignored is not added later: a
 * sync takes the minutes over without writing them.
 */
export async function ignoreGame(
  deps: SteamDeps,
  viewer: Viewer,
  appId: number,
  isIgnored: boolean,
): Promise<SteamGame> {
  const refuseGame = () => refuseLink('steam_game_not_found', 'not_found')
  if (!(await games.setIgnored(deps.db, viewer.id, appId, isIgnored))) refuseGame()
  const row = (await games.findSteamGame(deps.db, viewer.id, appId)) ?? refuseGame()
  return (await viewGames(deps, viewer, [row]))[0] as SteamGame
}

/** Returns the state of the sync for the operator. */
export async function adminState(deps: SteamDeps): Promise<SteamState> {
  const counts = await countLinks(deps.db, deps.clock())
  const { requests, pause } = await steamState(deps)
  return {
    is_on: deps.steam !== null,
    ...counts,
    requests,
    most_requests: STEAM_REQUESTS_A_DAY,
    pause: pause && { code: pause.pause, until: pause.until.toISOString() },
  }
}

/** Counts Steam among the paused sources, if the site has a key for it: 1 while nothing is asked of it, else 0. */
export async function countPaused(deps: SteamDeps): Promise<number> {
  if (deps.steam === null) return 0
  const { pause } = await steamState(deps)
  return pause === null ? 0 : 1
}
