import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { titleWords } from '#server/title-search.ts'
import { gamesText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { titleHasText } from '#shared/sentences.ts'
import type { ListsDeps } from '../lists.service.ts'
import { cacheTitles, findLists } from './list-search.queries.ts'

/** Finds the lists that the viewer may see by their titles (G60). */
export function listSearchSource(deps: ListsDeps): SearchSource {
  const readTitles = cacheTitles(deps.db)
  return {
    group: 'lists',
    order: 30,
    title: 'Lists',
    why: titleHasText,
    async find({ text, viewer, most }) {
      const rows = await findLists(deps.db, viewer?.id ?? null, titleWords(text), most, await readTitles())
      const cards = await loadGameCards(
        deps,
        rows.flatMap(({ first_game }) => first_game ?? []),
        deps.clock(),
      )
      return {
        items: rows.map((row) => {
          const game = row.first_game && cards.get(row.first_game)
          const owner = row.user_id === viewer?.id ? 'Yours' : `By ${memberName(row)}`
          return {
            id: row.id,
            path: `/lists/${row.id}`,
            title: row.title,
            facts: [owner, gamesText(row.games_count), ...(row.is_shared ? [] : ['Private'])],
            picture: game ? { game } : { icon: 'list' },
          }
        }),
        tags: [
          tag.peopleLists,
          ...rows.flatMap(({ user_id }) => [tag.listsBy(user_id), tag.member(user_id)]),
          ...[...cards.keys()].map((id) => tag.game(id)),
        ],
      }
    },
  }
}
