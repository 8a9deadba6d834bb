import * as z from 'zod/mini'
import { CursorTime, decodeCursor, encodeCursor } from '#db/keyset.ts'
import { isFollowed, partOf } from '#db/page-numbers.ts'
import { inTransaction } from '#db/transaction.ts'
import { recordChallengeActivity } from '#features/activity/server/recording/activity-recording.service.ts'
import type { AdminDeps } from '#features/admin/server/admin.service.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { feedAudience, type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { ChallengeId, GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { PARTICIPANTS_PAGE } from '../challenges.contract.ts'
import {
  type ChallengeStatus,
  type RankedBefore,
  type RankingPosition,
  rankedOf,
  statusOf,
} from '../challenges.rules.ts'
import { CHALLENGE_TEXTS } from '../challenges.texts.ts'
import * as queries from './challenges.queries.ts'
import type { ChallengeRelations } from './challenges.view.ts'
import { refreshProgress } from './progress/progress.service.ts'

export type ChallengesDeps = AdminDeps & WithCatalogue

export const refuseMissing = () => refuse('not_found', 'challenge_not_found', CHALLENGE_TEXTS.missing)

interface PageRequest {
  page: number
  limit: number
}

/** Adds the goals and their games to rows, in two more queries for any number of rows. */
async function withGoalsAndGames<R extends queries.ChallengeRow>(
  deps: Pick<ChallengesDeps, 'db' | 'clock' | 'catalogue'>,
  rows: readonly R[],
  reply?: Reply,
): Promise<{ rows: readonly R[]; relations: ChallengeRelations }> {
  const now = deps.clock()
  const goals = rows.length === 0 ? [] : await queries.listGoals(deps.db, [...new Set(rows.map(({ id }) => id))])
  const named = [...rows.map(({ cover_game_id }) => cover_game_id), ...goals.map(({ game_id }) => game_id)]
  const games = [...new Set(named.flatMap((id) => (id === null ? [] : [id as GameId])))]
  const cards = await loadGameCards(deps, games, now)
  reply?.shows(
    tag.peopleLists,
    tag.games,
    ...games.map((id) => tag.game(id)),
    ...rows.map(({ id }) => tag.challenge(id)),
  )
  return { rows, relations: { goals: Map.groupBy(goals, ({ challenge_id }) => challenge_id), cards, now } }
}

/** Lists a page of challenges of one status, or of all. */
export async function listChallenges(
  deps: ChallengesDeps,
  { status, ...page }: PageRequest & { status?: ChallengeStatus | undefined },
  reply: Reply,
) {
  reply.shows(tag.challenges)
  const part = { ...partOf(page), now: deps.clock() }
  const { rows, total } = await queries.listChallenges(deps.db, status, part)
  return { ...(await withGoalsAndGames(deps, rows, reply)), total, hasMore: isFollowed(part, rows, total) }
}

export async function requireChallenge(deps: ChallengesDeps, id: ChallengeId, reply?: Reply) {
  reply?.shows(tag.challenge(id))
  const row = (await queries.findChallenge(deps.db, id)) ?? refuseMissing()
  const { relations } = await withGoalsAndGames(deps, [row], reply)
  return { row, relations }
}

export interface RankedParticipant {
  row: queries.RankedRow
  rank: number
  isShared: boolean
}

/** Lists a page of the ranking: only participants whose library and activity the viewer may see (G22). */
export async function listRanked(
  { db }: ChallengesDeps,
  viewer: Viewer | null,
  id: ChallengeId,
  cursor: string | undefined,
  reply: Reply,
): Promise<{ ranked: RankedParticipant[]; nextCursor: string | null }> {
  reply.shows(tag.challenge(id))
  if (!(await queries.findChallenge(db, id))) refuseMissing()
  const before = fromRankedCursor(cursor)
  const after = before && { remaining: before.remaining, at: new Date(before.at), id: before.id }
  const found = await queries.listRanked(db, id, feedAudience(viewer?.id ?? null), after, PARTICIPANTS_PAGE + 1)
  const rows = found.slice(0, PARTICIPANTS_PAGE)
  reply.shows(...rows.map(({ user_id }) => tag.member(user_id)))
  const next = found[PARTICIPANTS_PAGE]
  const ranked = rankedOf(rows.map(positionOf), before, next ? positionOf(next) : null)
  const last = rows.at(-1)
  const count = (before?.count ?? 0) + rows.length
  const rank = ranked.at(-1)?.rank ?? 0
  return {
    ranked: rows.map((row, at) => ({ row, ...(ranked[at] as { rank: number; isShared: boolean }) })),
    nextCursor: next && last ? toRankedCursor({ ...positionOf(last), id: last.user_id, count, rank }) : null,
  }
}

