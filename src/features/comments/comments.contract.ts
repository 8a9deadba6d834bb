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

/**
 * One comment on a subject of this kind: the union of the documented fields (C17). When the author is deleted,
 * `user_id` is null, `username` is 'Unknown User', and `user` has no names.
 */
export const commentShape = (kind: SubjectKind) =>
  subjectShape(kind, {
    id: CommentId,
    user_id: z.nullable(UserId),
    user: z.extend(PublicProfile, { id: z.nullable(UserId) }),
    username: z.string(),
    /** Plain text with its line breaks; '' while it is folded. */
    content: z.string(),
    fold: FoldShape,
    /** The spoiler mark in percent of the game; null without one. */
    spoils_to: z.nullable(z.number()),
    /** ISO 8601, UTC. */
    created_at: z.string(),
    /** Hidden by an admin: only the author and admins receive it (G21). */
    isHidden: z.boolean(),
    /** Set while it waits for a moderator, or one has declined it. */
    hold: Hold,
    viewerCan: z.object({ delete: z.boolean() }),
  })
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
          'List the latest twenty comments, newest last, and their total count; the cursor leads to earlier ones',
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
        summary: 'Comment on something that the member may see',
        params,
        body: z.object({ content: contentShape(kind), spoils_to: spoilsTo }),
        response: z.object({ comment: Comment }),
        status: 201,
        refusals: { ...refusals, 400: ['no_game_to_spoil'] },
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
    deleteComment: deletionOf(kind),
  }
}

const deletionOf = (kind: SubjectKind) =>
  contract(
    { method: 'DELETE', path: subjectPaths(kind).comment },
    {
      name: `delete${capitalized(kind.type)}Comment`,
      access: 'member',
      summary: 'Delete a comment of your own',
      params: oneComment,
      response: NoContent,
      status: 204,
      refusals: { 403: ['not_your_comment'], 404: ['comment_not_found'] },
      signInMessage: SIGN_IN_TO_COMMENT,
    },
  )

export type CommentEndpoints = ReturnType<typeof commentEndpoints>
