import type { Db } from '#db/db.ts'
import { audienceOf } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Subject } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import { subjectRef } from '#shared/subject.ts'
import { LIST } from '../../lists.subject.ts'
import { listVisibleIds } from '../lists.queries.ts'
import { requireAccess } from '../lists.service.ts'
import { listReported, setHidden, wordsOf } from './list-subject.queries.ts'

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
    return rows.map((row) => ({
      id: row.id,
      ownerId: row.user_id,
      text: wordsOf(row),
      href: `/lists/${row.id}`,
      isHidden: row.hidden_at !== null,
    }))
  },
  setHidden: setHiddenAt,
  publish: (db, _moderator, id) => setHiddenAt(db, id, null),
}

async function setHiddenAt(db: Db, id: string, at: Date | null): Promise<boolean> {
  const changed = await setHidden(db, id, at)
  if (changed) await announce(db, [tag.listsBy(changed.user_id), tag.subject(subjectRef(LIST, id)), tag.listTitles])
  return changed !== undefined
}
