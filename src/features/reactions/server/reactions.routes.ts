import { type Route, route } from '#server/routes.ts'
import { type SubjectKind, subjectRef } from '#shared/subject.ts'
import { reactionEndpoints } from '../reactions.contract.ts'
import * as service from './reactions.service.ts'
import { viewReaction } from './reactions.view.ts'

/** The endpoints of every kind of subject that members react to. */
export const reactionsRoutes = (deps: service.ReactionsDeps): Route[] =>
  deps.subjects.discussed().flatMap(({ kind }) => routesOf(kind, deps))

function routesOf(kind: SubjectKind, deps: service.ReactionsDeps): Route[] {
  const endpoints = reactionEndpoints(kind)
  return [
    route(endpoints.react, async ({ params: { subjectId }, body, viewer }) => {
      const subject = subjectRef(kind, subjectId)
      const { reaction, reactions } = await service.toggleReaction(deps, viewer, subject, body.emoji)
      return { reaction: reaction && viewReaction(subject, reaction), reactions }
    }),
    route(endpoints.removeReaction, async ({ params: { subjectId }, viewer }) => {
      await service.removeReaction(deps, viewer, subjectRef(kind, subjectId))
      return undefined
    }),
  ]
}
