import type { Db } from '#db/db.ts'
import {
  countRelationships,
  type ProfileRequest,
  requireVisibleSection,
} from '#features/profiles/server/profiles.service.ts'
import type { Reply } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { CIRCLE_PAGES_MOST, type CircleList } from '../../people.contract.ts'
import * as queries from './circle.queries.ts'
import { loadPeople } from './people.queries.ts'

/**
 * A page of the people around a member, where that section is open to the viewer: whom the viewer knows first. Refuses as
 * the profile does.
 */
export async function listCircle(
  db: Db,
  looking: ProfileRequest,
  list: CircleList,
  { page, limit }: { page: number; limit: number },
  reply: Reply,
) {
  const { id, eye: shown, isOwn, seenAs } = await requireVisibleSection(db, looking, 'friends', reply)
  // One's own ties are no secret to oneself.
  const eye = isOwn ? { ...shown, seesAll: true } : shown
  const offset = (page - 1) * limit
  const [known, totals] = await Promise.all([queries.listKnownIds(db, id, list, eye), countRelationships(db, id)])
  const first = known.slice(offset, offset + limit)
  // One more than asked for tells whether there is a next page.
  const others = await queries.listOtherIds(db, id, list, eye, {
    known,
    limit: limit - first.length + 1,
    offset: Math.max(0, offset - known.length),
  })
  const ids = [...first, ...others].slice(0, limit)
  // Looking as somebody else, the owner is nothing to anybody.
  const viewerId = seenAs ? null : (looking.viewer?.id ?? null)
  const people = await loadPeople(db, viewerId, ids)
  reply.shows(tag.ties(id), tag.circles, ...people.map((person) => tag.member(person.id)))
  const hasMore = known.length > offset + limit || first.length + others.length > limit
  return { people, viewerId, total: totals[list], hasMore: hasMore && page < CIRCLE_PAGES_MOST }
}
