import type { Db } from '#db/db.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { titleWords } from '#server/title-search.ts'
import { counted } from '#shared/counted.ts'
import { titleHasText } from '#shared/sentences.ts'
import { threadPath } from '../../forum.rules.ts'
import { THREAD } from '../../forum.subject.ts'
import { findThreads, sampleTitles } from './thread-search.queries.ts'

/** Finds the threads that the viewer may read by their titles (G16). */
export function threadSearchSource({ db }: { db: Db }): SearchSource {
  const readSample = cacheForAMinute(() => sampleTitles(db))
  return {
    group: 'threads',
    order: 60,
    title: 'Threads',
    why: titleHasText,
    async find({ text, viewer, most }) {
      const rows = await findThreads(db, viewer, titleWords(text), most, await readSample())
      return {
        items: rows.map(({ id, title, category, posts_count }) => ({
          id,
          path: threadPath(id),
          title,
          facts: [category, counted(posts_count, 'reply', 'replies')],
          picture: { icon: 'chat' },
        })),
        tags: [tag.forum, ...rows.map(({ id }) => tag.subject({ subjectType: THREAD.type, subjectId: id }))],
      }
    },
  }
}
