import { useState } from 'react'
import { FormFoot } from '#features/library/web/form-foot.widgets.tsx'
import { localDay } from '#shared/dates.ts'
import { ONLY_YOU_CAN_READ } from '#shared/sentences.ts'
import { hasSameJson } from '#web/same-json.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Playthrough } from '../../play-sessions.contract.ts'
import {
  DROP_REASON_LENGTH,
  FINISH_LABELS,
  FINISH_LEVELS,
  type FinishLevel,
  isBefore,
  PLATFORM_LENGTH,
  partialDayFrom,
} from '../../play-sessions.rules.ts'
import { SESSION_TEXTS, WHY_DROPPED } from '../../play-sessions.texts.ts'
import { DayField, partialDayProblem } from '../day-field.widgets.tsx'
import type { Acting } from '../game-actions.api.ts'
import { runForProblem, useProblemForm } from '../run-for-problem.api.ts'
import { savePlaythrough } from './play-log-changes.ts'

/** Renders the form of a new or existing playthrough: platform, days, how far it got. */
export function PlaythroughForm(props: {
  acting: Acting
  playthrough: Playthrough | null
  /** The platform of the previous playthrough, as the default. */
  platform: string | null
  onClose: () => void
}) {
  const { acting, playthrough, onClose } = props
  const today = localDay(new Date())
  const [before] = useState({
    platform: playthrough ? (playthrough.platform ?? '') : (props.platform ?? ''),
    started: playthrough ? (playthrough.started_on ?? '') : today,
    finished: playthrough?.finished_on ?? '',
    reason: playthrough?.drop_reason ?? '',
  })
  const [platform, setPlatform] = useState(before.platform)
  const [level, setLevel] = useState<FinishLevel>(playthrough?.finish_level ?? 'unfinished')
  const [started, setStarted] = useState(before.started)
  const [finished, setFinished] = useState(before.finished)
  const [isReplay, setReplay] = useState(playthrough?.is_replay ?? false)
  const [isPaused, setPaused] = useState(playthrough?.is_paused ?? false)
  const [reason, setReason] = useState<string>(before.reason)
  const { isTried, isSaving, problem, submit } = useProblemForm()
  const [startedOn, finishedOn] = [partialDayFrom(started), partialDayFrom(finished)]
  const startedError = started === '' ? undefined : partialDayProblem(startedOn, today)
  const isOpen = level === 'unfinished'
  const canPause = isOpen || (level === 'endless' && finished === '')
  const finishedError =
    isOpen || finished === ''
      ? undefined
      : startedOn && finishedOn && isBefore(finishedOn, startedOn)
        ? SESSION_TEXTS.endsFirst
        : partialDayProblem(finishedOn, today)

  const isWrong = Boolean(startedError || finishedError)
  const save = async () => {
    await savePlaythrough(acting.client, acting.gameId, playthrough?.id ?? null, {
      platform: platform.trim() || null,
      started_on: startedOn,
      finished_on: isOpen ? null : finishedOn,
      finish_level: level,
      is_replay: isReplay,
      is_paused: isPaused && canPause,
      drop_reason: level === 'dropped' ? reason.trim() || null : null,
    })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={playthrough ? 'Edit playthrough' : 'Start a new playthrough'}
      size="question"
      isTyped={!hasSameJson({ platform, started, finished, reason }, before)}
      isSaving={isSaving}
      onSubmit={(event) => void submit(event, isWrong, () => runForProblem(acting, save))}
      footer={
        <FormFoot label={playthrough ? 'Save' : 'Start'} problem={problem} isSaving={isSaving} onClose={onClose} />
      }
    >
      <div className="grid gap-5">
        <Field label="Platform">
          <TextInput
            value={platform}
            onChange={(event) => setPlatform(event.target.value)}
            placeholder="Steam Deck"
            maxLength={PLATFORM_LENGTH}
            disabled={isSaving}
          />
        </Field>
        <Field label="How far">
          <Select
            value={level}
            onChange={(event) => setLevel(event.target.value as FinishLevel)}
            options={FINISH_LEVELS.map((value) => ({ value, label: FINISH_LABELS[value] }))}
            disabled={isSaving}
          />
        </Field>
        {level === 'dropped' && (
          <Field label={WHY_DROPPED} hint={ONLY_YOU_CAN_READ}>
            <TextArea
              rows={2}
              dir="auto"
              maxLength={DROP_REASON_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              disabled={isSaving}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Checkbox
            label="Replay"
            checked={isReplay}
            onChange={(event) => setReplay(event.target.checked)}
            disabled={isSaving}
          />
          {canPause && (
            <Checkbox
              label="Paused"
              checked={isPaused}
              onChange={(event) => setPaused(event.target.checked)}
              disabled={isSaving}
            />
          )}
        </div>
        <div className="grid gap-4">
          <DayField
            label="Started"
            value={started}
            onChange={setStarted}
            today={today}
            error={(isTried && startedError) || undefined}
            disabled={isSaving}
          />
          {!isOpen && (
            <DayField
              label={level === 'dropped' ? 'Dropped' : 'Finished'}
              chips="Unknown"
              value={finished}
              onChange={setFinished}
              today={today}
              error={(isTried && finishedError) || undefined}
              disabled={isSaving}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}
