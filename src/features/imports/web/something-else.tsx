import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Preset } from '../imported-record.rules.ts'
import type { Import } from '../imports.contract.ts'
import { PRESET_LABELS } from '../imports.texts.ts'
import { RECOGNITION_TEXTS } from '../recognition.texts.ts'
import { showFailure } from './failure-text.api.ts'
import { readAgainMutation, recognitionQuery } from './imports.api.ts'

/** Says what a file was recognised as, before it is written, and leads out if that is wrong. */
export function RecognisedAs({ found: { id, preset } }: { found: Import }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 text-14 text-text-2">
        {preset === 'mapped' ? RECOGNITION_TEXTS.table : RECOGNITION_TEXTS.recognised(PRESET_LABELS[preset])}
      </p>
      <SomethingElse importId={id as ImportId} />
    </div>
  )
}

/** Reads the file as that of another tracker, or as a table whose columns the member maps. */
export function SomethingElse({ importId }: { importId: ImportId }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {RECOGNITION_TEXTS.somethingElse}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="question"
        title={RECOGNITION_TEXTS.dialogTitle}
        description={RECOGNITION_TEXTS.dialogText}
      >
        <Choices importId={importId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Choices({ importId, onDone }: { importId: ImportId; onDone: () => void }) {
  // The server opens the whole file for this.
  const { data } = useQuery(recognitionQuery(importId))
  const { signs = [], others = [], preset } = data?.recognised ?? {}
  const again = useMutation(readAgainMutation(useQueryClient(), importId))
  const read = (as: Preset) => void again.mutateAsync(as).then(onDone, showFailure)
  // Several presets are files of one tracker.
  const named = new Map(others.filter((each) => each !== 'mapped').map((each) => [PRESET_LABELS[each], each]))
  return (
    <div className="grid justify-items-start gap-2">
      {preset && preset !== 'mapped' && signs.length > 0 && (
        <p className="text-14 text-text-2">{RECOGNITION_TEXTS.because(PRESET_LABELS[preset], signs)}</p>
      )}
      <Button kind="line" disabled={again.isPending} onClick={() => read('mapped')}>
        {RECOGNITION_TEXTS.asTable}
      </Button>
      {[...named].map(([label, each]) => (
        <Button key={each} kind="line" disabled={again.isPending} onClick={() => read(each)}>
          {RECOGNITION_TEXTS.asTracker(label)}
        </Button>
      ))}
    </div>
  )
}
