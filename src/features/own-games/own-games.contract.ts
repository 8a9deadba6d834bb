import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { contract } from '#shared/contract.ts'
import { GameId, OwnGameId } from '#shared/ids.ts'
import * as endpoints from './own-games.endpoints.ts'
import { ownGameDraft } from './own-games.schemas.ts'

// Games that only the member has. An import makes them (decision 0086).

const OneOwnGame = z.object({ gameId: OwnGameId })
export const OwnGame = z.object({
  /** As lists show it. */
  card: GameCard,
  name: z.string(),
  platform: z.nullable(z.string()),
  year: z.nullable(z.number()),
})
export type OwnGame = z.infer<typeof OwnGame>
const response = z.object({ game: OwnGame })

export const getOwnGame = contract(endpoints.getOwnGame, {
  access: 'member',
  summary: 'Get a game of the viewer’s own, which the catalogue does not know and nobody else sees',
  params: OneOwnGame,
  response,
  refusals: { 404: ['game_not_found'] },
})

export const editOwnGame = contract(endpoints.editOwnGame, {
  access: 'member',
  summary: 'Change name, platform and year of a game of the viewer’s own',
  params: OneOwnGame,
  body: ownGameDraft,
  response,
  refusals: { 404: ['game_not_found'] },
})

export const joinOwnGame = contract(endpoints.joinOwnGame, {
  access: 'member',
  summary: 'Join a game of the viewer’s own to one of the catalogue, with everything that the library knows of it',
  params: OneOwnGame,
  body: z.object({ game_id: GameId }),
  response: z.object({ game: GameCard }),
  refusals: { 404: ['game_not_found', 'entry_not_found'] },
})
