import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { lockGames as lockStored } from '#features/catalogue/server/catalogue.service.ts'
import { listSmartFor } from '#features/library/server/library.service.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { NEW_GAMES } from '../../lists.notifications.ts'
import { GAMES_MAX } from '../../lists.rules.ts'
import { LIST } from '../../lists.subject.ts'
import { isAboutOwner } from '../../smart-lists.rules.ts'
import { hasNewGamesText, SMART_LIST_TEXTS } from '../../smart-lists.texts.ts'
import { type ListsDeps, refuseMissing } from '../lists.service.ts'
import * as queries from './smart-lists.queries.ts'

/** The games of a list that its owner opens are as old as this at most. */
const FRESH_MS = MINUTE_MS
/** An owner is notified of a list once in this time. */
const QUIET_MS = 23 * HOUR_MS

/** The lists that are checked before their owners are notified. */
const AT_ONCE = 100

/** Refuses with 409 a shared list by the owner's own library, friends or platforms. */
export function refuseShowingOwner({ filters, is_shared }: { filters: string; is_shared: boolean }): void {
  if (is_shared && isAboutOwner(filters)) refuse('conflict', 'own_filters_are_private', SMART_LIST_TEXTS.isForOwner)
}

/** Returns the games of filters, in their order: the first thousand, as this owner sees them. */
export const gamesOf = (deps: ListsDeps, ownerId: UserId, filters: string): Promise<GameId[]> =>
  listSmartFor(deps, ownerId, filters, GAMES_MAX)

/** Asks the filters of a list again and writes what has changed. Returns whether its games are others, or in another order. */
async function refill(deps: ListsDeps, list: queries.SmartRow): Promise<boolean> {
  const wanted = await gamesOf(deps, list.user_id, list.filters)
  return inTransaction(deps, async ({ db, clock }) => {
    const before = await queries.lockGames(db, list)
    if (!before) return false
    const at = clock()
    const known = new Set(before)
    const fresh = wanted.filter((id) => !known.has(id))
    const gone = new Set(fresh.length > 0 ? await lockStored(db, fresh) : [])
    const games = wanted.filter((id) => !gone.has(id))
    const isChanged = games.length !== before.length || games.some((id, index) => id !== before[index])
    if (isChanged) {
      await queries.replaceGames(db, list.list_id, games, at)
      await announceList(db, list)
    }
    await queries.setChecked(db, list.list_id, at, fresh.length > gone.size)
    return isChanged
  })
}

const announceList = (db: Db, { list_id, user_id }: Pick<queries.SmartRow, 'list_id' | 'user_id'>) =>
  announce(db, [tag.listsBy(user_id), tag.subject(subjectRef(LIST, list_id)), tag.listTitles])

/**
 * Opens a smart list as its owner, who from now on knows its games. Asks its filters again if they have not been asked for a minute, and
 * returns whether that has changed its games. Refuses any other list with 404.
 */
export async function openSmartList(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<{ is_changed: boolean }> {
  const list = (await queries.findOwnSmart(deps.db, listId, viewer.id)) ?? refuseMissing()
  const now = deps.clock()
  const isOld = now.getTime() - list.checked_at.getTime() >= FRESH_MS
  const is_changed = isOld && (await refill(deps, list))
  await inTransaction(deps, async ({ db }) => {
    await queries.setSeen(db, listId, now)
    await announceList(db, list)
  })
  return { is_changed }
}

/**
 * Asks the filters of all smart lists that have not been asked for most of an hour, or of all if an admin wants it now, and tells
 * owners of new games.
 */
export async function keepSmartLists(deps: ListsDeps, isAskedFor: boolean): Promise<void> {
  const since = new Date(deps.clock().getTime() - (isAskedFor ? 0 : HOUR_MS / 2))
  for (;;) {
    const lists = await queries.listUnchecked(deps.db, since, AT_ONCE)
    for (const list of lists) await refill(deps, list)
    await tellOwners(
      deps,
      lists.map(({ list_id }) => list_id),
    )
    if (lists.length < AT_ONCE) return
  }
}

async function tellOwners(deps: ListsDeps, listIds: readonly ListId[]): Promise<void> {
  const at = deps.clock()
  const quiet = new Date(at.getTime() - QUIET_MS)
  const grown = await queries.listGrowth(deps.db, listIds, quiet)
  if (grown.length === 0) return
  await inTransaction(deps, async ({ db }) => {
    const mine = await queries.setTold(
      db,
      grown.map(({ list_id }) => list_id),
      at,
      quiet,
    )
    for (const { list_id, user_id, title, new_games } of grown) {
      if (!mine.has(list_id)) continue
      const data = { sentence: hasNewGamesText(title, new_games) }
      await notify(db, { to: user_id, type: NEW_GAMES.type, actor: null, ...subjectRef(LIST, list_id), data, at })
    }
  })
}
