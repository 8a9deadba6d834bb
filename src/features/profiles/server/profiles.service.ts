import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureProfile } from '#features/accounts/server/profile/profile-record.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { ensureGame, loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { type GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { PublicProfile } from '../profiles.contract.ts'
import type { ViewAs } from '../profiles.endpoints.ts'
import {
  dayIn,
  FAVOURITES_CHANGED,
  ONLINE_MS,
  PLAYING_MS,
  STREAK_CAP,
  streakOf,
  yearStartIn,
} from '../profiles.rules.ts'
import { FAVOURITES_CHANGED_ELSEWHERE, PROFILE_TEXTS } from '../profiles.texts.ts'
import * as queries from './profiles.queries.ts'
import { type Audience, audienceOf, previewAudience, type Section } from './visibility/visibility.queries.ts'

export { knownTo } from './known/known.queries.ts'
export { playersOfSameGames } from './members/members.queries.ts'
export { countRelationships, gameInPlay, isOfYear, type YearStart } from './profiles.queries.ts'
// The visibility rule of profiles, for the features that own the data.
export {
  type Audience,
  areFriends,
  audienceOf,
  feedAudience,
  isNoStricter,
  isVisibleTo,
  isVisibleToFriends,
  type Section,
} from './visibility/visibility.queries.ts'

export interface ProfilesDeps extends WithCatalogue {
  clock: Clock
  ownState: OwnState
}

/**
 * Loads the profiles of many members in one query, by id. Missing members are deleted or disabled: callers drop their
 * rows. This is the batch step of a read (ids, load in batches, drop the invisible, view).
 */
export async function loadPublicProfiles(db: Db, ids: Iterable<string>): Promise<ReadonlyMap<string, PublicProfile>> {
  const wanted = [...new Set(ids)]
  const rows = wanted.length === 0 ? [] : await queries.listProfiles(db, wanted)
  return new Map(rows.map((row) => [row.id, { ...row, id: row.id as UserId }]))
}

/** A request for one member's data: the member, the viewer, and the audience of an owner's preview. */
export interface ProfileRequest {
  handle: string
  viewer: Viewer | null
  as?: ViewAs | undefined
}

/** A profile that the viewer may see. */
export interface VisibleProfile {
  row: queries.ProfileRow
  id: UserId
  audience: Audience
  /** True for the owner, unless they preview the profile as another audience. */
  isOwn: boolean
  seenAs: ViewAs | null
}

const USERNAME = /^[A-Za-z0-9_-]{3,20}$/

/**
 * Returns the profile behind an id or username if the viewer may see its `section` (G22). Refuses with 404 PGRST116 for
 * an unknown id, 400 for any other unknown handle (R-MODAL-11), and 403 42501 with the minimal card for a hidden
 * section. Adds the member's tag to `reply` even when it refuses, because the visibility may change. With `recent` the row
 * has the recent activity, which the caller shows only if the viewer may see the activity.
 */
export async function requireVisibleSection(
  db: Db,
  { handle, viewer, as }: ProfileRequest,
  section: Section,
  reply: Shown,
  recent: queries.Recent | null = null,
): Promise<VisibleProfile> {
  const named = handleOf(handle)
  let audience = audienceOf(viewer)
  const ownId = viewer !== null && named && 'id' in named && named.id === viewer.id ? viewer.id : null
  let row = named && (await queries.findProfile(db, named, audience, recent))
  // The cached session may be older than the loss of the profile.
  if (!row && ownId !== null && (await ensureProfile(db, ownId)))
    row = await queries.findProfile(db, { id: ownId }, audience, recent)
  if (!named || !row) {
    if (named && 'id' in named) return refuse('not_found', 'PGRST116', PROFILE_TEXTS.PROFILE_NOT_FOUND)
    return refuse('invalid', 'validation_failed', PROFILE_TEXTS.VALIDATION_ERROR)
  }
  reply.shows(tag.member(row.id))
  const isOwner = viewer?.id === row.id
  if (isOwner && as) {
    audience = previewAudience(as)
    row = (await queries.findProfile(db, { id: row.id }, audience, recent)) ?? row
  }
  if (!isOpen(row, section))
    refuse('forbidden', '42501', PROFILE_TEXTS.PERMISSION_DENIED, { body: { card: await cardOf(db, row) } })
  return { row, id: row.id as UserId, audience, isOwn: isOwner && !as, seenAs: (isOwner && as) || null }
}

