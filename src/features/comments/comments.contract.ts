import * as z from 'zod/mini'
import { Hold } from '#features/moderation/moderation.schemas.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { FoldShape, spoilsTo } from '#features/spoilers/spoilers.schemas.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { CommentId, UserId } from '#shared/ids.ts'
import { type SubjectKind, subjectPaths } from '#shared/subject.ts'
import { oneSubject, subjectShape } from '#shared/subject-shapes.ts'
import { capitalized } from '#shared/text.ts'
import { isTooLong, readComment } from './comments.rules.ts'
import { COMMENT_ID_REQUIRED, COMMENT_TOO_LONG, contentRequired, SIGN_IN_TO_COMMENT } from './comments.texts.ts'

/** The fields of a comment on a subject of this kind, the documented ones (C17) among them. */
const fieldsOf = {
  id: CommentId,
  /** The comment at the top that a reply belongs to; null for one at the top (decision 0120). */
  parent_id: z.nullable(CommentId),
  user_id: z.nullable(UserId),
  user: z.extend(PublicProfile, { id: z.nullable(UserId) }),
  username: z.string(),
  /** The author of the reply that it answers; null for a reply to the comment itself. */
  answered: z.nullable(PublicProfile),
  /** Plain text with its line breaks; '' while it is folded. */
  content: z.string(),
  fold: FoldShape,
  /** The spoiler mark in percent of the game; null without one. */
  spoils_to: z.nullable(z.number()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** Set for a comment that keeps its place above its replies: its author has deleted it, or the reader may not see it. */
  gone: z.nullable(z.enum(['deleted', 'hidden'])),
  /** Hidden by an admin: only the author and admins receive it (G21). */
  isHidden: z.boolean(),
  /** Set while it waits for a moderator, or one has declined it. */
  hold: Hold,
  viewerCan: z.object({ delete: z.boolean() }),
}

export const replyShape = (kind: SubjectKind) => subjectShape(kind, fieldsOf)
/** A reply to a comment on a subject of any kind. */
export type Reply = z.infer<ReturnType<typeof replyShape>>

/**
 * One comment on a subject of this kind with its first replies, the oldest first. When the author is deleted, `user_id` is
 * null, `username` is 'Unknown User', and `user` has no names; so it is for a comment that is gone.
 */
export const commentShape = (kind: SubjectKind) =>
  subjectShape(kind, { ...fieldsOf, replies: z.array(replyShape(kind)), replies_count: z.number() })
/** A comment on a subject of any kind; `subjectOfAnswer` returns the subject. */
export type Comment = z.infer<ReturnType<typeof commentShape>>

const contentShape = (kind: SubjectKind) =>
  z.pipe(
    z.string(contentRequired(kind)),
    z.transform((text, context) => {
      const content = readComment(text)
      const message = content === '' ? contentRequired(kind) : isTooLong(content) ? COMMENT_TOO_LONG : null
      if (message !== null) context.issues.push({ code: 'custom', message, input: text })
      return content
    }),
  )

const oneComment = z.object({
  commentId: z.pipe(z.string().check(z.trim(), z.minLength(1, COMMENT_ID_REQUIRED)), CommentId),
})

/** Returns the endpoints of the comments on one kind of subject. */
export function commentEndpoints(kind: SubjectKind) {
  const paths = subjectPaths(kind)
  const of = capitalized(kind.type)
  const params = oneSubject(kind)
  const Comment = commentShape(kind)
  const refusals = { 403: ['42501'], 404: [kind.notFoundCode] }
  return {
    listComments: contract(
      { method: 'GET', path: paths.comments },
      {
        name: `list${of}Comments`,
        access: 'anyone',
        summary:
          'List the latest twenty comments, newest last, each with its first replies; the cursor leads to earlier ones. The total includes replies',
        params,
        query: z.object({ cursor: z.optional(z.string()) }),
        response: z.object({ data: z.array(Comment), total: z.number(), nextCursor: z.nullable(z.string()) }),
        refusals,
      },
    ),
    addComment: contract(
      { method: 'POST', path: paths.comments },
      {
        name: `add${of}Comment`,
        access: 'member',
        idempotencyKey: true,
        summary: 'Comment on something that the member may see',
        params,
        body: z.object({
          content: contentShape(kind),
          spoils_to: spoilsTo,
          /** The comment or reply on the same subject that it answers. */
          reply_to: z.optional(z.nullable(CommentId)),
        }),
        response: z.object({ comment: Comment }),
        status: 201,
        refusals: { 400: ['no_game_to_spoil'], 403: ['42501'], 404: [kind.notFoundCode, 'comment_not_found'] },
        budget: 'comment',
        signInMessage: SIGN_IN_TO_COMMENT,
      },
    ),
    getComment: contract(
      { method: 'GET', path: paths.comment },
      {
        name: `get${of}Comment`,
        access: 'anyone',
        summary: 'Get one comment with its content, which a list leaves out while it is folded',
        params: oneComment,
        response: z.object({ comment: Comment }),
        refusals: { ...refusals, 404: [kind.notFoundCode, 'comment_not_found'] },
      },
    ),
    listReplies: repliesOf(kind),
    deleteComment: deletionOf(kind),
  }
}

const repliesOf = (kind: SubjectKind) =>
  contract(
    { method: 'GET', path: subjectPaths(kind).replies },
    {
      name: `list${capitalized(kind.type)}CommentReplies`,
      access: 'anyone',
      summary: 'List twenty replies to a comment, oldest first; the cursor leads to later ones',
      params: oneComment,
      query: z.object({ cursor: z.optional(z.string()) }),
      response: z.object({ data: z.array(replyShape(kind)), nextCursor: z.nullable(z.string()) }),
      refusals: { 403: ['42501'], 404: [kind.notFoundCode, 'comment_not_found'] },
    },
  )

const deletionOf = (kind: SubjectKind) =>
  contract(
    { method: 'DELETE', path: subjectPaths(kind).comment },
    {
      name: `delete${capitalized(kind.type)}Comment`,
      access: 'member',
      idempotencyKey: true,
      summary: 'Delete a comment of your own',
      params: oneComment,
      response: NoContent,
      status: 204,
      refusals: { 403: ['not_your_comment'], 404: ['comment_not_found'] },
      signInMessage: SIGN_IN_TO_COMMENT,
    },
  )

export type CommentEndpoints = ReturnType<typeof commentEndpoints>
