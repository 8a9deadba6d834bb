import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import {
  changeProfile,
  type ProfileDeps,
  requireProfileRecord,
} from '#features/accounts/server/profile/profile-record.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { loadPublicProfiles } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { GameId, NotificationId, UserId } from '#shared/ids.ts'
import {
  ACTORS_SHOWN,
  NOTIFICATIONS_PAGE_SIZE,
  type NotificationType,
  RETENTION_DAYS,
  readSwitches,
  type Switches,
} from '../notifications.rules.ts'
import * as queries from './notifications.queries.ts'

export type NotificationsDeps = ProfileDeps & WithCatalogue

const tell = (db: Db, userIds: readonly string[]) => announce(db, userIds.map(tag.notifications))

/**
 * Tells a member of something, in the transaction of its cause. Whoever calls need not ask whether it is wanted: nobody is
 * told what they did themselves, what they have switched off, what somebody did whom they blocked or who blocked them, or
 * who is disabled. The same by the same actor about the same thing is one row, which a repetition brings to the top,
 * unread; what the house says (`actor` null, its words in `data.sentence`) is a row each time.
 */
export async function notify(
  db: Db,
  told: {
    to: UserId
    type: NotificationType
    actor: UserId | null
    subjectType?: string
    subjectId?: string
    data?: { sentence?: string }
    at: Date
  },
): Promise<void> {
  const { to, data = {}, at } = told
  if (await queries.upsertNotification(db, told, { to, data, at })) await tell(db, [to])
}

/** Takes back what a member was told, read or not, because its cause has gone; with `to` from that member alone. */
export async function withdraw(
  db: Db,
  cause: { to?: UserId; type: NotificationType; actor: UserId; subjectType?: string; subjectId?: string },
): Promise<void> {
  await tell(db, await queries.deleteCaused(db, cause, cause.to ?? null))
}

/** A subject is gone: called after its deletion, in the same transaction, so nothing is told of it in between. */
export async function withdrawAbout(db: Db, subject: { subjectType: string; subjectId: string }): Promise<void> {
  await tell(db, await queries.deleteAbout(db, subject.subjectType, subject.subjectId))
}

/** What the two were told of one another goes; a block calls it. */
export async function withdrawBetween(db: Db, a: UserId, b: UserId): Promise<void> {
  await tell(db, await queries.deleteBetween(db, a, b))
}

export interface NotificationLine {
  row: queries.LineRow
  actors: PublicProfile[]
  game: GameCard | null
}

/** Lines, newest first. Four statements, however many there are. */
export async function listNotifications(
  deps: NotificationsDeps,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<{ lines: NotificationLine[]; unread: number; nextCursor: string | null }> {
  const { db, clock } = deps
  const before = cursor === undefined ? null : fromCursor(cursor)
  const [found, unread] = await Promise.all([
    queries.listLines(db, viewer.id, { before, most: NOTIFICATIONS_PAGE_SIZE + 1, actors: ACTORS_SHOWN }),
    queries.countUnreadLines(db, viewer.id),
  ])
  const rows = found.slice(0, NOTIFICATIONS_PAGE_SIZE)
  const [people, games] = await Promise.all([
    loadPublicProfiles(
      db,
      rows.flatMap(({ actor_ids }) => actor_ids),
    ),
    loadGameCards(
      deps,
      rows.flatMap(({ game_id }) => (game_id ? [game_id as GameId] : [])),
      clock(),
    ),
  ])
  const lines = rows.map((row) => ({
    row,
    actors: row.actor_ids.flatMap((id) => people.get(id) ?? []),
    game: games.get(row.game_id as GameId) ?? null,
  }))
  const last = rows.at(-1)
  const nextCursor = found.length > rows.length && last ? toCursor({ at: last.created_at, id: last.id }) : null
  return { lines, unread, nextCursor }
}

export const countUnread = ({ db }: NotificationsDeps, viewer: Viewer): Promise<number> =>
  queries.countUnreadLines(db, viewer.id)

/** Marks lines as read, all without `ids`; answers how many are left. Ids of others change nothing. */
export function readNotifications(
  deps: NotificationsDeps,
  viewer: Viewer,
  ids: readonly NotificationId[] | undefined,
): Promise<number> {
  return inTransaction(deps, async ({ db, clock }) => {
    if (await queries.markRead(db, viewer.id, ids ?? null, clock())) await tell(db, [viewer.id])
    return queries.countUnreadLines(db, viewer.id)
  })
}

export async function getSwitches({ db }: NotificationsDeps, viewer: Viewer): Promise<Switches> {
  return readSwitches((await requireProfileRecord(db, viewer.id)).settings)
}

/** What is not named stays, also among the other settings. What was told before a type was switched off stays too. */
export async function changeSwitches(
  deps: NotificationsDeps,
  viewer: Viewer,
  changes: { [type in NotificationType]?: boolean | undefined },
): Promise<Switches> {
  const { settings } = await changeProfile(deps, viewer.id, ({ settings }) => {
    const known = (settings ?? {}) as { notifications?: object }
    const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    return { settings: { ...known, notifications: { ...known.notifications, ...named } } }
  })
  return readSwitches(settings)
}

/** So many at once, so that no transaction is long. */
const PRUNED_AT_ONCE = 5000

/** Removes what was read long ago. */
export async function pruneNotifications({ db, clock }: NotificationsDeps): Promise<void> {
  const before = new Date(clock().getTime() - RETENTION_DAYS * 86_400_000)
  while ((await queries.deleteReadBefore(db, before, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
}
