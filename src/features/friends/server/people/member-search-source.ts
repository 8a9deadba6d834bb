import type { Db } from '#db/db.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { memberName } from '#shared/member-name.ts'
import { SEARCH_MIN_LENGTH } from '../../people.endpoints.ts'
import { cacheNames, findMembers } from './search.queries.ts'

/**
 * Finds members by name (G45). Names and pictures are visible to everybody (G22), except across a block and of disabled
 * members.
 */
export function memberSearchSource({ db }: { db: Db }): SearchSource {
  const names = cacheNames(db)
  return {
    group: 'members',
    order: 20,
    title: 'People',
    why: (text) => `whose name or username has “${text}”`,
    // The page that searches members is for members.
    more: (text, viewer) => (viewer ? `/profile/friends?find=${encodeURIComponent(text)}` : null),
    sign: '@',
    async find({ text, viewer, most }) {
      if ([...text].length < SEARCH_MIN_LENGTH) return { items: [], tags: [tag.peopleLists] }
      const rows = await findMembers(db, viewer?.id ?? null, text, most, await names())
      return {
        items: rows.map((member) => ({
          id: member.id,
          path: `/profile/${member.id}`,
          title: memberName(member),
          facts: member.username === null ? [] : [`@${member.username}`],
          picture: { member },
        })),
        tags: [tag.peopleLists, ...rows.map(({ id }) => tag.member(id))],
      }
    },
  }
}
