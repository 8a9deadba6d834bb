import { counted } from '#shared/counted.ts'
import type { GameFriend } from './game-friends.contract.ts'

/** Of the viewer's friends on the page of a game. */
export const GAME_FRIENDS_TEXTS = { title: 'Friends with this game' } as const

const DOING = [
  ['playing', 'plays it', 'play it'],
  ['completed', 'finished it', 'finished it'],
  ['dropped', 'dropped it', 'dropped it'],
  ['want_to_play', 'wants it', 'want it'],
] as const

/** '2 friends play it, 1 finished it'. */
export function gameFriendsText(friends: readonly Pick<GameFriend, 'status'>[]): string {
  return DOING.flatMap(([status, one, many]) => {
    const count = friends.filter((friend) => friend.status === status).length
    return count === 0 ? [] : [counted(count, `friend ${one}`, `friends ${many}`)]
  })
    .map((part, at) => (at === 0 ? part : part.replace(/ friends?/, '')))
    .join(', ')
}
