import { type Keyset, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import type { Shown } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import * as lists from '../lists/review-lists.queries.ts'
import { type Found, loadReviews, type ReviewRow } from '../reviews.queries.ts'
import { type ReviewsDeps, type ReviewView, viewRows } from '../reviews.service.ts'

// Reads lists of reviews part by part, newest first. A change moves no review, so a reader of all parts sees each once.

interface PartRequest {
  before: Keyset | null
  limit: number
}

interface Part {
  data: ReviewView[]
  nextCursor: string | null
}

/** Reads the public reviews of a game without those of members in a block with the viewer. */
export async function listReviewsOfGameByKeyset(
  deps: ReviewsDeps,
  viewer: Viewer,
  gameId: GameId,
  part: PartRequest,
  reply: Shown,
): Promise<Part> {
  reply.shows(tag.reviewsOf(gameId))
  return partOf(deps, viewer, part, reply, (part) => lists.reviewsOfGame(viewer, { gameId }, 'newest', part))
}

/** Reads the reviews of a member if the viewer may see the profile; refuses as the profile does. */
export async function listReviewsOfMemberByKeyset(
  deps: ReviewsDeps,
  request: ProfileRequest & { viewer: Viewer },
  part: PartRequest,
  reply: Shown,
): Promise<Part> {
  const { id } = await requireVisibleSection(deps.db, request, 'profile', reply)
  reply.shows(tag.reviewsBy(id))
  const { viewer } = request
  return partOf(deps, viewer, part, reply, (part) => lists.reviewsOfMember(id, viewer, part))
}

async function partOf(
  deps: ReviewsDeps,
  viewer: Viewer,
  { before, limit }: PartRequest,
  reply: Shown,
  find: (part: lists.Part) => Found,
): Promise<Part> {
  const read: Read<ReviewRow> = (before, most) => loadReviews(deps.db, find({ before, limit: most }), viewer)
  const { rows, nextCursor } = await readKeysetPart(before, limit, read, keysetOfCreation)
  return { data: await viewRows(deps, viewer, rows, reply), nextCursor }
}
