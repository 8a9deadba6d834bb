import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { entryQuery } from '#features/library/web/library.api.ts'
import { toast } from '#web/ui/toasts.ts'
import type { ActionGame } from './game-actions.api.ts'

/**
 * Returns the viewer's entry of a game, and whether a dialog about it is open. A visitor signs in first, and for a game
 * that is not in the library `missing` says what to do.
 */
export function useEntryDialog(game: ActionGame, missing: string) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const { data: entry } = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  const open = () => {
    if (entry) return setOpen(true)
    if (viewer) return toast({ title: missing })
    const acting = { client, viewer, gameId: game.id, gameName: game.name, openLog: () => {} }
    void import('./game-actions.api.ts').then(({ askToSignIn }) => askToSignIn(acting, 'add', () => setOpen(true)))
  }
  return { entry: viewer ? entry : null, isOpen, open, close: () => setOpen(false) }
}