function handleOf(handle: string): queries.Handle | null {
  const id = z.safeParse(UserId, handle)
  if (id.success) return { id: id.data }
  return USERNAME.test(handle) ? { username: handle } : null
}

/** Returns whether the audience with which the row was read may see a section (G22). */
export function isOpen(row: queries.ProfileRow, section: Section): boolean {
  if (section === 'library') return row.opens_library
  if (section === 'activity') return row.opens_activity
  if (section === 'badges') return row.opens_badges
  return section === 'friends' ? row.opens_friends : row.is_open
}

/** Returns what is always visible: names, picture, follower and following counts (G22). */
async function cardOf(db: Db, { id, username, display_name, avatar_url }: queries.ProfileRow) {
  const { followers, following } = await queries.countRelationships(db, id as UserId)
  return { id, username, display_name, avatar_url, followersCount: followers, followingCount: following }
}

/** Returns the time zone in the profile's settings; null means UTC. */
export function zoneOf({ settings }: queries.ProfileRow): string | null {
  const { timezone } = (settings ?? {}) as { timezone?: unknown }
  return typeof timezone === 'string' ? timezone : null
}

/** Reads the time zone of a member; null means UTC. */
export { findTimeZones as memberZones } from './profiles.queries.ts'

export const memberZone = (db: Db, userId: UserId): Promise<string | null> => queries.findTimeZone(db, userId)

const tagsOfTotals = (id: UserId) => [tag.shelf(id), tag.relationshipCounts(id), tag.peopleLists]

/** Counts what a profile shows, in memory: the counts are the same for every viewer but the owner. */
const totalsOf = ({ db, ownState }: ProfilesDeps, id: UserId, year: queries.YearStart, isOwn: boolean) =>
  ownState.read(`totals ${isOwn} ${year.at.getTime()} ${year.day}`, id, tagsOfTotals(id), () =>
    queries.countProfileTotals(db, id, year, isOwn),
  )

/** Loads the header card: the profile with the recent activity in one statement, then counts and favourites, which are in memory. */
export async function loadProfile(deps: ProfilesDeps, request: ProfileRequest, reply: Reply) {
  const { db, clock } = deps
  const now = clock()
  const recent = { most: STREAK_CAP + 1, since: new Date(now.getTime() - PLAYING_MS) }
  const profile = await requireVisibleSection(db, request, 'profile', reply, recent)
  const { row, id } = profile
  reply.shows(...tagsOfTotals(id))
  const settings = (row.settings ?? {}) as { presence?: unknown }
  const isOnline = row.last_seen_at !== null && now.getTime() - row.last_seen_at.getTime() < ONLINE_MS
  const showsPresence = settings.presence !== false || profile.isOwn
  const zone = zoneOf(row)
  // Favourites are as visible as the library, and active days and the current game as the activity.
  const [totals, favourites] = await Promise.all([
    totalsOf(deps, id, yearIn(zone, now), profile.isOwn),
    row.opens_library ? favouritesOf(deps, id) : [],
  ])
  const activity = (row.opens_activity && row.recent) || null
  const streak = streakOf(activity?.days ?? [], dayIn(zone, now))
  const currentGame = (isOnline && showsPresence && activity?.currentGame) || null
  return { ...profile, totals, streak, favourites, isOnline: isOnline && showsPresence, showsPresence, currentGame }
}
export { viewProfile } from './profiles.view.ts'

export type LoadedProfile = Awaited<ReturnType<typeof loadProfile>>

/**
 * get_user_profile_stats (R-MODAL-04). Refuses like the profile itself, and when the viewer may not see the library.
 */
