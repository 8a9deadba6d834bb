import { useState } from 'react'
import { ratingOf, starsOf } from '#features/library/library.rules.ts'
import { FormFoot } from '#features/library/web/form-foot.widgets.tsx'
import { localDay } from '#shared/dates.ts'
import { ONLY_YOU_CAN_READ } from '#shared/sentences.ts'
import { hasSameJson } from '#web/same-json.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { RatingInput } from '#web/ui/rating.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Playthrough } from '../../play-sessions.contract.ts'
import {
  BOOKMARK_LENGTH,
  DROP_REASON_LENGTH,
  FINISH_LABELS,
  FINISH_LEVELS,
  type FinishLevel,
  isBefore,
  PLATFORM_LENGTH,
  partialDayFrom,
  RUN_KINDS,
  type RunKind,
} from '../../play-sessions.rules.ts'
import { SESSION_TEXTS, WHY_DROPPED } from '../../play-sessions.texts.ts'
import { BOOKMARK_TEXTS, RUN_KIND_LABELS, RUN_TEXTS } from '../../runs.texts.ts'
import { DayField, partialDayProblem } from '../day-field.widgets.tsx'
import type { Acting } from '../game-actions.api.ts'
import { runForProblem, useProblemForm } from '../run-for-problem.api.ts'
import { savePlaythrough } from './play-log-changes.ts'

/** Renders the form of a new or existing playthrough: platform, days, how far it got. */
export function PlaythroughForm(props: {
  acting: Acting
  playthrough: Playthrough | null
  /** The platform of the previous playthrough, and what a new one is, as the defaults. */
  platform: string | null
  kind: RunKind
  /** Asks whether to delete it. */
  onDelete?: () => void
  onClose: () => void
}) {
  const { acting, playthrough, onClose } = props
  const today = localDay(new Date())
  const [before] = useState({
    platform: playthrough ? (playthrough.platform ?? '') : (props.platform ?? ''),
    started: playthrough ? (playthrough.started_on ?? '') : today,
    finished: playthrough?.finished_on ?? '',
    reason: playthrough?.drop_reason ?? '',
    bookmark: playthrough?.bookmark ?? '',
  })
  const [platform, setPlatform] = useState(before.platform)
  const [level, setLevel] = useState<FinishLevel>(playthrough?.finish_level ?? 'unfinished')
  const [started, setStarted] = useState(before.started)
  const [finished, setFinished] = useState(before.finished)
  const [kind, setKind] = useState<RunKind>(playthrough?.kind ?? props.kind)
  const [stars, setStars] = useState(starsOf(playthrough?.rating ?? null))
  const [isPaused, setPaused] = useState(playthrough?.is_paused ?? false)
  const [reason, setReason] = useState<string>(before.reason)
  const [bookmark, setBookmark] = useState<string>(before.bookmark)
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
      kind,
      rating: ratingOf(stars),
      is_paused: isPaused && canPause,
      bookmark: bookmark.trim() || null,
      drop_reason: level === 'dropped' ? reason.trim() || null : null,
    })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={playthrough ? 'Edit playthrough' : RUN_TEXTS.start}
      size="question"
      isTyped={!hasSameJson({ platform, started, finished, reason, bookmark }, before)}
      isSaving={isSaving}
      onSubmit={(event) => void submit(event, isWrong, () => runForProblem(acting, save))}
      footer={
        <FormFoot label={playthrough ? 'Save' : 'Start'} problem={problem} isSaving={isSaving} onClose={onClose}>
          {props.onDelete && (
            <Button kind="quiet" icon="trash" onClick={props.onDelete} disabled={isSaving}>
              Delete
            </Button>
          )}
        </FormFoot>
      }
    >
      <div className="grid gap-5">
        <Field label="Kind">
          <Select
            value={kind}
            onChange={(event) => setKind(event.target.value as RunKind)}
            options={RUN_KINDS.map((value) => ({ value, label: RUN_KIND_LABELS[value] }))}
            disabled={isSaving}
          />
        </Field>
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
        {canPause && (
          <Checkbox
            label="Paused"
            checked={isPaused}
            onChange={(event) => setPaused(event.target.checked)}
            disabled={isSaving}
          />
        )}
        {canPause && isPaused && <BookmarkField value={bookmark} onChange={setBookmark} disabled={isSaving} />}
        <Field label={RUN_TEXTS.stars} group>
          <RatingInput value={stars} onChange={setStars} label={RUN_TEXTS.stars} disabled={isSaving} />
        </Field>
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

/** Asks where the member is in a playthrough, in one line. */
const BookmarkField = (props: { value: string; onChange: (value: string) => void; disabled: boolean }) => (
  <Field label={BOOKMARK_TEXTS.question} hint={BOOKMARK_TEXTS.hint}>
    <TextInput
      dir="auto"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      placeholder={BOOKMARK_TEXTS.example}
      maxLength={BOOKMARK_LENGTH}
      disabled={props.disabled}
    />
  </Field>
)

/** Asks for the bookmark of a playthrough alone. An empty line deletes the bookmark. */
export function BookmarkDialog(props: { acting: Acting; playthrough: Playthrough; onClose: () => void }) {
  const { acting, playthrough, onClose } = props
  const before = playthrough.bookmark ?? ''
  const [text, setText] = useState(before)
  const { isSaving, problem, submit } = useProblemForm()
  const save = async () => {
    await savePlaythrough(acting.client, acting.gameId, playthrough.id, { bookmark: text.trim() || null })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={BOOKMARK_TEXTS.write}
      size="question"
      isTyped={text !== before}
      isSaving={isSaving}
      onSubmit={(event) => void submit(event, false, () => runForProblem(acting, save))}
      footer={<FormFoot label="Save" problem={problem} isSaving={isSaving} onClose={onClose} />}
    >
      <BookmarkField value={text} onChange={setText} disabled={isSaving} />
    </Dialog>
  )
}
