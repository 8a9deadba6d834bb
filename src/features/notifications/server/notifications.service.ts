import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
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
import type { ServerDeps } from '#server/feature.ts'
import type { OwnState } from '#server/own-state.ts'
import type { ServerNotificationKind } from '#server/pushed-notification.ts'
import type { Viewer } from '#server/session.ts'
import type { Subjects } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId, NotificationId, UserId } from '#shared/ids.ts'
import type { NotificationType } from '#shared/notification.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import {
  ACTORS_SHOWN,
  NOTIFICATIONS_PAGE_SIZE,
  RETENTION_DAYS,
  readSwitches,
  type Switches,
} from '../notifications.rules.ts'
import * as queries from './notifications.queries.ts'
import * as deletions from './writing/notification-deletions.queries.ts'
import * as writes from './writing/notification-writes.queries.ts'

export interface NotificationsDeps
  extends ProfileDeps,
    WithCatalogue,
    Pick<ServerDeps, 'changes' | 'config' | 'log' | 'queue'> {
  subjects: Subjects
  notificationKinds: readonly ServerNotificationKind[]
  ownState: OwnState
}

const announceTo = (db: Db, userIds: readonly string[]) => announce(db, userIds.map(tag.notifications))

/** Announces what is new, and that something waits to be pushed. */
const announceWritten = (db: Db, { members, isPushed }: writes.Written) =>
  announce(db, [...members.map(tag.notifications), ...(isPushed ? [tag.pushes] : [])])

/**
 * Notifies a member, in the transaction of the cause. The caller need not check whether the notification is wanted:
 * members are not notified of their own actions, of types that they have switched off, or of actions of a member with
 * a block or of a muted member, and disabled members are not notified. The same action by the same actor about the same
 * subject is one row, which a repetition moves to the top, unread. A notification by Savepoint itself (`actor` null,
 * text in `data.sentence`) is a row each time; `data.about` names the thing that it is about, for `withdrawOwn`; `data.game` is the game that
 * the line shows.
 */
export async function notify(
  db: Db,
  notification: {
    to: UserId
    type: NotificationType
    actor: UserId | null
    subjectType?: SubjectType
    subjectId?: string
    data?: { sentence?: string; about?: string; game?: GameId }
    at: Date
  },
): Promise<void> {
  const { to, type, actor, subjectType = null, subjectId = null, data = {}, at } = notification
  const write = writes.upsertNotification({ type, isOwn: actor === null })
  const written = await write(db, { actor, subjectType, subjectId, to, data: JSON.stringify(data), at })
  const isPushed = written.some(({ is_pushed }) => is_pushed)
  if (written.length > 0) await announceWritten(db, { members: [to], isPushed })
}

/**
 * Notifies several members of the same thing, in one statement. The rules of `notify` apply to each member. Call it in
 * batches, from a job.
 */
export async function notifyAll(
  db: Db,
  {
    to,
    at,
    ...cause
  }: {
    to: readonly UserId[]
    type: NotificationType
    actor: UserId
    subjectType: SubjectType
    subjectId: string
    at: Date
  },
): Promise<void> {
  await announceWritten(db, await writes.upsertForAll(db, cause, { to, at }))
}

/**
 * Notifies members by Savepoint itself, each of a game, in one statement. The rules of `notify` apply to each member. Call
 * it in batches, from a job.
 */
export async function notifyEach(
  db: Db,
  {
    type,
    lines,
    at,
  }: { type: NotificationType; lines: readonly { to: UserId; sentence: string; game: GameId }[]; at: Date },
): Promise<void> {
  const rows = lines.map(({ to, ...data }) => ({ to, data }))
  await announceWritten(db, await writes.insertOwn(db, type, rows, at))
}

/**
 * Deletes the notifications with this cause, read or not, because the cause no longer exists; with `to` only that
 * member's.
 */
export async function withdraw(
  db: Db,
  cause: { to?: UserId; type: NotificationType; actor: UserId; subjectType?: SubjectType; subjectId?: string },
): Promise<void> {
  await announceTo(db, await deletions.deleteCaused(db, cause))
}

/**
 * Deletes the notifications about a deleted subject. Call it after the deletion, in the same transaction, so that none
 * is added in between.
 */
export async function withdrawAbout(db: Db, subject: SubjectRef): Promise<void> {
  await announceTo(db, await deletions.deleteAbout(db, subject.subjectType, subject.subjectId))
}

/** Deletes a member's notifications by Savepoint itself that are about this thing. */
export async function withdrawOwn(db: Db, to: UserId, type: NotificationType, about: string): Promise<void> {
  await announceTo(db, await deletions.deleteOwn(db, to, type, about))
}

/** Deletes the notifications of the two members about each other, for a block. */
export async function withdrawBetween(db: Db, a: UserId, b: UserId): Promise<void> {
  await announceTo(db, await deletions.deleteBetween(db, a, b))
}