export async function loadStats(deps: ProfilesDeps, request: ProfileRequest, reply: Reply) {
  const { id, row, isOwn } = await requireVisibleSection(deps.db, request, 'library', reply)
  reply.shows(...tagsOfTotals(id))
  const totals = await totalsOf(deps, id, yearIn(zoneOf(row), deps.clock()), isOwn)
  return { totals, showsFriends: row.opens_friends }
}

export type LoadedStats = Awaited<ReturnType<typeof loadStats>>

/** Loads the favourite games of a member, whose ids are in memory. */
const favouritesOf = async (deps: ProfilesDeps, userId: UserId): Promise<GameCard[]> => {
  const { db, ownState } = deps
  const find = () => queries.listFavouriteIds(db, userId)
  return cardsInOrder(deps, await ownState.read('favourites', userId, [tag.shelf(userId)], find))
}

async function cardsInOrder(deps: ProfilesDeps, ids: readonly GameId[]): Promise<GameCard[]> {
  const cards = await loadGameCards(deps, ids, deps.clock())
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/**
 * Replaces the viewer's favourites. Refuses with 404 'Game not found', and with 409 when the current ones differ from
 * `seen`; nothing changes then.
 */
export async function chooseFavourites(
  deps: ProfilesDeps,
  viewer: Viewer,
  { game_ids: gameIds, seen }: { game_ids: readonly GameId[]; seen?: readonly GameId[] | undefined },
): Promise<GameCard[]> {
  for (const id of gameIds) await ensureGame(deps, id, deps.clock())
  await inTransaction(deps, async ({ db }) => {
    await queries.lockFavourites(db, viewer.id)
    if (seen && (await queries.listFavouriteIds(db, viewer.id)).join() !== seen.join())
      refuse('conflict', FAVOURITES_CHANGED, FAVOURITES_CHANGED_ELSEWHERE)
    await queries.replaceFavourites(db, viewer.id, gameIds)
    await announce(db, [tag.shelf(viewer.id)])
  })
  return cardsInOrder(deps, await queries.listFavouriteIds(deps.db, viewer.id))
}

/** Offsets of time zones are multiples of a quarter of an hour, so no day begins within one. */
const QUARTER_MS = 15 * 60_000
const REMEMBERED_MAX = 20_000

/**
 * Records the days on which members are active, for their streak (C26). It runs for every session that is read, but
 * writes at most once in a quarter of an hour for each member. It never throws.
 */
export function createActiveDays({ db, clock }: Pick<ProfilesDeps, 'db' | 'clock'>): (userId: UserId) => Promise<void> {
  const recordedQuarters = new Map<UserId, number>()
  return async (userId) => {
    const now = clock()
    const quarter = Math.floor(now.getTime() / QUARTER_MS)
    if (recordedQuarters.get(userId) === quarter) return
    if (recordedQuarters.size >= REMEMBERED_MAX) recordedQuarters.clear()
    recordedQuarters.set(userId, quarter)
    try {
      await queries.insertActiveDay(db, userId, dayIn(await queries.findTimeZone(db, userId), now))
    } catch {
      recordedQuarters.delete(userId)
    }
  }
}

/** The time zone in which a day begins first. */
const EASTERNMOST = 'Pacific/Kiritimati'

/**
 * Returns the member's own day, 'YYYY-MM-DD', and the latest day that they may name: the latest one that has begun
 * anywhere, because a traveller's browser may be ahead of the stored time zone (G58).
 */
export async function memberDays(db: Db, userId: UserId, now: Date): Promise<{ today: string; latest: string }> {
  return { today: dayIn(await queries.findTimeZone(db, userId), now), latest: dayIn(EASTERNMOST, now) }
}

/** Returns when the current year began for the member (G58). */
export async function memberYearStart(db: Db, userId: UserId, now: Date): Promise<queries.YearStart> {
  return yearIn(await queries.findTimeZone(db, userId), now)
}

const yearIn = (zone: string | null, now: Date): queries.YearStart => ({
  at: yearStartIn(zone, now),
  day: `${dayIn(zone, now).slice(0, 4)}-01-01`,
})
