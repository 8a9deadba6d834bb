import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { ImportedChange } from '#features/imported-games/server/imported/imported.service.ts'
import { addSyncedTime, type SyncedGame } from '#features/imported-games/server/imported/synced.service.ts'
import { DEFAULT_RULES, type SyncKind } from '#features/imports/imports.rules.ts'
import {
  announceImports,
  type ImportRecordRow,
  insertChangeSet,
  insertChanges,
  insertRows,
  lockImport,
  updateImport,
} from '#features/imports/server/change-sets/change-sets.service.ts'
import { beginSyncImport } from '#features/imports/server/imports.service.ts'
import { dayIn } from '#features/profiles/profiles.rules.ts'
import { memberZone } from '#features/profiles/server/profiles.service.ts'
import { UpstreamError } from '#server/upstream.ts'
import type { GameId, ImportId, UserId } from '#shared/ids.ts'
import type { SyncResult } from '../../steam.contract.ts'
import { steamImportName, steamTimeName } from '../../steam.texts.ts'
import {
  type GameDelta,
  grownGames,
  hidesHours,
  nextDaily,
  nextTry,
  type OwnedGame,
  ownedGames,
  SYNC_AT_ONCE,
  type SyncProblem,
} from '../../steam-sync.rules.ts'
import { askSteam, SteamPaused } from '../client/ask-steam.ts'
import { listKnownGames, offerGames, sumAdded, takeMinutes } from '../games/steam-games.queries.ts'
import { findLink, type LinkRow, updateLink } from '../links/steam-links.queries.ts'
import type { SyncOptions } from '../links/steam-links.service.ts'
import type { SteamDeps } from '../steam.service.ts'

type Owned = ReadonlyMap<number, OwnedGame>

/**
 * Syncs the library of a member with the linked account: adds new play time as play sessions, and imports games that are
 * new. Each step is a transaction that locks the link and stores what it has taken over together with what it writes. So
 * a run after a crash continues, and two runs at once record nothing twice. What goes wrong at Steam is stored with the
 * link, and the next sync is set.
 */
export async function syncSteam(deps: SteamDeps, userId: UserId, options: SyncOptions): Promise<void> {
  const link = await findLink(deps.db, userId)
  // Unlinked since it was queued, or the operator has removed the key.
  if (!link || !deps.steam) return
  const read = await readGames(deps, link, options)
  if ('problem' in read) return storeProblem(deps, link, read)
  await addPlayTime(deps, link, read.owned)
  await finish(deps, link, read.owned, options)
}

interface Failure {
  problem: SyncProblem
  /** The end of a pause. */
  until: Date | null
}
type Read = { owned: Owned } | Failure

async function readGames(deps: SteamDeps, { user_id, steam_id }: LinkRow, { isAutomatic }: SyncOptions): Promise<Read> {
  try {
    const answer = await askSteam(deps, (steam) => steam.loadOwnedGames(steam_id), { isAutomatic })
    const games = ownedGames(answer, deps.clock())
    if (games === null) return { problem: 'steam_private', until: null }
    const known = await listKnownGames(deps.db, user_id)
    const before = known.reduce((sum, { minutes }) => sum + minutes, 0)
    if (hidesHours(games, before)) return { problem: 'steam_hours_hidden', until: null }
    return { owned: new Map(games.map((game) => [game.appId, game])) }
  } catch (error) {
    if (error instanceof SteamPaused) return { problem: error.pause, until: error.until }
    if (!(error instanceof UpstreamError)) throw error
    return { problem: error.kind === 'question' ? 'steam_unknown' : 'steam_unreachable', until: null }
  }
}

/** Locks the link, if the member still has the same account linked. */
async function lockLink(db: Db, { user_id, steam_id }: LinkRow): Promise<LinkRow | null> {
  const link = await findLink(db, user_id, { isLocked: true })
  return link?.steam_id === steam_id ? link : null
}

/** Stores why a sync failed, and when the daily one is tried again. Nothing that was synced changes. */
async function storeProblem(deps: SteamDeps, link: LinkRow, { problem, until }: Failure): Promise<void> {
  const { user_id } = link
  await inTransaction(deps, async ({ db, clock }) => {
    const now = clock()
    const found = await lockLink(db, link)
    if (!found) return
    const failures = Math.min(found.failures + 1, 100)
    // Everybody waits for the end of a pause, but not until the same minute.
    const next = until ? nextDaily(user_id, until) : nextTry(user_id, problem, failures, now)
    await updateLink(db, user_id, {
      problem,
      problem_at: now,
      failures,
      syncing_since: null,
      next_sync_at: found.is_daily ? next : null,
    })
    await announceImports({ db }, user_id)
  })
}

/** Adds new play time to the games of the library, in batches. */
async function addPlayTime(deps: SteamDeps, link: LinkRow, owned: Owned): Promise<void> {
  const { db, clock } = deps
  const zone = await memberZone(db, link.user_id)
  const grown = grownGames(await listKnownGames(db, link.user_id), owned)
  for (let at = 0; at < grown.length; at += SYNC_AT_ONCE) {
    const ids = grown.slice(at, at + SYNC_AT_ONCE).map(({ gameId }) => gameId)
    await inTransaction(deps, async (inside) => {
      const locked = await lockLink(inside.db, link)
      if (!locked) return
      // Another run may have taken over some of it before this one had the lock.
      const games = grownGames(await listKnownGames(inside.db, link.user_id, ids), owned)
      const from = dayIn(zone, locked.last_sync_at ?? locked.linked_at)
      const dated = games.map((game) => ({ ...game, ...daysOf(game, { zone, from, now: clock() }) }))
      await addBatch(inside, locked, dated, owned)
    })
  }
}

