import type * as z from 'zod/mini'
import { isoOfJson } from '#db/json-instant.ts'
import { foldOfRow } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import { UNKNOWN_MEMBER } from '#shared/member-name.ts'
import { subjectField } from '#shared/subject.ts'
import type { commentShape } from '../comments.contract.ts'
import { mayDelete } from './comments.policy.ts'
import type { CommentOfPreview, CommentRow } from './comments.queries.ts'

export type CommentView = z.input<ReturnType<typeof commentShape>>

/** Returns the comment as its reader sees it, without the content of a folded one that the reader has not requested. */
export function viewComment(
  row: CommentRow | CommentOfPreview,
  viewer: Viewer | null,
  { isRevealed = false }: { isRevealed?: boolean } = {},
): CommentView {
  const { id, user_id, username, display_name, avatar_url, spoils_to } = row
  const fold = isRevealed ? null : foldOfRow(row, viewer !== null && viewer.id === user_id)
  return {
    id,
    [subjectField(row.subject_type)]: row.subject_id,
    user_id,
    user: { id: user_id, username, display_name, avatar_url },
    username: username ?? UNKNOWN_MEMBER,
    content: fold === null ? row.content : '',
    fold,
    spoils_to,
    created_at: typeof row.created_at === 'string' ? isoOfJson(row.created_at) : row.created_at.toISOString(),
    isHidden: row.hidden_at !== null,
    hold: row.hold,
    viewerCan: { delete: mayDelete(viewer, { userId: user_id }) },
  }
}
