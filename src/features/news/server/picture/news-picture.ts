import type { WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { composePicture } from '#features/game-images/server/covers/composed-picture.service.ts'
import { collectionPreview, PREVIEW_SIZE } from '#server/pictures/collection-preview.ts'
import type { Reply } from '#server/routes.ts'
import { readingMinutes, readingText } from '../../news.rules.ts'
import { type NewsDeps, requireArticle } from '../news.service.ts'

/** Returns the picture of a post that visitors see, as PNG for link previews: title, category and the time to read. */
export async function drawNews(deps: NewsDeps & WithCatalogue, idOrSlug: string, reply: Reply): Promise<Uint8Array> {
  const { row } = await requireArticle(deps, null, idOrSlug, reply)
  const facts = [row.category, readingText(readingMinutes(row.word_count))]
  const { productName } = deps.config
  return composePicture(deps, {
    games: [],
    size: PREVIEW_SIZE,
    layout: () => collectionPreview({ title: row.title, facts, covers: [], productName }),
  })
}
