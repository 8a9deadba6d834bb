import { listGames } from '#features/catalogue/catalogue.contract.ts'
import { GAMES_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { contract } from '#shared/contract.ts'
import * as endpoints from './games-for-me.endpoints.ts'

export const listGamesForMe = contract(endpoints.listGamesForMe, {
  access: 'anyone',
  summary:
    'List a page of the catalogue with the filters about the viewer: their shelf, friends and platforms; a visitor gets it without these',
  query: listGames.query,
  response: listGames.response,
  failureMessage: GAMES_FAILED,
})
