import { useState } from 'react'
import { FormFoot } from '#features/library/web/form-foot.widgets.tsx'
import { isBefore, PLATFORM_LENGTH, partialDayFrom } from '#features/play-log/play-sessions.rules.ts'
import { SESSION_TEXTS } from '#features/play-log/play-sessions.texts.ts'
import { DayField, partialDayProblem } from '#features/play-log/web/day-field.widgets.tsx'
import { useProblemForm } from '#features/play-log/web/run-for-problem.api.ts'
import { localDay } from '#shared/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { BULK_TEXTS } from '../../bulk.texts.ts'
import { MANY_TEXTS } from '../../many-games.texts.ts'

export interface PlaythroughFields {
  platform?: string
  started_on?: string
  finished_on?: string
}

/** Renders platform and dates for the playthroughs of several games; an empty field changes nothing. */
export function PlaythroughDialog(props: {
  count: number
  /** Sends the change. Returns the sentence of a failure, null when it worked. */
  onSave: (change: PlaythroughFields) => Promise<string | null>
  onClose: () => void
}) {
  const { count, onSave, onClose } = props
  const today = localDay(new Date())
  const [platform, setPlatform] = useState('')
  const [started, setStarted] = useState('')
  const [finished, setFinished] = useState('')
  const { isTried, isSaving, problem, submit } = useProblemForm()
  const errors = problemsOf(started, finished, today)
  const isWrong = Boolean(errors.started || errors.finished)
  const save = async () => {
    const change = changeOf(platform, started, finished)
    return Object.keys(change).length === 0 ? BULK_TEXTS.nothing : onSave(change)
  }
  return (
    <Dialog
      open
      size="question"
      isTyped={platform + started + finished !== ''}
      isSaving={isSaving}
      onOpenChange={onClose}
      title="Platform and dates"
      description={MANY_TEXTS.playthrough(count)}
      onSubmit={(event) => void submit(event, isWrong, save)}
      footer={<FormFoot label="Save" problem={problem} isSaving={isSaving} onClose={onClose} />}
    >
      <div className="grid gap-5">
        <PlatformField value={platform} onChange={setPlatform} disabled={isSaving} />
        <DayField
          label="Started"
          value={started}
          onChange={setStarted}
          today={today}
          error={isTried ? errors.started : undefined}
          disabled={isSaving}
        />
        <DayField
          label="Finished or dropped"
          chips="No change"
          value={finished}
          onChange={setFinished}
          today={today}
          error={isTried ? errors.finished : undefined}
          disabled={isSaving}
        />
      </div>
    </Dialog>
  )
}

/** Returns the sentence of each day that is none. */
function problemsOf(started: string, finished: string, today: string) {
  const [startedOn, finishedOn] = [partialDayFrom(started), partialDayFrom(finished)]
  const problemOf = (text: string) => (text === '' ? undefined : partialDayProblem(partialDayFrom(text), today))
  const isReversed = startedOn !== null && finishedOn !== null && isBefore(finishedOn, startedOn)
  return {
    started: problemOf(started),
    finished: problemOf(finished) ?? (isReversed ? SESSION_TEXTS.endsFirst : undefined),
  }
}

/** Returns what the form changes: an empty field changes nothing. */
function changeOf(platform: string, started: string, finished: string): PlaythroughFields {
  const [startedOn, finishedOn] = [partialDayFrom(started), partialDayFrom(finished)]
  return {
    ...(platform.trim() !== '' && { platform: platform.trim() }),
    ...(startedOn && { started_on: startedOn }),
    ...(finishedOn && { finished_on: finishedOn }),
  }
}

function PlatformField(props: { value: string; onChange: (platform: string) => void; disabled: boolean }) {
  return (
    <Field label="Platform">
      <TextInput
        dir="auto"
        autoComplete="off"
        maxLength={PLATFORM_LENGTH}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        disabled={props.disabled}
      />
    </Field>
  )
}
