import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { StatusMark } from '#web/ui/status.tsx'
import type { GameFriend } from '../../game-friends.contract.ts'
import { GAME_FRIENDS_TEXTS } from '../../game-friends.texts.ts'

/** Shows all friends who have a game, with status and stars. */
export function FriendsSheet({ friends, onClose }: { friends: readonly GameFriend[]; onClose: () => void }) {
  return (
    <Dialog open size="question" onOpenChange={(open) => open || onClose()} title={GAME_FRIENDS_TEXTS.title}>
      <ul>
        {friends.map(({ user, status, user_rating }) => (
          <li
            key={user.id}
            className="grid grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-2.5 first:border-t-0"
          >
            <MemberLink member={user} isRepeated>
              <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={36} />
            </MemberLink>
            <p className="min-w-0">
              <MemberLink member={user} className="font-[650] wrap-anywhere underline-offset-3 hover:underline">
                {memberName(user)}
              </MemberLink>
              <span className="block text-13">
                <StatusMark status={status} />
              </span>
            </p>
            {user_rating !== null && <Stars value={user_rating / 2} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
