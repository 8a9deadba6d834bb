import type { Db } from '#db/db.ts'
import { type Route, route } from '#server/routes.ts'
import type { Subjects } from '#server/subjects.ts'
import { discussionEndpoints } from '../discussions.contract.ts'
import { loadDiscussions } from './discussions.service.ts'

/** The calls of every kind of subject that members react to and comment on. */
export const discussionsRoutes = (deps: { db: Db; subjects: Subjects }): Route[] =>
  deps.subjects.discussed().map((subject) =>
    route(discussionEndpoints(subject.kind).listDiscussions, async ({ query, viewer, reply }) => ({
      data: await loadDiscussions(deps, viewer, subject, query.ids, reply),
    })),
  )
