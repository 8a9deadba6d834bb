import type * as z from 'zod/mini'
import { isoOfJson } from '#db/json-instant.ts'
import { foldOfRow } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import { UNKNOWN_MEMBER } from '#shared/member-name.ts'
import { subjectField } from '#shared/subject.ts'
import type { commentShape, replyShape } from '../comments.contract.ts'
import { mayDelete } from './comments.policy.ts'
import type { CommentInJson, CommentRow, ReplyInJson, ReplyRow } from './comments.queries.ts'

type ReplyView = z.input<ReturnType<typeof replyShape>>
export type CommentView = z.input<ReturnType<typeof commentShape>>

/** Returns the comment at the top as its reader sees it, with its first replies. */
export function viewComment(row: CommentRow | CommentInJson, viewer: Viewer | null): CommentView {
  const replies = row.replies?.first ?? []
  return {
    ...(row.is_read ? viewReply(row, viewer) : viewPlace(row)),
    replies: replies.map((reply) => viewReply(reply, viewer)),
    replies_count: row.replies?.total ?? 0,
  }
}

/** Returns one comment or reply without what belongs to it, with its content also where lists fold it. */
export const viewOne = (row: ReplyRow, viewer: Viewer | null): CommentView => ({
  ...viewReply(row, viewer, { isRevealed: true }),
  replies: [],
  replies_count: 0,
})

/** Returns the reply as its reader sees it, without the content of a folded one that the reader has not requested. */
export function viewReply(
  row: ReplyRow | ReplyInJson,
  viewer: Viewer | null,
  { isRevealed = false }: { isRevealed?: boolean } = {},
): ReplyView {
  const { id, user_id, username, display_name, avatar_url, spoils_to } = row
  const fold = isRevealed ? null : foldOfRow(row, viewer !== null && viewer.id === user_id)
  return {
    id,
    [subjectField(row.subject_type)]: row.subject_id,
    parent_id: row.parent_id,
    user_id,
    user: { id: user_id, username, display_name, avatar_url },
    username: username ?? UNKNOWN_MEMBER,
    answered: row.answered,
    content: fold === null ? row.content : '',
    fold,
    spoils_to,
    created_at: instantOf(row),
    gone: null,
    isHidden: row.hidden_at !== null,
    hold: row.hold,
    viewerCan: { delete: mayDelete(viewer, { userId: user_id }) },
  }
}

const instantOf = ({ created_at }: ReplyRow | ReplyInJson): string =>
  typeof created_at === 'string' ? isoOfJson(created_at) : created_at.toISOString()

/** Returns nothing of a comment but its place above its replies. */
const viewPlace = (row: ReplyRow | ReplyInJson): ReplyView => ({
  id: row.id,
  [subjectField(row.subject_type)]: row.subject_id,
  parent_id: null,
  user_id: null,
  user: { id: null, username: null, display_name: null, avatar_url: null },
  username: UNKNOWN_MEMBER,
  answered: null,
  content: '',
  fold: null,
  spoils_to: null,
  created_at: instantOf(row),
  gone: row.is_deleted ? 'deleted' : 'hidden',
  isHidden: false,
  hold: null,
  viewerCan: { delete: false },
})
