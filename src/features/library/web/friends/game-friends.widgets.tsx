import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { GameId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { gameFriendsText } from '../../game-friends.texts.ts'
import { gameFriendsQuery } from './game-friends.api.ts'

const FriendsSheet = lazyLoaded(() => import('./game-friends-sheet.tsx'), 'FriendsSheet')

/** The number of faces in the line; the sheet shows all. */
const FACES = 5

/** Renders who of the viewer's friends has the game, as one line of faces that opens all of them; nothing if nobody has. */
export function GameFriends({ id }: { id: GameId }) {
  const { data: friends = [] } = useQuery(gameFriendsQuery(id))
  const [isOpen, setOpen] = useState(false)
  if (friends.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="mt-3 -mb-2 flex min-h-8 max-w-full items-center gap-2.5 text-left text-14 text-text-2"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="flex flex-none">
          {friends.slice(0, FACES).map(({ user }, at) => (
            <Avatar
              key={user.id}
              id={user.id}
              name={memberName(user)}
              src={user.avatar_url}
              size={24}
              className={at > 0 ? '-ml-1.5' : ''}
            />
          ))}
        </span>
        <span className="underline-offset-3 hover:underline">{gameFriendsText(friends)}</span>
      </button>
      {isOpen && (
        <Suspense>
          <FriendsSheet friends={friends} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
