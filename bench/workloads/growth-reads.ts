import { searchOf } from '#shared/endpoint.ts'
import type { Place } from '../paths.ts'
import type { Actor, World } from '../world.ts'

const SWITCH = 130

/** Returns the reads of the remaining features, for a member with a large library and for one with many followers. */
export function otherReads(world: World): (Place & { headers: Record<string, string> })[] {
  const [player, famous] = [world.cast.players[0], world.cast.famous[0]]
  if (!player || !famous) return []
  const as = ({ visitor }: Actor) => ({ headers: { cookie: visitor.cookie() } })
  const profile = `/api/profiles/${player.id}`
  const texts = ['ze', 'the', 'zelda', 'reader', 'castle puzzle', 'xylophonist']
  return [
    ...texts.flatMap((text) => [
      { name: `search of everything, ${text}`, path: `/api/search${searchOf({ q: text })}`, headers: {} },
      { name: `search of everything, ${text}, member`, path: `/api/search${searchOf({ q: text })}`, ...as(famous) },
    ]),
    { name: 'statistics', path: `${profile}/statistics`, ...as(player) },
    { name: 'statistics for others', path: `${profile}/statistics`, ...as(famous) },
    { name: 'facets of a library', path: `${profile}/games/facets`, ...as(player) },
    { name: 'library by name, page 10', path: `${profile}/games?sort=name&page=10`, ...as(famous) },
    { name: 'profile achievements', path: `${profile}/achievements`, ...as(famous) },
    { name: 'profile badges', path: `${profile}/badges`, ...as(famous) },
    { name: 'profile challenges', path: `${profile}/challenges`, ...as(famous) },
    { name: 'profile pins', path: `${profile}/pins`, ...as(famous) },
    { name: 'profile friends', path: `${profile}/friends`, ...as(famous) },
    { name: 'own achievements', path: '/api/achievements', ...as(player) },
    { name: 'own achievement games', path: '/api/achievements/games', ...as(player) },
    { name: 'own activities', path: '/api/activities/mine', ...as(player) },
    { name: 'dashboard', path: '/api/user/dashboard', ...as(player) },
    { name: 'own stats', path: '/api/user/stats', ...as(player) },
    { name: 'copies', path: '/api/library/copies', ...as(player) },
    { name: 'queue', path: '/api/library/queue', ...as(player) },
    { name: 'own shelves', path: '/api/library/shelves', ...as(player) },
    { name: 'friend requests', path: '/api/friends/requests', ...as(famous) },
    { name: 'blocks', path: '/api/blocks', ...as(player) },
    { name: 'releases', path: '/api/releases', headers: {} },
    { name: 'releases of a platform', path: `/api/releases?platform=${SWITCH}`, headers: {} },
    { name: 'past releases', path: '/api/releases?span=out', headers: {} },
    { name: 'platforms of releases', path: '/api/releases/platforms', headers: {} },
    { name: 'own releases', path: '/api/releases/mine', ...as(player) },
    { name: 'lists', path: '/api/lists', headers: {} },
    { name: 'latest reviews', path: '/api/reviews/browse', ...as(famous) },
    { name: 'challenges', path: '/api/challenges', ...as(famous) },
    { name: 'news', path: '/api/news?search=update', headers: {} },
    { name: 'conversations', path: '/api/messages/conversations', ...as(famous) },
    { name: 'page of a search', path: '/search?q=zelda', headers: {} },
    { name: 'page of a search for people', path: '/profile/friends?find=ze', ...as(player) },
    { name: 'page of a profile', path: `/profile/${player.username}`, ...as(famous) },
  ]
}
