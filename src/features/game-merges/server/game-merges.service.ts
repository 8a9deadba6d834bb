import { withAuditLog } from '#features/admin/server/admin.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { MovedRows } from '#features/catalogue/merge-games.rules.ts'
import {
  countBoth,
  countMoved,
  countReturning,
  countStaying,
  findGame,
  listJoinedMembers,
  listMerges,
  type MergeRow,
  mergeGames,
  requireBoth,
  requireGame,
  requireSplittable,
  splitGames,
  type WithCatalogue,
} from '#features/catalogue/server/catalogue.service.ts'
import { notifyEach } from '#features/notifications/server/notifications.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId } from '#shared/ids.ts'
import type { MergeSide, SplitPreview } from '../game-merges.contract.ts'
import { ENTRIES_JOINED } from '../game-merges.notifications.ts'
import { joinedSentence, mergedText, splitText } from '../game-merges.texts.ts'

export interface GameMergesDeps extends WithCatalogue {
  clock: Clock
  events: Events
}

const SHOWN = 50

export const listLatestMerges = ({ db }: GameMergesDeps): Promise<MergeRow[]> => listMerges(db, SHOWN)

/** Returns both games with what they have. Refuses as `mergeGames` does, and changes nothing. */
export async function previewMerge(deps: GameMergesDeps, from: GameId, to: GameId) {
  await requireBoth(deps.db, from, to)
  const [goes, stays, both] = await Promise.all([sideOf(deps, from), sideOf(deps, to), countBoth(deps.db, from, to)])
  return { from: goes, to: stays, both }
}

async function sideOf(deps: GameMergesDeps, id: GameId): Promise<MergeSide> {
  const [card, game, rows] = await Promise.all([
    requireGame(deps, id, deps.clock()),
    findGame(deps.db, id),
    countMoved(deps.db, id),
  ])
  const platforms = (game?.platforms ?? []) as unknown as readonly { name: string }[]
  return { game: card, platforms: platforms.map(({ name }) => name), rows }
}

/** Merges two games, with an entry in the audit log about the one that stays (decision 0119). */
export async function mergeAsAdmin(
  deps: GameMergesDeps,
  admin: Viewer,
  pair: { from: GameId; to: GameId },
): Promise<{ game: GameCard; moved: MovedRows }> {
  const data: Record<string, unknown> = {}
  const entry = { adminId: admin.id, action: 'merge_games', item: ['game', pair.to] as const, data }
  const { moved } = await withAuditLog(deps, entry, async (inside) => {
    const merged = await mergeAndNotify(inside, pair)
    Object.assign(data, { title: merged.stays.name, reason: mergedText(merged.name, pair.from) })
    return merged
  })
  return { game: await requireGame(deps, pair.to, deps.clock()), moved }
}

/** Merges two games, in the transaction of the caller. Members with two entries that became one are notified. */
export async function mergeAndNotify(inside: GameMergesDeps, pair: { from: GameId; to: GameId }) {
  const merged = await mergeGames(inside, pair)
  const at = inside.clock()
  const stays = await requireGame(inside, pair.to, at)
  const sentence = joinedSentence(merged.name, stays.name)
  const members = await listJoinedMembers(inside.db, pair.from)
  const lines = members.map((to) => ({ to, sentence, game: pair.to }))
  await notifyEach(inside.db, { type: ENTRIES_JOINED.type, lines, at })
  return { ...merged, stays }
}

/** Returns what a split gives back and what stays. Refuses as `splitGames` does, and changes nothing. */
export async function previewSplit(deps: GameMergesDeps, id: GameId): Promise<SplitPreview> {
  const merge = await requireSplittable(deps, id)
  const [into, returns, stays] = await Promise.all([
    requireGame(deps, merge.to, deps.clock()),
    countReturning(deps.db, id),
    countStaying(deps.db, merge),
  ])
  return { from: { id, name: merge.name }, into, returns, stays }
}

/**
 * Splits two games that were merged, with an entry in the audit log about the one that stays (decision 0122). It names the other
 * one, so that the job does not merge them again.
 */
export async function splitAsAdmin(deps: GameMergesDeps, admin: Viewer, id: GameId): Promise<{ game: GameCard }> {
  const { to, name } = await requireSplittable(deps, id)
  const { name: title } = await requireGame(deps, to, deps.clock())
  const data = { title, reason: splitText(name, id), from: id }
  const entry = { adminId: admin.id, action: 'split_games', item: ['game', to] as const, data }
  await withAuditLog(deps, entry, (inside) => splitGames(inside, id))
  return { game: await requireGame(deps, id, deps.clock()) }
}
