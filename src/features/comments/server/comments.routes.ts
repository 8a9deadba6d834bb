import { deleteOnce, runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import { type SubjectKind, subjectKey, subjectRef } from '#shared/subject.ts'
import { commentEndpoints } from '../comments.contract.ts'
import * as service from './comments.service.ts'
import { viewComment, viewOne, viewReply } from './comments.view.ts'

/** The endpoints of every kind of subject that members comment on. */
export const commentsRoutes = (deps: service.CommentsDeps): Route[] =>
  deps.subjects.discussed().flatMap(({ kind }) => routesOf(kind, deps))

function routesOf(kind: SubjectKind, deps: service.CommentsDeps): Route[] {
  const endpoints = commentEndpoints(kind)
  return [
    route(endpoints.listComments, async ({ params: { subjectId }, query, viewer }) => {
      const subject = subjectRef(kind, subjectId)
      const { rows, total, nextCursor } = await service.listComments(deps, viewer, subject, query.cursor)
      return { data: rows.map((row) => viewComment(row, viewer)), total, nextCursor }
    }),
    route(endpoints.addComment, ({ params: { subjectId }, body, viewer, request, reply }) => {
      const draft = { content: body.content, spoilsTo: body.spoils_to ?? null, replyTo: body.reply_to ?? null }
      const subject = subjectRef(kind, subjectId)
      const add = async (inside: service.CommentsDeps) => ({
        comment: viewComment(await service.addComment(inside, viewer, subject, draft), viewer),
      })
      const once = { address: `POST ${subjectKey(subject)}`, write: add, withoutKey: () => add(deps) }
      return runOnce(deps, { request, reply, body }, once)
    }),
    route(endpoints.getComment, async ({ params, viewer }) => {
      const row = await service.requireComment(deps, viewer, kind.type, params.commentId)
      return { comment: viewOne(row, viewer) }
    }),
    route(endpoints.listReplies, async ({ params: { commentId }, query, viewer }) => {
      const { rows, nextCursor } = await service.listReplies(deps, viewer, { type: kind.type, commentId }, query.cursor)
      return { data: rows.map((row) => viewReply(row, viewer)), nextCursor }
    }),
    route(endpoints.deleteComment, async ({ params: { commentId }, viewer, request, reply }) => {
      const remove = (inside: service.CommentsDeps) => service.deleteComment(inside, viewer, kind.type, commentId)
      await deleteOnce(deps, { request, reply }, { address: `DELETE comment ${commentId}`, remove })
      return undefined
    }),
  ]
}
