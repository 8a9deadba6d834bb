import type { Db } from '#db/db.ts'
import type { TopicChannel } from '#server/realtime/channels.ts'
import type { DiscussedSubject } from '#server/subjects.ts'
import { subjectTags } from '#server/tags.ts'
import { UUID } from '#shared/canonical-ids.ts'

/**
 * The channel of one kind of subject, such as 'activity:<id>': events about reactions, comments, changes and the deletion of
 * a subject, for everybody who may see it.
 */
export const subjectChannel = ({ db }: { db: Db }, { kind, discussion }: DiscussedSubject): TopicChannel => ({
  name: kind.type,
  tags: subjectTags(kind.type),
  accepts: (suffix) => suffix !== null && UUID.test(suffix) && suffix === suffix.toLowerCase(),
  authorize: (viewer, ids) => discussion.listVisibleIds(db, viewer, ids),
  eventOf: (id) => ({ table: discussion.table, action: 'UPDATE', id }),
})
