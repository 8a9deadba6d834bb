import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { useEntryDialog } from '#features/play-log/web/use-entry-dialog.widgets.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { COPY_TEXTS, copiesText } from '../copies.texts.ts'
import { copiesQuery } from './copies.api.ts'

const CopiesDialog = lazyLoaded(() => import('./copies-dialog.widgets.tsx'), 'CopiesDialog')

/** Renders how many copies of a game the viewer owns, as the button that opens them. */
export function CopiesButton({ game }: { game: ActionGame }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const { entry, isOpen, open, close } = useEntryDialog(game, COPY_TEXTS.notInLibrary)
  const { data } = useQuery({ ...copiesQuery(game.id), enabled: Boolean(entry) })
  const count = entry ? (data?.length ?? 0) : 0
  return (
    <>
      <Button kind="quiet" icon="copy" className="shrink-0 grow" onClick={open}>
        {count === 0 ? 'Copies' : copiesText(count)}
      </Button>
      {isOpen && (
        <Suspense>
          <CopiesDialog game={game} acting={{ client, viewer, openLog: () => {} }} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