const positionOf = ({ remaining, reached_at }: queries.RankedRow): RankingPosition => ({
  remaining,
  at: reached_at.getTime(),
})

const Rank = z.number().check(z.int(), z.minimum(1), z.maximum(1e9))
const Cursor = z.tuple([z.number().check(z.minimum(0), z.maximum(1)), CursorTime, z.uuid(), Rank, Rank])

type Before = RankedBefore & { id: string }

const toRankedCursor = ({ remaining, at, id, count, rank }: Before): string =>
  encodeCursor([remaining, at, id, count, rank])

function fromRankedCursor(cursor: string | undefined): Before | null {
  const parts = decodeCursor(Cursor, cursor)
  if (!parts) return null
  const [remaining, at, id, count, rank] = parts
  return { remaining, at, id, count, rank }
}

/** Lists the challenges that the viewer has joined. */
export function listMine(deps: ChallengesDeps, viewer: Viewer, query: PageRequest & queries.OwnFilter, reply: Reply) {
  // Of the challenges that are not on this page, only their times count.
  reply.shows(tag.joined(viewer.id), tag.challenges)
  return listOfMember(deps, viewer.id, query, reply)
}

/**
 * Lists the challenges that a member has joined. The list reveals the member's activity and library, so both sections
 * must be visible to the viewer (G22); refuses as the profile does.
 */
export async function listOf(
  deps: ChallengesDeps,
  request: ProfileRequest,
  query: PageRequest & queries.OwnFilter,
  reply: Reply,
) {
  const { id } = await requireVisibleSection(deps.db, request, 'library', reply)
  await requireVisibleSection(deps.db, request, 'activity', reply)
  reply.shows(tag.joined(id))
  return listOfMember(deps, id, query, reply)
}

async function listOfMember(
  deps: ChallengesDeps,
  userId: UserId,
  query: PageRequest & queries.OwnFilter,
  reply?: Reply,
) {
  const part = { ...partOf(query), now: deps.clock() }
  const { rows, total } = await queries.listParticipations(deps.db, userId, query, part)
  return { ...(await withGoalsAndGames(deps, rows, reply)), total, hasMore: isFollowed(part, rows, total) }
}

/** Joins a challenge (G13). Refuses with 404, and with 409 when it has ended. For a participant it changes nothing. */
export async function joinChallenge(deps: ChallengesDeps, viewer: Viewer, id: ChallengeId) {
  const isNew = await inTransaction(deps, async ({ db, clock }) => {
    const at = clock()
    const challenge = (await queries.lockChallenge(db, id, false)) ?? refuseMissing()
    refuseEnded(challenge, at)
    if (!(await queries.insertParticipant(db, viewer.id, id, at))) return false
    await announce(db, [tag.challenges, tag.challenge(id), tag.joined(viewer.id)])
    await recordChallengeActivity(db, {
      userId: viewer.id,
      challengeId: id,
      title: challenge.title,
      completed: false,
      at,
    })
    return true
  })
  return { ...(await requireParticipation(deps, viewer, id)), isNew }
}

/**
 * Leaves a challenge and deletes the progress. Refuses with 404 when there is no such challenge. For a member who does
 * not participate it changes nothing.
 */
export async function leaveChallenge(deps: ChallengesDeps, viewer: Viewer, id: ChallengeId): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    if (!(await queries.findChallenge(db, id))) refuseMissing()
    if (await queries.deleteParticipant(db, viewer.id, id))
      await announce(db, [tag.challenges, tag.challenge(id), tag.joined(viewer.id)])
  })
}

/**
 * Recomputes the caller's progress (R-CHAL-03). Refuses with 404, with 403 for a member who does not participate, and
 * with 409 when the challenge has ended.
 */
export async function updateProgress(deps: ChallengesDeps, viewer: Viewer, id: ChallengeId) {
  const challenge = (await queries.findChallenge(deps.db, id)) ?? refuseMissing()
  if (!(await queries.findParticipation(deps.db, viewer.id, id))) refuseStranger()
  refuseEnded(challenge, deps.clock())
  await refreshProgress(deps, viewer.id, { only: id })
  return (await queries.findParticipation(deps.db, viewer.id, id)) ?? refuseStranger()
}

const refuseStranger = () => refuse('forbidden', '42501', CHALLENGE_TEXTS.notJoined)

function refuseEnded(challenge: queries.ChallengeRow, now: Date): void {
  if (statusOf(challenge, now) === 'ended') refuse('conflict', 'challenge_ended', CHALLENGE_TEXTS.ended)
}

async function requireParticipation(deps: ChallengesDeps, viewer: Viewer, id: ChallengeId) {
  const row = (await queries.findParticipation(deps.db, viewer.id, id)) ?? refuseMissing()
  const { relations } = await withGoalsAndGames(deps, [row])
  return { row, relations }
}
