import * as z from 'zod/mini'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import * as endpoints from './game-friends.endpoints.ts'
import { STATUSES } from './library.rules.ts'

const GameFriend = z.object({
  user: PublicProfile,
  status: z.enum(STATUSES),
  /** 1 to 10, as in the library. */
  user_rating: z.nullable(z.number()),
})
export type GameFriend = z.infer<typeof GameFriend>

export const listGameFriends = contract(endpoints.listGameFriends, {
  access: 'member',
  summary:
    'List the friends of the viewer who have a game in a library that they show: who plays it first, at most 200',
  params: z.object({ gameId: GameId }),
  response: z.object({ friends: z.array(GameFriend) }),
})