/** The member's days of new play time: the last one as Steam says it, else today. */
function daysOf({ lastPlayedAt }: GameDelta, { zone, from, now }: { zone: string | null; from: string; now: Date }) {
  const endedAt = lastPlayedAt ?? now
  const to = dayIn(zone, endedAt)
  return { endedAt, to, from: from < to ? from : to }
}

/** Adds the play time of one batch to the library, and stores that it was taken over, and its changes for the undo. */
async function addBatch(
  deps: SteamDeps,
  link: LinkRow,
  games: readonly (GameDelta & Omit<SyncedGame, 'gameId'>)[],
  owned: Owned,
): Promise<void> {
  if (games.length === 0) return
  const { user_id: userId } = link
  // An undo locks the change set before the entries, too.
  const found = await lockChangeSet(deps, link)
  const { minutes: added, changes } = await addSyncedTime(
    deps,
    userId,
    games.map(({ gameId, ...game }) => ({ ...game, gameId: gameId as GameId })),
  )
  const at = deps.clock()
  if (changes.length > 0) {
    const titleOf = (gameId: string) =>
      games
        .flatMap((game) => (game.gameId === gameId ? game.apps : []))
        .flatMap(({ app_id }) => owned.get(app_id) ?? [])
    const named = changes.map((change) => ({ change, title: titleOf(change.gameId)[0]?.name ?? change.gameId }))
    await storeChanges(deps, link, found, named, at)
  }
  const taken = games.flatMap(({ gameId, apps }) => {
    let left = added.get(gameId as GameId) ?? 0
    return apps.map(({ app_id, delta, minutes }) => {
      const part = Math.min(left, delta)
      left -= part
      return { app_id, minutes, added: part }
    })
  })
  await takeMinutes(deps.db, userId, taken, at)
}

/** Locks the change set that this sync has begun. Null for an earlier one, and for one that is undone already. */
async function lockChangeSet(
  { db, clock }: SteamDeps,
  { time_import_id, syncing_since }: LinkRow,
): Promise<ImportRecordRow | null> {
  if (time_import_id === null) return null
  const found = await lockImport(db, time_import_id)
  return found?.state === 'done' && found.created_at >= (syncing_since ?? clock()) ? found : null
}

/** Stores what a batch did to entries with the change set of its sync, which the first batch begins. */
async function storeChanges(
  { db }: SteamDeps,
  link: LinkRow,
  found: ImportRecordRow | null,
  games: readonly { change: ImportedChange; title: string }[],
  at: Date,
): Promise<void> {
  const stored = found?.read_records ?? 0
  const id =
    found?.id ??
    (await insertChangeSet(db, { userId: link.user_id, name: steamTimeName(link.name), rules: DEFAULT_RULES, at }))
  await insertChanges(
    db,
    id,
    games.map(({ change }) => ({ gameId: change.gameId, entry: change, review: null, ticks: [] })),
  )
  await insertRows(
    db,
    id,
    games.map(({ change, title }, n) => ({
      n: stored + n + 1,
      title,
      record: null,
      state: 'applied',
      outcome: 'changed',
      reason: null,
      matched_by: null,
      game_id: change.gameId,
      candidates: [],
    })),
  )
  await updateImport(db, id, { read_records: stored + games.length, finished_at: at })
  if (id !== link.time_import_id) await updateLink(db, link.user_id, { time_import_id: id })
}

/** Takes over the minutes of ignored games, imports new ones, and stores the result. */
async function finish(deps: SteamDeps, link: LinkRow, owned: Owned, { offersOpen }: SyncOptions): Promise<void> {
  const { user_id } = link
  await inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const now = clock()
    const locked = await lockLink(db, link)
    if (!locked) return
    const known = new Map((await listKnownGames(db, user_id)).map((game) => [game.app_id, game]))
    const ignored = [...known.values()].filter(({ is_ignored }) => is_ignored)
    const counted = ignored.flatMap((game) => {
      const seen = owned.get(game.app_id)
      return seen && seen.minutes > game.minutes ? [{ app_id: game.app_id, minutes: seen.minutes, added: 0 }] : []
    })
    await takeMinutes(db, user_id, counted, now)
    const wanted = [...owned.values()].filter(({ appId }) => {
      const game = known.get(appId)
      return game === undefined || (offersOpen && game.game_id === null && !game.is_ignored)
    })
    const asks = known.size === 0 || offersOpen
    const importId = await importGames(inside, locked, wanted, asks ? 'ask' : 'apply')
    const result: SyncResult = {
      seen: owned.size,
      // Also what an earlier run of this sync has added before it died.
      ...(await sumAdded(db, user_id, locked.syncing_since ?? now)),
      imported: importId === null ? 0 : wanted.length,
      postponed: importId === null ? wanted.length : 0,
    }
    await updateLink(db, user_id, {
      last_sync_at: now,
      last_result: result,
      last_import_id: importId,
      syncing_since: null,
      problem: null,
      problem_at: null,
      failures: 0,
      next_sync_at: locked.is_daily ? nextDaily(user_id, now) : null,
    })
    await announceImports({ db }, user_id)
  })
}

/**
 * Imports games as if the member had uploaded Steam's list of them. Null: there is none, or another import is open, and
 * then the next sync offers them. The first import waits for the member; later ones write what they are sure of.
 */
async function importGames(
  deps: SteamDeps,
  { user_id, name }: LinkRow,
  games: readonly OwnedGame[],
  sync: SyncKind,
): Promise<ImportId | null> {
  if (games.length === 0) return null
  const file = JSON.stringify({ response: { game_count: games.length, games: games.map(({ item }) => item) } })
  const id = await beginSyncImport(deps, user_id, {
    name: steamImportName(name),
    bytes: Buffer.from(file),
    sync,
  })
  if (id !== null) await offerGames(deps.db, user_id, games)
  return id
}
