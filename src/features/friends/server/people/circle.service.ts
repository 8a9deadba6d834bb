import type { Db } from '#db/db.ts'
import { partOf } from '#db/page-numbers.ts'
import {
  countRelationships,
  type ProfileRequest,
  requireVisibleSection,
} from '#features/profiles/server/profiles.service.ts'
import type { Reply } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { CIRCLE_PAGES_MAX, type CircleList } from '../../people.contract.ts'
import * as queries from './circle.queries.ts'
import { loadPeople } from './people.queries.ts'

/**
 * Returns a page of the people around a member if the viewer may see that section: people that the viewer knows first.
 * Refuses like the profile.
 */
export async function listCircle(
  db: Db,
  request: ProfileRequest,
  list: CircleList,
  { page, limit }: { page: number; limit: number },
  reply: Reply,
) {
  const { id, audience: shown, isOwn, seenAs } = await requireVisibleSection(db, request, 'friends', reply)
  // The owner sees all of their own relationships.
  const audience = isOwn ? { ...shown, seesAll: true } : shown
  const { offset } = partOf({ page, limit })
  const [known, totals] = await Promise.all([queries.listKnownIds(db, id, list, audience), countRelationships(db, id)])
  const first = known.slice(offset, offset + limit)
  // One row more than the page shows whether there is a next page.
  const others = await queries.listOtherIds(db, id, list, audience, {
    known,
    limit: limit - first.length + 1,
    offset: Math.max(0, offset - known.length),
  })
  const ids = [...first, ...others].slice(0, limit)
  // In a preview the owner has no relationship with anybody.
  const viewerId = seenAs ? null : (request.viewer?.id ?? null)
  const people = await loadPeople(db, viewerId, ids)
  reply.shows(tag.relationshipCounts(id), tag.peopleLists, ...people.map((person) => tag.member(person.id)))
  const hasMore = known.length > offset + limit || first.length + others.length > limit
  return { people, viewerId, total: totals[list], hasMore: hasMore && page < CIRCLE_PAGES_MAX }
}
