import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { MergeSide } from '../game-merges.contract.ts'
import { mergeTwoGames } from '../game-merges.endpoints.ts'
import { askText, MERGE_TEXTS, movedText } from '../game-merges.texts.ts'

/** Asks once more, because a merge cannot be undone, and merges the games. */
export function AskToMerge(props: { goes: MergeSide; stays: MergeSide; client: QueryClient; onClose: () => void }) {
  const { goes, stays, client, onClose } = props
  const navigate = useNavigate()
  async function merge(): Promise<void> {
    try {
      await call(mergeTwoGames, { body: { from: goes.game.id as GameId, to: stays.game.id as GameId } })
      toast({ title: askText.done(goes.game.name, stays.game.name) })
      await navigate('/admin/merges', { replace: true })
    } catch (error) {
      showFailure(MERGE_TEXTS.failed, error)
    }
    await client.invalidateQueries()
  }
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={askText.title(goes.game.name, stays.game.name)}
      text={askText.text(movedText(goes.rows), goes.game.name)}
      confirmLabel={MERGE_TEXTS.merge}
      busyLabel={MERGE_TEXTS.busy}
      onConfirm={merge}
    />
  )
}
