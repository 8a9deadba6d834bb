import { audienceOf } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Subject } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import { subjectRef } from '#shared/subject.ts'
import { LIST } from '../../lists.subject.ts'
import { listVisibleIds } from '../lists.queries.ts'
import { requireAccess } from '../lists.service.ts'
import { listReported, setHidden } from './list-subject.queries.ts'

/** Registers lists as a subject that members react to, comment on and report, if they may see it (G21, G26). */
export const listSubject: Subject = {
  kind: LIST,
  requireAccess,
  discussion: {
    table: 'lists',
    listVisibleIds: (db, viewer, ids) => listVisibleIds(db, ids, audienceOf(viewer)),
  },
  async loadContents(db, ids) {
    const rows = await listReported(db, ids)
    return rows.map(({ id, user_id, title, description, notes, hidden_at }) => ({
      id,
      ownerId: user_id,
      text: [title, description, notes].filter(Boolean).join('\n'),
      href: `/lists/${id}`,
      isHidden: hidden_at !== null,
    }))
  },
  async setHidden(db, id, at) {
    const changed = await setHidden(db, id, at)
    if (changed) await announce(db, [tag.listsBy(changed.user_id), tag.subject(subjectRef(LIST, id)), tag.listTitles])
    return changed !== undefined
  },
}
