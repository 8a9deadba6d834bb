import type * as z from 'zod/mini'
import { friendStatusFor } from '../../friends.rules.ts'
import type { Person, SuggestedPerson } from '../../people.contract.ts'
import type { PersonRow } from './people.queries.ts'
import type { SuggestionRow } from './suggestions.queries.ts'

export function viewPerson(row: PersonRow, viewerId: string | null): z.input<typeof Person> {
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    bio: row.bio,
    isFollowing: row.is_following,
    isFollowedBy: row.is_followed_by,
    friendStatus: friendStatusFor(viewerId, { user_id: row.sender_id, status: row.status }),
  }
}

const KINDS = [undefined, 'mutual_friends', 'same_games', 'active'] as const

export function viewSuggestion(
  row: PersonRow,
  viewerId: string,
  why: SuggestionRow | undefined,
): z.input<typeof SuggestedPerson> {
  return {
    ...viewPerson(row, viewerId),
    reason: { kind: KINDS[why?.kind ?? 3] ?? 'active', count: why?.shared ?? 0 },
  }
}
