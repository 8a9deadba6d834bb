import { type Route, route } from '#server/routes.ts'
import type { ActivityId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import * as contract from '../comments.contract.ts'
import * as service from './comments.service.ts'
import { viewComment } from './comments.view.ts'

const activity = (subjectId: ActivityId): SubjectRef => ({ subjectType: 'activity', subjectId })

export const commentsRoutes = (deps: service.CommentsDeps): Route[] => [
  route(contract.listComments, async ({ params: { activityId }, query, viewer }) => {
    const { rows, total, nextCursor } = await service.listComments(deps, viewer, activity(activityId), query.cursor)
    return { data: rows.map((row) => viewComment(row, viewer)), total, nextCursor }
  }),
  route(contract.addComment, async ({ params: { activityId }, body, viewer }) => {
    const row = await service.addComment(deps, viewer, activity(activityId), body.content)
    return { comment: viewComment(row, viewer) }
  }),
  route(contract.deleteComment, async ({ params, viewer }) => {
    await service.deleteComment(deps, viewer, params.commentId)
    return undefined
  }),
]
