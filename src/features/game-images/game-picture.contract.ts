import * as z from 'zod/mini'
import { contract, FileBytes } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import * as endpoints from './game-picture.endpoints.ts'

export const getGamePicture = contract(endpoints.getGamePicture, {
  access: 'anyone',
  summary: 'Get the picture of a stored game for link previews, 1200 by 630',
  params: z.object({ gameId: GameId }),
  response: FileBytes,
  file: 'image/png',
  refusals: { 404: ['game_not_found'] },
  budget: 'profile-read',
})
