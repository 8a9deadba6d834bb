import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { entryQuery } from '#features/library/web/library.api.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import type { GameId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { WRONG_GAME } from '../entry-moves.texts.ts'

const MoveDialog = lazyLoaded(() => import('./move-dialog.widgets.tsx'), 'MoveDialog')

/** Renders the link in a game's panel that moves the viewer's entry to another game. */
export function WrongGame({ game }: { game: { id: GameId; name: string } }) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const { data: entry } = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  const [isOpen, setOpen] = useState(false)
  // The dialog ends the entry, and stays for what it says then.
  if (!viewer || isOwnGameId(game.id) || (!entry && !isOpen)) return null
  return (
    <div className="-mt-1 text-right">
      <button type="button" className="linkish text-13 text-text-3" onClick={() => setOpen(true)}>
        {WRONG_GAME}
      </button>
      {isOpen && (
        <Suspense>
          <MoveDialog
            ids={[game.id]}
            name={game.name}
            onClose={() => setOpen(false)}
            onMoved={(to) => void navigate(`/game/${to}`)}
          />
        </Suspense>
      )}
    </div>
  )
}
