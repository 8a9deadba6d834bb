import type { Db } from '#db/db.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../../people.contract.ts'
import { listCircle } from './circle.service.ts'
import * as find from './find-people.ts'
import { viewPerson, viewSuggestion } from './people.view.ts'
import { cacheNames } from './search.queries.ts'

const CIRCLE = [
  ['friends', contract.listProfileFriends],
  ['following', contract.listProfileFollowing],
  ['followers', contract.listProfileFollowers],
] as const

export function peopleRoutes({ db }: { db: Db }): Route[] {
  const names = cacheNames(db)
  return [
    route(contract.searchMembers, async ({ query, viewer }) => {
      const people = await find.searchMembers({ db, names }, viewer, query.search)
      return { data: people.map((row) => viewPerson(row, viewer?.id ?? null)) }
    }),
    route(contract.listSuggestions, async ({ viewer }) => {
      const { people, reasons } = await find.suggestMembers(db, viewer)
      return { data: people.map((row) => viewSuggestion(row, viewer.id, reasons.get(row.id))) }
    }),
    route(contract.getRelationship, ({ params, viewer }) => find.relationshipWith(db, viewer, params.userId)),
    route(contract.listFollows, async ({ query, viewer }) => {
      const { people, total, nextCursor } = await find.listFollows(db, viewer, query.list, query.cursor)
      return { data: people.map((row) => viewPerson(row, viewer.id)), total, nextCursor }
    }),
    ...CIRCLE.map(([list, endpoint]) =>
      route(endpoint, async ({ params, query, viewer, reply }) => {
        const { page, limit, as } = query
        const { people, viewerId, total, hasMore } = await listCircle(
          db,
          { ...params, as, viewer },
          list,
          { page, limit },
          reply,
        )
        return { data: people.map((row) => viewPerson(row, viewerId)), total, hasMore }
      }),
    ),
  ]
}