const linesOf = ({ notificationKinds, subjects }: NotificationsDeps): queries.Lines => ({
  unfolded: notificationKinds.filter(({ isFolded }) => isFolded === false).map(({ type }) => type),
  subjects: subjects.discussed(),
})

export interface NotificationLine {
  row: queries.LineRow
  actors: PublicProfile[]
  game: GameCard | null
}

/** Lists the lines, newest first, in four statements for any number of lines. */
export async function listNotifications(
  deps: NotificationsDeps,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<{ lines: NotificationLine[]; unread: number; nextCursor: string | null }> {
  const { db } = deps
  const lines = linesOf(deps)
  const shown = { actors: ACTORS_SHOWN, ...lines }
  const read: Read<queries.LineRow> = (before, most) => queries.listLines(db, viewer.id, { before, most, ...shown })
  const [{ rows, nextCursor }, unread] = await Promise.all([
    readKeysetPart(fromCursor(cursor), NOTIFICATIONS_PAGE_SIZE, read, keysetOfCreation),
    queries.countUnreadLines(db, viewer.id, lines),
  ])
  return { lines: await withActorsAndGames(deps, rows), unread, nextCursor }
}

/**
 * Returns the unread line whose latest notification this is, and the number of unread lines; a null line if it was read,
 * withdrawn, or is no longer the latest.
 */
export async function findUnreadLine(
  deps: NotificationsDeps,
  userId: UserId,
  id: string,
): Promise<{ line: NotificationLine | null; unread: number }> {
  const { db } = deps
  const lines = linesOf(deps)
  const shown = { before: null, most: 1, actors: ACTORS_SHOWN, ...lines, latest: id }
  const [rows, unread] = await Promise.all([
    queries.listLines(db, userId, shown),
    queries.countUnreadLines(db, userId, lines),
  ])
  const [line = null] = await withActorsAndGames(deps, rows)
  return { line, unread }
}

/** Returns the latest unread lines of these types that came in this time. */
export async function listUnreadLines(
  deps: NotificationsDeps,
  userId: UserId,
  came: { since: Date; until: Date; types: readonly string[]; most: number },
): Promise<NotificationLine[]> {
  const { most, ...only } = came
  const shown = { actors: ACTORS_SHOWN, ...linesOf(deps) }
  return withActorsAndGames(
    deps,
    await queries.listLines(deps.db, userId, { before: null, most, ...shown, came: only }),
  )
}

async function withActorsAndGames(
  deps: NotificationsDeps,
  rows: readonly queries.LineRow[],
): Promise<NotificationLine[]> {
  const { db, clock } = deps
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
  return rows.map((row) => ({
    row,
    actors: row.actor_ids.flatMap((id) => people.get(id) ?? []),
    game: games.get(row.game_id as GameId) ?? null,
  }))
}

/** The count leaves out members who are disabled or in a block with the viewer, and what is muted, so it changes with them, too. */
export function countUnread(deps: NotificationsDeps, { id }: Viewer): Promise<number> {
  const tags = [tag.notifications(id), tag.relationships(id), tag.mutes(id), tag.peopleLists]
  return deps.ownState.read('notifications', id, tags, () => queries.countUnreadLines(deps.db, id, linesOf(deps)))
}

/**
 * Marks lines as read, all of them without `ids`, and returns how many remain unread. Ids of other members have no
 * effect.
 */
export function markNotificationsRead(
  deps: NotificationsDeps,
  viewer: Viewer,
  ids: readonly NotificationId[] | undefined,
): Promise<number> {
  return inTransaction(deps, async ({ db, clock }) => {
    const lines = linesOf(deps)
    if (await queries.markRead(db, viewer.id, { ids: ids ?? null, unfolded: lines.unfolded, at: clock() }))
      await announceTo(db, [viewer.id])
    return queries.countUnreadLines(db, viewer.id, lines)
  })
}

const typesOf = ({ notificationKinds }: NotificationsDeps) => notificationKinds.map(({ type }) => type)

export async function getSwitches(deps: NotificationsDeps, viewer: Viewer): Promise<Switches> {
  return readSwitches((await requireProfileRecord(deps.db, viewer.id)).settings, typesOf(deps))
}

/**
 * Changes the given switches, and leaves the others and all other settings unchanged. Notifications from before a type
 * was switched off stay too.
 */
export async function changeSwitches(
  deps: NotificationsDeps,
  viewer: Viewer,
  changes: Record<string, boolean | undefined>,
): Promise<Switches> {
  const { settings } = await changeProfile(deps, viewer.id, ({ settings }) => {
    const known = (settings ?? {}) as { notifications?: object }
    const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    return { settings: { ...known, notifications: { ...known.notifications, ...named } } }
  })
  return readSwitches(settings, typesOf(deps))
}

/** The number of rows per transaction, which keeps each transaction short. */
const DELETED_AT_ONCE = 5000

/** Deletes notifications that were read long ago. */
export async function deleteOldNotifications({ db, clock }: Pick<NotificationsDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - RETENTION_DAYS * DAY_MS)
  while ((await deletions.deleteReadBefore(db, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
}
