import { admitting, type Route, route } from '#server/routes.ts'
import * as contract from '../steam.contract.ts'
import * as links from './links/steam-links.service.ts'
import { importFromSteam, refuseSteamImport, type SteamDeps } from './steam.service.ts'

export const steamRoutes = (deps: SteamDeps): Route[] => [
  admitting(
    route(contract.importFromSteam, async ({ viewer, body, request: { signal } }) => ({
      import: await importFromSteam(deps, viewer, body.profile, signal),
    })),
    (viewer) => refuseSteamImport(deps, viewer),
  ),
  route(contract.getSteam, ({ viewer }) => links.viewSteam(deps, viewer)),
  route(contract.linkSteam, ({ viewer, body }) => links.linkSteam(deps, viewer, body.profile)),
  route(contract.changeSteamLink, ({ viewer, body }) => links.setDaily(deps, viewer, body.is_daily)),
  route(contract.unlinkSteam, async ({ viewer }) => {
    await links.unlinkSteam(deps, viewer)
    return undefined
  }),
  route(contract.syncSteam, ({ viewer, body }) => links.beginSync(deps, viewer, { offersOpen: body.open })),
  route(contract.listSteamGames, ({ viewer, query }) => links.listGames(deps, viewer, query)),
  route(contract.changeSteamGame, async ({ viewer, params, body }) => ({
    game: await links.ignoreGame(deps, viewer, params.appId, body.is_ignored),
  })),
  route(contract.getSteamState, () => links.adminState(deps)),
]
