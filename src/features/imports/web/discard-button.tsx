import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import { showFailure } from './failure-text.api.ts'
import { discardMutation } from './imports.api.ts'

/** Discards an import after a question, and returns to where imports begin. */
export function DiscardButton({ importId, isBig = false }: { importId: ImportId; isBig?: boolean }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const discard = useMutation(discardMutation(useQueryClient(), importId))
  return (
    <>
      <Button
        kind="quiet"
        {...(isBig && { size: 'big' })}
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={IMPORT_SCREEN_TEXTS.discardTitle}
        text={IMPORT_SCREEN_TEXTS.discard}
        confirmLabel="Discard"
        cancelLabel="Keep it"
        busyLabel="Discarding…"
        danger
        onConfirm={() => discard.mutateAsync().then(() => navigate('/settings/import'), showFailure)}
      />
    </>
  )
}
