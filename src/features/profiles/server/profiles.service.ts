import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureProfile } from '#features/accounts/server/profile/profile-record.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { ensureGame, loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { type GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { PublicProfile, ViewAs } from '../profiles.contract.ts'
import { PROFILE_TEXTS } from '../profiles.messages.ts'
import { dayIn, ONLINE_MS, PLAYING_MS, STREAK_CAP, streakOf, yearStartIn } from '../profiles.rules.ts'
import * as queries from './profiles.queries.ts'
import { type Audience, audienceOf, previewAudience, type Section } from './visibility/visibility.queries.ts'

export { countRelationships, gameInPlay, isOfYear, type YearStart } from './profiles.queries.ts'
// The one rule of who may see what, for the features whose things it guards.
export {
  type Audience,
  areFriends,
  audienceOf,
  feedAudience,
  isVisibleTo,
  isVisibleToFriends,
  type Section,
} from './visibility/visibility.queries.ts'

export interface ProfilesDeps extends WithCatalogue {
  clock: Clock
}

/**
 * The profiles of many members in one trip, by id. Who is missing has left or is disabled: drop what they did.
 * The batch step of a read (ids, load in batches, drop what may not be seen, view).
 */
export async function loadPublicProfiles(db: Db, ids: Iterable<string>): Promise<ReadonlyMap<string, PublicProfile>> {
  const wanted = [...new Set(ids)]
  const rows = wanted.length === 0 ? [] : await queries.listProfiles(db, wanted)
  return new Map(rows.map((row) => [row.id, { ...row, id: row.id as UserId }]))
}

/** A read of one member's things: whose, who asks, and as whom the owner wants to see it. */
export interface ProfileRequest {
  handle: string
  viewer: Viewer | null
  as?: ViewAs | undefined
}

/** A profile that is open to who asks. */
export interface VisibleProfile {
  row: queries.ProfileRow
  id: UserId
  eye: Audience
  /** Whose own it is, unless they look as somebody else. */
  isOwn: boolean
  seenAs: ViewAs | null
}

const USERNAME = /^[A-Za-z0-9_-]{3,20}$/

/**
 * The profile behind an id or username, where `section` of it is open to the viewer (G22). Refuses with 404 PGRST116 for an
 * id of nobody, 400 for anything else that names nobody (R-MODAL-11), 403 42501 for what is closed; the minimal card comes
 * along. What it finds is noted in `reply`, also when it is closed: it may be opened.
 */
export async function requireVisibleSection(
  db: Db,
  { handle, viewer, as }: ProfileRequest,
  section: Section,
  reply: Reply,
): Promise<VisibleProfile> {
  const named = handleOf(handle)
  let eye = audienceOf(viewer)
  const ownId = viewer !== null && named && 'id' in named && named.id === viewer.id ? viewer.id : null
  let row = named && (await queries.findProfile(db, named, eye))
  // The session may be kept in memory from before the profile was lost.
  if (!row && ownId !== null && (await ensureProfile(db, ownId)))
    row = await queries.findProfile(db, { id: ownId }, eye)
  if (!named || !row) {
    if (named && 'id' in named) return refuse('not_found', 'PGRST116', PROFILE_TEXTS.PROFILE_NOT_FOUND)
    return refuse('invalid', 'validation_failed', PROFILE_TEXTS.VALIDATION_ERROR)
  }
  reply.shows(tag.member(row.id))
  const isOwner = viewer?.id === row.id
  if (isOwner && as) {
    eye = previewAudience(as)
    row = (await queries.findProfile(db, { id: row.id }, eye)) ?? row
  }
  if (!isOpen(row, section))
    refuse('forbidden', '42501', PROFILE_TEXTS.PERMISSION_DENIED, { body: { card: await cardOf(db, row) } })
  return { row, id: row.id as UserId, eye, isOwn: isOwner && !as, seenAs: (isOwner && as) || null }
}

function handleOf(handle: string): queries.Handle | null {
  const id = z.safeParse(UserId, handle)
  if (id.success) return { id: id.data }
  return USERNAME.test(handle) ? { username: handle } : null
}

function isOpen(row: queries.ProfileRow, section: Section): boolean {
  if (section === 'library') return row.opens_library
  if (section === 'activity') return row.opens_activity
  return section === 'friends' ? row.opens_friends : row.is_open
}

/** What is always visible: the names, the picture, how many follow (G22). */
async function cardOf(db: Db, { id, username, display_name, avatar_url }: queries.ProfileRow) {
  const { followers, following } = await queries.countRelationships(db, id as UserId)
  return { id, username, display_name, avatar_url, followersCount: followers, followingCount: following }
}

/** As the row of a profile says it; null counts as UTC. */
function zoneOf({ settings }: queries.ProfileRow): string | null {
  const { timezone } = (settings ?? {}) as { timezone?: unknown }
  return typeof timezone === 'string' ? timezone : null
}

