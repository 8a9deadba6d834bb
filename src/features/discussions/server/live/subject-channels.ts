import type { Db } from '#db/db.ts'
import type { ThingChannels } from '#server/realtime/channels.ts'
import type { DiscussedSubject } from '#server/subjects.ts'
import { UUID } from '#shared/canonical-ids.ts'
import { subjectRef, subjectTag } from '#shared/subject.ts'

/**
 * The channels of one kind of subject, such as 'activity:<id>': reactions, comments, changes and the deletion of a subject,
 * for whoever may see it.
 */
export const subjectChannels = ({ db }: { db: Db }, { kind, discussion }: DiscussedSubject): ThingChannels => ({
  name: kind.type,
  tagPrefix: subjectTag(subjectRef(kind, '')),
  has: (rest) => rest !== null && UUID.test(rest) && rest === rest.toLowerCase(),
  async grant(viewer, rests) {
    const ids = await discussion.listVisibleIds(db, viewer, rests as string[])
    return ids.map((id) => {
      const channel = subjectTag(subjectRef(kind, id))
      return { channel, tag: channel, event: { table: discussion.table, action: 'UPDATE', id } }
    })
  },
})
