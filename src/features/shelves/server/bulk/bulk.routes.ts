import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import {
  addMany,
  changeManyStatuses,
  changePlaythroughs,
  changeShelf,
  rateMany,
  removeMany,
  undoAddMany,
  undoMany,
} from '../../bulk.contract.ts'
import * as service from './bulk.service.ts'
import { changeManyPlaythroughs } from './bulk-playthroughs.service.ts'

export const bulkRoutes = (deps: LibraryDeps): Route[] => [
  route(addMany, ({ viewer, body }) => service.addMany(deps, viewer, body.game_ids)),
  route(undoAddMany, ({ viewer, body }) => service.undoAddMany(deps, viewer, body.undo_id)),
  route(changeManyStatuses, ({ viewer, body }) => service.changeMany(deps, viewer, body.game_ids, body.status)),
  route(changeShelf, ({ viewer, body, request, reply }) => {
    const write = (inside: LibraryDeps) => service.changeShelf(inside, viewer, body)
    return runOnce(deps, { request, reply, body }, { address: 'POST shelf', write })
  }),
  route(rateMany, ({ viewer, body }) => service.rateMany(deps, viewer, body.game_ids, body.user_rating)),
  route(changePlaythroughs, ({ viewer, body: { game_ids, ...change } }) =>
    changeManyPlaythroughs(deps, viewer, game_ids, change),
  ),
  route(undoMany, ({ viewer, body }) => service.undoMany(deps, viewer, body.undo_id)),
  route(removeMany, ({ viewer, body }) => service.removeMany(deps, viewer, body.game_ids)),
]
