import type { Db } from '#db/db.ts'
import { cachedForMember, type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { getPace } from '../../how-long.contract.ts'
import { readPace } from './how-long.service.ts'

export const howLongRoutes = ({ db }: { db: Db }): Route[] => [
  cachedForMember(
    route(getPace, async ({ viewer, reply }) => {
      const { pace, games } = await readPace(db, viewer.id)
      reply.shows(tag.shelf(viewer.id), ...games.map((id) => tag.game(id)))
      return { pace }
    }),
  ),
]
