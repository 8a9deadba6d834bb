import { useQueryClient } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { type DialogRequest, requestDialog } from './dialog-requests.ts'
import { GameDialog } from './use-game-actions.widgets.tsx'

/** Renders the dialog of a request, for the viewer who is signed in now. */
export function RequestedDialog({ request, onClose }: { request: DialogRequest; onClose: () => void }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const { game, open } = request
  const acting = {
    client,
    viewer,
    openLog: (preset?: 'completed') => requestDialog({ game, open: { kind: 'log', ...(preset && { preset }) } }),
  }
  return (
    viewer && (
      <GameDialog
        game={game}
        acting={acting}
        open={open}
        onClose={onClose}
        onReview={(game) => requestDialog({ game, open: { kind: 'review' } })}
      />
    )
  )
}
