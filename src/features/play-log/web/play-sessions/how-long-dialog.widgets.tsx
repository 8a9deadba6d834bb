import { type FormEvent, useState } from 'react'
import { durationText } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import { minutesOf } from '../../play-sessions.rules.ts'
import { HOW_LONG } from '../../play-sessions.texts.ts'
import type { Acting } from '../game-actions.api.ts'
import { DurationField, durationProblem } from './duration-field.tsx'
import { discardPlayTimer, stopPlayTimer } from './timer-actions.api.ts'

/** Asks for the real duration of a forgotten timer, instead of logging a session of half a day. */
export function HowLongDialog({ acting, ms, onClose }: { acting: Acting; ms: number; onClose: () => void }) {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [shown] = useState(ms)

  const closeAfter = async (work: () => Promise<unknown>) => {
    setSaving(true)
    await work()
    setSaving(false)
    onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isSaving && durationProblem(text) === null)
      void closeAfter(() => stopPlayTimer(acting, minutesOf(text) as number))
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={HOW_LONG}
      description={PLAY_LOG_TEXTS.timerVeryLong(durationText(Math.round(shown / 60_000)))}
      size="question"
      isTyped={text !== ''}
      isSaving={isSaving}
      onSubmit={save}
      footer={
        <>
          <Button kind="quiet" onClick={() => void closeAfter(() => discardPlayTimer(acting))} disabled={isSaving}>
            Discard it
          </Button>
          <Button kind="solid" type="submit" busy={isSaving} busyLabel="Saving…" className="ml-auto">
            Save session
          </Button>
        </>
      }
    >
      <DurationField value={text} onChange={setText} showsProblem={isTried} disabled={isSaving} />
    </Dialog>
  )
}
