import { type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import * as contract from '../activity.contract.ts'
import * as service from './activity.service.ts'
import { viewActivity, viewPerson } from './activity.view.ts'
import { loadCircle } from './circle/circle.service.ts'
import { filterStillVisible } from './live/live.ts'
import { deleteOwnActivity, shareActivity } from './recording/activity-recording.service.ts'

export const activityRoutes = (deps: service.ActivityDeps): Route[] => [
  route(contract.listFeed, async ({ query, viewer, reply }) => {
    const list = await service.listFeed(deps, viewer, query)
    reply.shows(tag.feed, ...service.tagsOfList(list))
    return { activities: list.rows.map((row) => viewActivity(row, list, viewer)), nextCursor: list.nextCursor }
  }),
  route(contract.listMyActivities, async ({ query, viewer }) => {
    const { rows, nextCursor, ...relations } = await service.listMine(deps, viewer, query)
    return { activities: rows.map((row) => viewActivity(row, relations, viewer)), nextCursor }
  }),
  route(contract.listGameActivities, async ({ params, query, viewer, reply }) => {
    const list = await service.listOfGame(deps, viewer, params.gameId, query.page)
    reply.shows(tag.activitiesAbout(params.gameId), ...service.tagsOfList(list))
    return { data: list.rows.map((row) => viewActivity(row, list, viewer)), hasMore: list.hasMore }
  }),
  route(contract.listProfileActivities, async ({ params, query, viewer, reply }) => {
    const { as, ...part } = query
    const { views, nextCursor } = await service.listViewsOfMember(deps, { ...params, as, viewer }, part, reply)
    return { data: views, hasMore: nextCursor !== null, nextCursor }
  }),
  route(contract.createActivity, async ({ body, viewer, reply }) => {
    const update = { type: body.activity_type, gameId: body.game_id, details: body.details ?? {} }
    const shared = await shareActivity(deps, viewer, update)
    if (!shared) {
      reply.madeNothing()
      return undefined
    }
    const { rows, ...relations } = shared
    return { activity: viewActivity(rows[0]!, relations, viewer) }
  }),
  route(contract.listVisibleNews, async ({ query, viewer }) => ({
    ids: await filterStillVisible(deps, viewer, query),
  })),
  route(contract.getActivity, async ({ params, viewer, reply }) => {
    const list = await service.requireActivity(deps, viewer, params.activityId)
    reply.shows(tag.feed, ...service.tagsOfList(list))
    return { activity: viewActivity(list.rows[0]!, list, viewer) }
  }),
  route(contract.deleteActivity, async ({ params, viewer }) => {
    await deleteOwnActivity(deps, viewer, params.activityId)
    return undefined
  }),
  route(contract.getCircle, async ({ viewer }) => {
    const { people, popular } = await loadCircle(deps, viewer)
    return { people: people.map(viewPerson), popular }
  }),
]
