import type { Subject } from '#server/subjects.ts'
import { RECOMMENDATION } from '../../recommendations.subject.ts'
import { refuseMissing } from '../recommendations.service.ts'
import { findRecommendation, listContents } from './recommendation-subject.queries.ts'

/** Makes the line of a recommendation reportable by the member who got it (G21). Nobody else reads it, so it is never hidden. */
export const recommendationSubject: Subject = {
  kind: RECOMMENDATION,
  discussion: null,
  async requireAccess(db, viewer, id) {
    const found = viewer ? await findRecommendation(db, viewer.id, id) : undefined
    return found ? { ownerId: found.sender_id } : refuseMissing()
  },
  async loadContents(db, ids) {
    const rows = await listContents(db, ids)
    return rows.map(({ id, sender_id, line, game_name }) => ({
      ...{ id, ownerId: sender_id, title: game_name, text: line ?? '', href: null, isHidden: false },
    }))
  },
  setHidden: null,
}
