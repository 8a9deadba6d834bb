import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { NOTHING_CHANGED, SIGN_IN } from '#features/library/library.texts.ts'
import { LibraryError } from '#features/library/web/library-changes.api.ts'
import { gamesText, plural } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError, networkTextOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { MANY_TEXTS } from '../../many-games.texts.ts'

/**
 * A button that adds all these games to the viewer's library as want to play, with one toast that can undo it. A visitor
 * signs in first (R-LIB-11).
 */
export function AddAllButton({ ids }: { ids: readonly GameId[] }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [isBusy, setBusy] = useState(false)

  const askToSignIn = () => requestSignIn({ description: SIGN_IN.add, onSuccess: () => void add() })

  async function add(): Promise<void> {
    setBusy(true)
    try {
      // Only who presses the button needs this code.
      const { addAll } = await import('./change-many.api.ts')
      const { added, undo } = await addAll(client, ids)
      const others = ids.length - added
      if (!undo) return toast({ title: MANY_TEXTS.addedAlready })
      toast({
        title: `${plural(added, 'Game', gamesText(added))} added to library`,
        status: 'want_to_play',
        ...(others > 0 && { description: `${gamesText(others)} ${plural(others, 'was', 'were')} there already` }),
        undo: () => void undo().then((removed) => showRest(added - removed), showFailure),
      })
    } catch (error) {
      if (error instanceof LibraryError && error.cause instanceof CallError && error.cause.status === 401) askToSignIn()
      else showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      kind="solid"
      icon="plus"
      busy={isBusy}
      busyLabel="Adding…"
      onClick={() => (viewer ? void add() : askToSignIn())}
    >
      Add all to library
    </Button>
  )
}

/** The undo leaves the games that have changed since. */
function showRest(count: number): void {
  if (count > 0) toast({ title: MANY_TEXTS.restStayed(count) })
}

function showFailure(error: unknown): void {
  if (!(error instanceof LibraryError)) throw error
  toast({ title: error.message, description: networkTextOf(error.cause) ?? NOTHING_CHANGED, tone: 'danger' })
}
