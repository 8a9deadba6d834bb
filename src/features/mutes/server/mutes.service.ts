import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { genres, themes } from '#features/catalogue/server/sources/sources.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MUTES_PAGE_SIZE } from '../mutes.contract.ts'
import {
  endOf,
  FEED_KINDS,
  type FeedKind,
  keyOf,
  MUTE_DAYS_MAX,
  MUTE_SPANS,
  MUTES_MAX,
  type MuteTarget,
  targetOf,
} from '../mutes.rules.ts'
import { MUTE_REFUSALS } from '../mutes.texts.ts'
import * as queries from './mutes.queries.ts'

export {
  hasMutedTraits,
  hasMutes,
  isAnyMuted,
  isGameMuted,
  isMemberMuted,
  isTextMuted,
  keysOfActivity,
} from './filter/is-muted.ts'

export interface MutesDeps extends WithCatalogue {
  clock: Clock
}

/** Returns whether the viewer has muted anything, from memory: for all others no query needs to look for mutes. */
export async function hasAnyMute(
  { db, ownState }: { db: Db; ownState: OwnState },
  viewer: Pick<Viewer, 'id'> | null,
): Promise<boolean> {
  if (!viewer) return false
  return ownState.read('mutes', viewer.id, [tag.mutes(viewer.id)], () => queries.hasMutes(db, viewer.id))
}

/** Everything that a muted thing may be left out of depends on this tag of the viewer. */
const announceMutes = (db: Db, userIds: readonly UserId[]): Promise<void> =>
  announce(db, [...new Set(userIds)].map(tag.mutes))

export function listMutes({ db }: MutesDeps, viewer: Viewer, cursor: string | undefined) {
  return readKeysetPart(
    fromCursor(cursor),
    MUTES_PAGE_SIZE,
    (before, most) => queries.listMutes(db, viewer.id, before, most),
    keysetOfCreation,
  )
}

/**
 * Mutes something for the viewer alone: nobody else is notified, and nothing between members changes. What is muted already gets
 * the new end. Refuses oneself, what does not exist, an end that is not within a year, and more than a thousand mutes.
 */
export async function mute(deps: MutesDeps, viewer: Viewer, target: MuteTarget, until: string) {
  const endsAt = readEnd(until, deps.clock())
  if ('member_id' in target && target.member_id === viewer.id) refuse('invalid', 'self', MUTE_REFUSALS.self)
  if (target.kind === 'game') await ensureGame(deps, target.game_id, deps.clock(), viewer.id)
  if (target.kind === 'genre' || target.kind === 'theme') requireTag(target)
  return inTransaction(deps, async ({ db, clock }) => {
    const memberId = 'member_id' in target ? target.member_id : null
    await lockOrRefuse(db, viewer, memberId)
    const stored = await queries.upsertMute(db, {
      userId: viewer.id,
      target: keyOf(target),
      memberId,
      gameId: target.kind === 'game' ? target.game_id : null,
      endsAt,
      at: clock(),
    })
    if (stored.isNew) await refuseTooMany(db, viewer)
    await announceMutes(db, [viewer.id])
    return stored
  })
}

export async function unmute(deps: MutesDeps, viewer: Viewer, muteId: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    if (await queries.deleteMute(db, viewer.id, muteId)) await announceMutes(db, [viewer.id])
  })
}

/** Returns what the viewer has muted of one member: the mute of the member, and kinds of activities. */
export async function findMemberMutes(db: Db, viewer: Viewer, userId: UserId) {
  const rows = await queries.listTargets(db, viewer.id, [
    keyOf({ kind: 'member', member_id: userId }),
    ...kindKeys(userId),
  ])
  const targets = rows.map((row) => ({ row, target: targetOf(row.target) }))
  const muted = new Set(targets.flatMap(({ target }) => (target?.kind === 'feed' ? [target.feed_kind] : [])))
  return {
    mute: targets.find(({ target }) => target?.kind === 'member')?.row ?? null,
    kinds: FEED_KINDS.filter((kind) => muted.has(kind)),
  }
}

/** Mutes exactly these kinds of a member's activities, for good; those that are muted for a time already keep their end. */
export async function muteKinds(deps: MutesDeps, viewer: Viewer, userId: UserId, kinds: readonly FeedKind[]) {
  if (userId === viewer.id) refuse('invalid', 'self', MUTE_REFUSALS.self)
  return inTransaction(deps, async ({ db, clock }) => {
    await lockOrRefuse(db, viewer, userId)
    const known = await findMemberMutes(db, viewer, userId)
    const gone = FEED_KINDS.filter((kind) => !kinds.includes(kind))
    await queries.deleteTargets(
      db,
      viewer.id,
      gone.map((kind) => keyOfKind(kind, userId)),
    )
    for (const kind of FEED_KINDS.filter((kind) => kinds.includes(kind) && !known.kinds.includes(kind)))
      await queries.upsertMute(db, {
        ...{ userId: viewer.id, target: keyOfKind(kind, userId), memberId: userId, gameId: null, endsAt: null },
        at: clock(),
      })
    await refuseTooMany(db, viewer)
    await announceMutes(db, [viewer.id])
    return findMemberMutes(db, viewer, userId)
  })
}

const ENDED_AT_ONCE = 1000

/** Ends the mutes whose time is over. The caches hear it as they hear an unmute. */
export async function endMutes(deps: Pick<MutesDeps, 'db' | 'clock'>): Promise<void> {
  const endSome = () =>
    inTransaction(deps, async ({ db, clock }) => {
      const members = await queries.deleteEnded(db, clock(), ENDED_AT_ONCE)
      if (members.length > 0) await announceMutes(db, members)
      return members.length
    })
  while ((await endSome()) === ENDED_AT_ONCE);
}

const keyOfKind = (feed_kind: FeedKind, member_id: UserId) => keyOf({ kind: 'feed', feed_kind, member_id })
const kindKeys = (userId: UserId) => FEED_KINDS.map((kind) => keyOfKind(kind, userId))

function readEnd(until: string, now: Date): Date | null {
  const span = MUTE_SPANS.find((known) => known === until)
  if (span) return endOf(span, now)
  const end = new Date(until)
  const isNear = end > now && end.getTime() <= now.getTime() + MUTE_DAYS_MAX * DAY_MS
  return isNear ? end : refuse('invalid', 'end_past', MUTE_REFUSALS.past)
}

function requireTag({ kind, id }: Extract<MuteTarget, { id: number }>): void {
  if ((kind === 'genre' ? genres : themes).nameOf(id) === null) refuse('not_found', 'tag_not_found', MUTE_REFUSALS.tag)
}

async function lockOrRefuse(db: Db, viewer: Viewer, memberId: UserId | null): Promise<void> {
  if (!(await queries.lockMuter(db, viewer.id))) refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  if (memberId && !(await queries.isMember(db, memberId))) refuse('not_found', 'member_not_found', 'Member not found')
}

/** The transaction rolls back what it has stored. */
async function refuseTooMany(db: Db, viewer: Viewer): Promise<void> {
  if ((await queries.countMutes(db, viewer.id)) > MUTES_MAX) refuse('conflict', 'mutes_full', MUTE_REFUSALS.full)
}
