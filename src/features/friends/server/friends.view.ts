import type * as z from 'zod/mini'
import type { Friend, FriendLink, FriendRequest } from '../friends.contract.ts'
import { presenceStatus } from '../presence.rules.ts'
import type { LinkRow } from './friends.queries.ts'
import type { OtherParty } from './friends.service.ts'

export function viewLink(row: LinkRow): z.input<typeof FriendLink> {
  const { id, user_id, friend_id } = row
  return {
    id,
    user_id,
    friend_id,
    status: row.status as FriendLink['status'],
    created_at: row.created_at.toISOString(),
  }
}

export function viewFriend({ link, person, isHere, game }: OtherParty): z.input<typeof Friend> {
  const currentGame = game && { id: game.id, name: game.name, cover_url: game.cover_url }
  return {
    id: person.id,
    username: person.username,
    display_name: person.display_name,
    avatar_url: person.avatar_url,
    bio: person.bio,
    link_id: link.link_id,
    status: link.status as Friend['status'],
    sender_id: link.sender_id,
    created_at: link.created_at.toISOString(),
    online_status: 'offline',
    currentGame,
    presence: { status: presenceStatus(isHere, game !== null), currentGame },
  }
}

export function viewRequest({ link, person }: OtherParty): z.input<typeof FriendRequest> {
  const { id, username, display_name, avatar_url } = person
  return { id, username, display_name, avatar_url, link_id: link.link_id, created_at: link.created_at.toISOString() }
}
