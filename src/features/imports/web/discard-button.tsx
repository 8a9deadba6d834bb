import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure } from './failure-text.ts'
import { discardMutation } from './imports.api.ts'

/** Discards an import and returns to where imports begin. */
export function DiscardButton({ importId, isBig = false }: { importId: ImportId; isBig?: boolean }) {
  const navigate = useNavigate()
  const discard = useMutation(discardMutation(useQueryClient(), importId))
  return (
    <Button
      kind="quiet"
      {...(isBig && { size: 'big' })}
      className="justify-self-start"
      busy={discard.isPending}
      busyLabel="Discarding…"
      onClick={() => void discard.mutateAsync().then(() => navigate('/settings/import'), showFailure)}
    >
      Discard
    </Button>
  )
}
