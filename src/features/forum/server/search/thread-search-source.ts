import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { isNoTitle, titleWords } from '#server/title-search.ts'
import { counted } from '#shared/counted.ts'
import { titleHasText } from '#shared/sentences.ts'
import { threadPath } from '../../forum.rules.ts'
import { THREAD } from '../../forum.subject.ts'
import { findThreads } from './thread-search.queries.ts'

/** Finds the threads that the viewer may read by their titles (G16). */
export const threadSearchSource = ({ db }: { db: Db }): SearchSource => ({
  group: 'threads',
  order: 60,
  title: 'Threads',
  why: titleHasText,
  nowhere: {
    from: 2,
    tags: [tag.forum],
    isTrue: (text) => isNoTitle(db, sql`forum_threads where is_listed`, titleWords(text)),
  },
  async find({ text, viewer, most }) {
    const rows = await findThreads(db, viewer, titleWords(text), most)
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
})
