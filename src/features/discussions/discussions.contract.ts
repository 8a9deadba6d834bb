import * as z from 'zod/mini'
import { commentShape } from '#features/comments/comments.contract.ts'
import { ReactionCount } from '#features/reactions/reactions.contract.ts'
import { contract } from '#shared/contract.ts'
import { type SubjectKind, subjectPaths } from '#shared/subject.ts'
import { subjectIds } from '#shared/subject-shapes.ts'
import { capitalized } from '#shared/text.ts'

/** The fields of a response that describe the reactions and comments of a subject (G26). */
export const discussionFields = (kind: SubjectKind) => ({
  /** The number of members per emoji. */
  reactions: z.array(ReactionCount),
  /** The last three, newest last; `comments_count` is of all. */
  comments: z.array(commentShape(kind)),
  comments_count: z.number(),
})

/** Returns the endpoint that lists the reactions and comments of several subjects of one kind. */
export function discussionEndpoints(kind: SubjectKind) {
  return {
    listDiscussions: contract(
      { method: 'GET', path: subjectPaths(kind).discussions },
      {
        name: `list${capitalized(kind.type)}Discussions`,
        access: 'anyone',
        summary: 'Get the reactions and comments of several items on a page; omits deleted and inaccessible ones',
        query: z.object({ ids: subjectIds(kind) }),
        response: z.object({ data: z.array(z.object({ id: z.string(), ...discussionFields(kind) })) }),
      },
    ),
  }
}
export type DiscussionEndpoints = ReturnType<typeof discussionEndpoints>

/** The reactions and comments of one subject. */
export type Discussion = z.infer<DiscussionEndpoints['listDiscussions']['response']>['data'][number]
