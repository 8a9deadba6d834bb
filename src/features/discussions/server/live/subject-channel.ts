import type { Db } from '#db/db.ts'
import type { TopicChannel } from '#server/realtime/channels.ts'
import type { DiscussedSubject } from '#server/subjects.ts'
import { subjectTags } from '#server/tags.ts'
import { UUID } from '#shared/canonical-ids.ts'
import { subjectKey, subjectRef } from '#shared/subject.ts'

/**
 * The channel of one kind of subject, such as 'activity:<id>': events about reactions, comments, changes and the deletion of
 * a subject, for everybody who may see it.
 */
export function subjectChannel({ db }: { db: Db }, { kind, discussion }: DiscussedSubject): TopicChannel {
  const tags = subjectTags(kind.type)
  return {
    name: kind.type,
    tags,
    accepts: (rest) => rest !== null && UUID.test(rest) && rest === rest.toLowerCase(),
    async authorize(viewer, rests) {
      const ids = await discussion.listVisibleIds(db, viewer, rests as string[])
      return ids.map((id) => ({
        channel: subjectKey(subjectRef(kind, id)),
        tag: tags(id),
        event: { table: discussion.table, action: 'UPDATE', id },
      }))
    },
  }
}
