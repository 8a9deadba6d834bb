import { type Route, route } from '#server/routes.ts'
import * as contract from '../../lists.contract.ts'
import type { ListsDeps } from '../lists.service.ts'
import { viewList } from '../lists.view.ts'
import { listOnHome, pinToHome } from './home-lists.service.ts'

export const homeListsRoutes = (deps: ListsDeps): Route[] => [
  route(contract.listHomeLists, async ({ viewer }) => {
    const { rows, covers } = await listOnHome(deps, viewer)
    return { data: rows.map((row) => viewList(row, covers, viewer)) }
  }),
  route(contract.pinListToHome, async ({ params, body, viewer }) => {
    await pinToHome(deps, viewer, params.listId, body.is_on_home)
    return body
  }),
]