/** Everything of the header card: two trips, the second of them several questions at once. */
export async function loadProfile(deps: ProfilesDeps, looking: ProfileRequest, reply: Reply) {
  const { db, clock } = deps
  const profile = await requireVisibleSection(db, looking, 'profile', reply)
  const { row, id } = profile
  reply.shows(tag.shelf(id), tag.ties(id), tag.circles)
  const now = clock()
  const settings = (row.settings ?? {}) as { presence?: unknown }
  const isOnline = row.last_seen_at !== null && now.getTime() - row.last_seen_at.getTime() < ONLINE_MS
  const showsPresence = settings.presence !== false || profile.isOwn
  const zone = zoneOf(row)
  const [totals, days, favourites, currentGame] = await Promise.all([
    queries.tallyProfile(db, id, yearIn(zone, now)),
    row.opens_activity ? queries.listActiveDays(db, id, STREAK_CAP + 1) : [],
    // What stands on the shelf, and on which days one was here, is as closed as the shelf and the doings.
    row.opens_library ? loadFavourites(deps, id) : [],
    isOnline && showsPresence && row.opens_activity
      ? queries.findCurrentGame(db, id, new Date(now.getTime() - PLAYING_MS))
      : null,
  ])
  const streak = streakOf(days, dayIn(zone, now))
  return { ...profile, totals, streak, favourites, isOnline: isOnline && showsPresence, showsPresence, currentGame }
}
export type LoadedProfile = Awaited<ReturnType<typeof loadProfile>>

/** get_user_profile_stats (R-MODAL-04); refuses as the profile itself does, and where the library is closed. */
export async function loadStats(
  { db, clock }: Pick<ProfilesDeps, 'db' | 'clock'>,
  looking: ProfileRequest,
  reply: Reply,
) {
  const { id, row } = await requireVisibleSection(db, looking, 'library', reply)
  reply.shows(tag.shelf(id), tag.ties(id), tag.circles)
  const totals = await queries.tallyProfile(db, id, yearIn(zoneOf(row), clock()))
  return { totals, showsFriends: row.opens_friends }
}

export type LoadedStats = Awaited<ReturnType<typeof loadStats>>

async function loadFavourites(deps: ProfilesDeps, userId: UserId): Promise<GameCard[]> {
  const ids = await queries.listFavouriteIds(deps.db, userId)
  const cards = await loadGameCards(deps, ids, deps.clock())
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** Replaces the viewer's favourites; refuses with 404 'Game not found' and changes nothing then. */
export async function chooseFavourites(
  deps: ProfilesDeps,
  viewer: Viewer,
  gameIds: readonly GameId[],
): Promise<GameCard[]> {
  for (const id of gameIds) await ensureGame(deps, id, deps.clock())
  await inTransaction(deps, async ({ db }) => {
    await queries.replaceFavourites(db, viewer.id, gameIds)
    await announce(db, [tag.shelf(viewer.id)])
  })
  return loadFavourites(deps, viewer.id)
}

/** Time zones are a multiple of this from one another, so no day begins within. */
const QUARTER_MS = 15 * 60_000
const REMEMBER_AT_MOST = 20_000

/**
 * Notes the days on which members are here, for their streak (C26). Called for every session that is looked up; writes once
 * a quarter of an hour at most. Never fails what it is called for.
 */
export function createActiveDays({ db, clock }: Pick<ProfilesDeps, 'db' | 'clock'>): (userId: UserId) => Promise<void> {
  const noted = new Map<UserId, number>()
  return async (userId) => {
    const now = clock()
    const quarter = Math.floor(now.getTime() / QUARTER_MS)
    if (noted.get(userId) === quarter) return
    if (noted.size >= REMEMBER_AT_MOST) noted.clear()
    noted.set(userId, quarter)
    try {
      await queries.insertActiveDay(db, userId, dayIn(await queries.findTimeZone(db, userId), now))
    } catch {
      noted.delete(userId)
    }
  }
}

/** Where a day begins first. */
const EASTERNMOST = 'Pacific/Kiritimati'

/**
 * The member's own day, 'YYYY-MM-DD', and the latest day that may be theirs: the latest one that has begun anywhere, because
 * the browser of somebody who travels knows better than what is settled (G58).
 */
export async function memberDays(db: Db, userId: UserId, now: Date): Promise<{ today: string; latest: string }> {
  return { today: dayIn(await queries.findTimeZone(db, userId), now), latest: dayIn(EASTERNMOST, now) }
}

/** When the current year began for the member (G58). */
export async function memberYearStart(db: Db, userId: UserId, now: Date): Promise<queries.YearStart> {
  return yearIn(await queries.findTimeZone(db, userId), now)
}

const yearIn = (zone: string | null, now: Date): queries.YearStart => ({
  at: yearStartIn(zone, now),
  day: `${dayIn(zone, now).slice(0, 4)}-01-01`,
})
