import type { Db } from '#db/db.ts'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { blocksBetween } from '#features/blocks/server/blocks.service.ts'
import { refuseMissingMember } from '#features/blocks/server/pair/pair.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { friendStatusFor } from '../../friends.rules.ts'
import { FOLLOWS_PAGE_SIZE, type FollowList, SEARCH_SIZE, SUGGESTIONS_SIZE } from '../../people.contract.ts'
import { SEARCH_MIN_LENGTH } from '../../people.endpoints.ts'
import * as queries from './people.queries.ts'
import { findMembers } from './search.queries.ts'
import { listSuggestedIds, type SuggestionRow } from './suggestions.queries.ts'

/** Searches members by name. A text of fewer than two characters finds nobody (G45). */
export async function searchMembers(
  { db, names }: { db: Db; names: () => Promise<string> },
  viewer: Viewer | null,
  text: string,
): Promise<queries.PersonRow[]> {
  if ([...text].length < SEARCH_MIN_LENGTH) return []
  const found = await findMembers(db, viewer?.id ?? null, text, SEARCH_SIZE, await names())
  return queries.loadPeople(
    db,
    viewer?.id ?? null,
    found.map(({ id }) => id),
  )
}

export async function suggestMembers(
  db: Db,
  viewer: Viewer,
): Promise<{ people: queries.PersonRow[]; reasons: ReadonlyMap<string, SuggestionRow> }> {
  const found = await listSuggestedIds(db, viewer.id, SUGGESTIONS_SIZE)
  const ids = found.map(({ id }) => id)
  return { people: await queries.loadPeople(db, viewer.id, ids), reasons: new Map(found.map((row) => [row.id, row])) }
}

/**
 * Returns the relationship between the viewer and another member. Refuses with 404 when that member does not exist. For
 * the viewer's own id all values are negative.
 */
export async function relationshipWith(db: Db, viewer: Viewer, otherId: UserId) {
  const [blocks, relationship] = await Promise.all([
    blocksBetween(db, viewer.id, otherId),
    queries.findRelationship(db, viewer.id, otherId),
  ])
  if (!relationship) return refuseMissingMember()
  const mayConnect = viewer.id !== otherId && !blocks.isBlocked
  return {
    isFollowing: relationship.is_following,
    isFollowedBy: relationship.is_followed_by,
    friendStatus: friendStatusFor(viewer.id, relationship),
    blocked: blocks.isBlocked,
    viewerCan: {
      follow: mayConnect,
      befriend: mayConnect,
      block: viewer.id !== otherId && !blocks.isBlockedByViewer,
      unblock: blocks.isBlockedByViewer,
    },
  }
}

/** Returns a page of the members that the viewer follows, or of the viewer's followers, with their total number. */
export async function listFollows(db: Db, viewer: Viewer, list: FollowList, cursor: string | undefined) {
  const [{ rows, nextCursor }, total] = await Promise.all([
    readKeysetPart(
      fromCursor(cursor),
      FOLLOWS_PAGE_SIZE,
      (before, most) => queries.listFollowIds(db, viewer.id, list, before, most),
      (row) => row,
    ),
    queries.countFollows(db, viewer.id, list),
  ])
  return {
    people: await queries.loadPeople(
      db,
      viewer.id,
      rows.map(({ id }) => id),
    ),
    total,
    nextCursor,
  }
}
