import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { SEARCH_LIST_FROM, yearText } from '../../catalogue.rules.ts'
import type { CatalogueDeps } from '../assembly/open-catalogue.ts'
import { suggest, suggestMeant } from '../catalogue.service.ts'
import { gameCard } from '../catalogue.view.ts'

/** Finds games as the suggestions do, at most ten of them (R-CAT-11). */
export const gameSearchSource = (catalogue: CatalogueDeps): SearchSource => ({
  group: 'games',
  order: 10,
  readsInSteps: true,
  title: 'Games',
  why: (text) => `whose title is like “${text}”`,
  more: (text) => ([...text].length < SEARCH_LIST_FROM ? null : `/all-games?search=${encodeURIComponent(text)}`),
  async find({ text, most }) {
    const rows = await suggest(catalogue, text)
    const cards = rows.slice(0, most).map((row) => gameCard(row, catalogue.clock()))
    const meant = rows.length === 0 ? await suggestMeant(catalogue, text) : null
    return {
      ...(meant && { meant: { title: meant.name, path: `/game/${meant.id}` } }),
      items: cards.map((game) => ({
        id: game.id,
        path: `/game/${game.id}`,
        title: game.name,
        facts: [yearText(game.year), ...(game.developer ? [game.developer] : [])],
        picture: { game },
      })),
      tags: [tag.games],
    }
  },
})
