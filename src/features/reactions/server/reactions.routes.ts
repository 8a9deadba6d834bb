import { type Route, route } from '#server/routes.ts'
import type { ActivityId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import * as contract from '../reactions.contract.ts'
import * as service from './reactions.service.ts'
import { viewReaction } from './reactions.view.ts'

const activity = (subjectId: ActivityId): SubjectRef => ({ subjectType: 'activity', subjectId })

export const reactionsRoutes = (deps: service.ReactionsDeps): Route[] => [
  route(contract.reactToActivity, async ({ params: { activityId }, body, viewer }) => {
    const { reaction, reactions } = await service.toggleReaction(deps, viewer, activity(activityId), body.emoji)
    return { reaction: reaction && viewReaction(activityId, reaction), reactions }
  }),
  route(contract.removeReaction, async ({ params: { activityId }, viewer }) => {
    await service.removeReaction(deps, viewer, activity(activityId))
    return undefined
  }),
]
