import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { SplitPreview } from '../game-merges.contract.ts'
import { splitTwoGames } from '../game-merges.endpoints.ts'
import { movedText, SPLIT_TEXTS } from '../game-merges.texts.ts'

/** Says what a split gives back and what stays, and splits the games. */
export function AskToSplit(props: { preview: SplitPreview; client: QueryClient; onClose: () => void }) {
  const { client, onClose } = props
  const { from, into, returns, stays } = props.preview
  const isAny = Object.values(stays).some((count) => count > 0)
  async function split(): Promise<void> {
    try {
      await call(splitTwoGames, { params: { gameId: from.id } })
      toast({ title: SPLIT_TEXTS.done(from.name) })
    } catch (failure) {
      showFailure(SPLIT_TEXTS.failed, failure)
    }
    await client.invalidateQueries()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={SPLIT_TEXTS.title(from.name, into.name)}
      text={[
        SPLIT_TEXTS.returns(from.name, movedText(returns)),
        isAny && SPLIT_TEXTS.stays(into.name, movedText(stays)),
        SPLIT_TEXTS.rules,
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={SPLIT_TEXTS.confirm}
      busyLabel={SPLIT_TEXTS.busy}
      onConfirm={split}
    />
  )
}
