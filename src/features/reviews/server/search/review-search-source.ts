import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { titleWords } from '#server/title-search.ts'
import { memberName } from '#shared/member-name.ts'
import { subjectRef } from '#shared/subject.ts'
import { foundText, starsText } from '../../review-search.texts.ts'
import { REVIEW } from '../../reviews.subject.ts'
import type { ReviewsDeps } from '../reviews.service.ts'
import { findReviews } from './review-search.queries.ts'

/** Finds the public reviews that the viewer may read by the words of their texts. */
export function reviewSearchSource(deps: Omit<ReviewsDeps, 'events'>): SearchSource {
  return {
    group: 'reviews',
    order: 35,
    title: 'Reviews',
    why: foundText,
    readsInSteps: true,
    async find({ text, viewer, most }) {
      const rows = await findReviews(deps.db, viewer, titleWords(text), most)
      const cards = await loadGameCards(
        deps,
        rows.map(({ game_id }) => game_id),
        deps.clock(),
      )
      return {
        items: rows.flatMap((row) => {
          const game = cards.get(row.game_id)
          if (!game) return []
          const by = row.user_id === viewer?.id ? 'Yours' : `By ${memberName(row)}`
          return [
            {
              id: row.id,
              path: `/reviews/${row.id}`,
              title: game.name,
              facts: [by, starsText(row.rating)],
              picture: { game },
            },
          ]
        }),
        tags: rows.flatMap(({ id, user_id, game_id }) => [
          tag.subject(subjectRef(REVIEW, id)),
          tag.member(user_id),
          tag.game(game_id),
        ]),
      }
    },
  }
}
