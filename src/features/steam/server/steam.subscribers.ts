import type { playTimeUndone, rowDecided, rowsSettled } from '#features/imports/server/imports.events.ts'
import type { gamesJoined } from '#features/library/server/library.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { settleRows, steamIdOf } from './games/settle-games.ts'
import { forgetAdded, renameSteamGame, setIgnored } from './games/steam-games.queries.ts'

export async function settleImportedRows(
  { db }: EventDeps,
  { userId, rows, isOnlyOpen }: PayloadOf<typeof rowsSettled>,
): Promise<void> {
  await settleRows(db, userId, rows, { isOnlyOpen })
}

/** What the member leaves out is not offered by the next sync. */
export async function followDecidedRow(
  { db }: EventDeps,
  { userId, record, isLeftOut }: PayloadOf<typeof rowDecided>,
): Promise<void> {
  const appId = steamIdOf(record)
  if (appId !== null) await setIgnored(db, userId, appId, isLeftOut)
}

export async function forgetUndoneTime(
  { db }: EventDeps,
  { userId, games, ...span }: PayloadOf<typeof playTimeUndone>,
): Promise<void> {
  await forgetAdded(db, userId, games, span)
}

/** A game of the member's own is now one of the catalogue: a sync finds it there. */
export async function followJoinedGame(
  { db }: EventDeps,
  { entries, ...games }: PayloadOf<typeof gamesJoined>,
): Promise<void> {
  const members = entries.map(({ userId }) => userId)
  await renameSteamGame(db, members, games)
}
