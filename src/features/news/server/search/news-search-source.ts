import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { shortDate } from '#shared/dates.ts'
import { cacheNewestWords, findNews } from '../news.queries.ts'

/** Finds visible posts by the words of their titles and texts, the newest first (C63). */
export function newsSearchSource({ db, clock }: { db: Db; clock: Clock }): SearchSource {
  const readNewest = cacheNewestWords(db, clock)
  return {
    group: 'news',
    order: 50,
    title: 'News',
    why: (text) => `with “${text}” in the title or the text`,
    more: (text) => `/info/news?search=${encodeURIComponent(text)}`,
    async find({ text, most }) {
      const rows = await findNews(db, text, { limit: most, now: clock(), newest: await readNewest() })
      return {
        items: rows.map(({ id, slug, title, category, published_at }) => ({
          id,
          path: `/news/${encodeURIComponent(slug)}`,
          title,
          facts: [category, shortDate(published_at)],
          picture: { icon: 'news' },
        })),
        tags: [tag.news],
      }
    },
  }
}
