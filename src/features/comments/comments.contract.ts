import * as z from 'zod/mini'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { ActivityId, CommentId, UserId } from '#shared/ids.ts'
import * as endpoints from './comments.endpoints.ts'
import { COMMENT_ID_REQUIRED, COMMENT_TOO_LONG, CONTENT_REQUIRED, SIGN_IN_TO_COMMENT } from './comments.messages.ts'
import { isTooLong, readComment } from './comments.rules.ts'

/**
 * One comment: the union of the documented fields (C17). Of an author who is gone `user_id` is null, `username` says
 * 'Unknown User', and `user` has no names.
 */
export const Comment = z.object({
  id: CommentId,
  activity_id: ActivityId,
  user_id: z.nullable(UserId),
  user: z.extend(PublicProfile, { id: z.nullable(UserId) }),
  username: z.string(),
  /** Plain text with its line breaks. */
  content: z.string(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** Hidden by an admin: only its author and admins get it (G21). */
  isHidden: z.boolean(),
  viewerCan: z.object({ delete: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

const OneActivity = z.object({ activityId: ActivityId })

export const listComments = contract(endpoints.listComments, {
  access: 'anyone',
  summary: 'The latest twenty comments, newest last, and how many there are; the cursor leads to earlier ones',
  params: OneActivity,
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(Comment), total: z.number(), nextCursor: z.nullable(z.string()) }),
  refusals: ['activity_not_found', '42501'],
})

const Content = z.pipe(
  z.string(CONTENT_REQUIRED),
  z.transform((text, context) => {
    const content = readComment(text)
    const message = content === '' ? CONTENT_REQUIRED : isTooLong(content) ? COMMENT_TOO_LONG : null
    if (message !== null) context.issues.push({ code: 'custom', message, input: text })
    return content
  }),
)

export const addComment = contract(endpoints.addComment, {
  access: 'member',
  summary: 'Comments on an activity that the member may see',
  params: OneActivity,
  body: z.object({ content: Content }),
  response: z.object({ comment: Comment }),
  status: 201,
  refusals: ['activity_not_found', '42501'],
  budget: 'comment',
  signInMessage: SIGN_IN_TO_COMMENT,
})

export const deleteComment = contract(endpoints.deleteComment, {
  access: 'member',
  summary: 'Takes a comment of one’s own back',
  params: z.object({
    commentId: z.pipe(z.string().check(z.trim(), z.minLength(1, COMMENT_ID_REQUIRED)), CommentId),
  }),
  response: NoContent,
  status: 204,
  refusals: ['comment_not_found', 'not_your_comment'],
  signInMessage: SIGN_IN_TO_COMMENT,
})
