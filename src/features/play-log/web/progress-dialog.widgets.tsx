import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { Entry } from '#features/library/library.contract.ts'
import { hoursText, NOTES_LENGTH, STATUS_LABELS, type Status } from '#features/library/library.rules.ts'
import { LIBRARY_FAILURES } from '#features/library/library.texts.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import { reviewDialog } from '#features/library/web/library.slots.ts'
import { localDay } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { contributionsTo } from '#web/slots.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { Checkbox, Field, NumberInput, TextArea } from '#web/ui/field.tsx'
import { Heart, RatingInput, ratingText } from '#web/ui/rating.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { StatusControl } from '#web/ui/status.tsx'
import { useNow } from '#web/use-env.ts'
import { LOG_DIALOG_TEXTS } from '../log-dialog.texts.ts'
import type { Playthrough } from '../play-sessions.contract.ts'
import { FindGame } from './find-game.tsx'
import type { ActionGame } from './game-actions.api.ts'
import { type Acting, saveLog } from './game-actions.api.ts'
import {
  draftOf,
  type Fields,
  fieldsOf,
  type LogFormContext,
  playedOf,
  problemsOf,
  saveEffects,
  statusAfterSave,
  toNumber,
} from './log-form.ts'
import { playLogQuery } from './play-sessions/play-log.api.ts'
import { PlaythroughFields, PlaythroughMarks } from './playthrough-fields.tsx'
import { progressQuery } from './progress.api.ts'
import { ProgressChart } from './progress-chart.tsx'

interface Props {
  /** Null: the member chooses the game in the dialog first. */
  game: ActionGame | null
  acting: Omit<Acting, 'gameId' | 'gameName'>
  preset?: 'completed' | undefined
  onClose: () => void
  onReview: (game: ActionGame) => void
}

/**
 * Renders the log dialog (G32). The form appears when its data is loaded, so that no field changes while the player
 * types.
 */
export function ProgressDialog(props: Props) {
  const { onClose } = props
  const [game, setGame] = useState(props.game)
  const [isSaving, setSaving] = useState(false)
  const [hasNotes, setHasNotes] = useState(false)
  const entry = useQuery({ ...entryQuery(game?.id as GameId), enabled: game !== null })
  const playLog = useQuery({ ...playLogQuery(game?.id as GameId), enabled: game !== null })
  const isReady = entry.data !== undefined && playLog.data !== undefined
  const hasFailed = game !== null && !isReady && (entry.isError || playLog.isError)
  // The game chosen from the list stays visible until the form is ready.
  const shown = hasFailed ? 'failure' : game && isReady ? 'form' : props.game ? null : 'find'
  if (shown === null) return null
  const retry = () => void Promise.all([entry.refetch(), playLog.refetch()])
  return (
    <DialogFrame
      open
      step={shown}
      isForTyping={shown === 'find'}
      size={shown === 'failure' ? 'question' : 'form'}
      isTyped={hasNotes}
      isSaving={isSaving}
      onOpenChange={onClose}
      className={shown === 'find' ? 'dialog-tall' : ''}
    >
      {shown === 'find' && <FindGame chosen={game} onChoose={setGame} />}
      {shown === 'failure' && game && (
        <DialogContent
          title={`Log ${game.name}`}
          description={LIBRARY_FAILURES.load}
          footer={
            <Button kind="solid" className="ml-auto" onClick={retry}>
              Try again
            </Button>
          }
        />
      )}
      {shown === 'form' && game && entry.data !== undefined && playLog.data && (
        <LogForm
          game={game}
          acting={{ ...props.acting, gameId: game.id, gameName: game.name }}
          preset={props.preset}
          entry={entry.data}
          playthroughs={playLog.data.playthroughs}
          isSaving={isSaving}
          onSaving={setSaving}
          onNotes={setHasNotes}
          onClose={onClose}
          onReview={props.onReview}
          onBack={props.game ? null : () => setGame(null)}
        />
      )}
    </DialogFrame>
  )
}

interface FormProps {
  game: ActionGame
  acting: Acting
  preset: 'completed' | undefined
  entry: Entry | null
  playthroughs: readonly Playthrough[]
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
  /** Receives whether notes, a reason or a bookmark were typed. */
  onNotes: (hasNotes: boolean) => void
  onClose: () => void
  onReview: (game: ActionGame) => void
  onBack: (() => void) | null
}

function LogForm({
  game,
  acting,
  preset,
  isSaving,
  onSaving,
  onNotes,
  onClose,
  onReview,
  onBack,
  ...begun
}: FormProps) {
  // The data from the moment when the form opened: a background read changes nothing here.
  const [context] = useState<LogFormContext>(() => ({
    entry: begun.entry,
    current: begun.playthroughs.at(-1) ?? null,
    preset,
    today: localDay(new Date()),
  }))
  const { entry } = context
  const [fields, setFields] = useState(() => fieldsOf(entry, preset))
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  const draft = draftOf(fields, context)
  const total = game.achievements?.total ?? 0
  const problems = problemsOf(draft, { today: context.today, achievements: total })
  const status = statusAfterSave(fields, entry)
  const played = playedOf(fields, context, status)
  const effect = saveEffects(fields, draft, context)
  const hasNotes = fields.notes !== (entry?.notes ?? '') || fields.dropReason !== null || fields.bookmark !== null
  // Before anything else can close the dialog.
  useLayoutEffect(() => {
    onNotes(hasNotes)
    return () => onNotes(false)
  }, [hasNotes, onNotes])
  const isUnchanged = Object.keys(draft).length === 0
  const hours = toNumber(fields.hours)
  const mayReview = contributionsTo(reviewDialog).length > 0
  const [writesReview, setWritesReview] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if ((isUnchanged && !writesReview) || isSaving || Object.keys(problems).length > 0) return
    if (!isUnchanged) {
      onSaving(true)
      const isSaved = await saveLog(acting, {
        before: entry,
        playthrough: context.current,
        draft,
        isProgress: effect.isProgress,
        type: effect.isShared ? effect.type : null,
      })
      onSaving(false)
      if (!isSaved) return
    }
    onClose()
    if (writesReview) onReview(game)
  }

  return (
    <DialogContent
      title={`Log ${game.name}`}
      onSubmit={(event) => void save(event)}
      footer={
        <>
          <StatusHint entry={entry} status={status} />
          <Button kind="quiet" className="ml-auto" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button
            kind="solid"
            type="submit"
            busy={isSaving}
            busyLabel="Saving…"
            disabled={isUnchanged && !writesReview}
          >
            Save log
          </Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[148px_1fr]">
        <div className="hidden content-start gap-3 md:grid">
          <span className="poster">
            <Cover {...posterGame(game)} />
          </span>
          <HoursHistory game={game} />
        </div>
        <div className="grid content-start gap-5">
          {onBack && (
            <Button
              kind="quiet"
              icon="left"
              className="-my-2 -ml-3 justify-self-start"
              onClick={onBack}
              disabled={isSaving}
            >
              Another game
            </Button>
          )}
          <StatusControl value={status} onChange={(chosen) => set({ status: chosen })} disabled={isSaving} />
          <Row label="Rating">
            {fields.stars !== null && <span className="num font-[600]">{ratingText(fields.stars)}</span>}
            <RatingInput value={fields.stars} onChange={(stars) => set({ stars })} disabled={isSaving} label="Rating" />
            <Heart liked={fields.isLiked} onChange={(isLiked) => set({ isLiked })} disabled={isSaving} />
          </Row>
          <PlaythroughFields
            gameId={game.id}
            status={status}
            played={played}
            context={context}
            problems={problems}
            onChange={set}
            disabled={isSaving}
          />
          <div className="grid gap-4 empty:hidden sm:grid-cols-2">
            <PlaythroughMarks status={status} played={played} onChange={set} disabled={isSaving} />
            {effect.type && (
              <Checkbox
                label="Share with friends"
                hint={effect.isShared ? LOG_DIALOG_TEXTS.friendsSee : LOG_DIALOG_TEXTS.nobodyNotified}
                checked={effect.isShared}
                onChange={(event) => set({ isShared: event.target.checked })}
                disabled={isSaving}
              />
            )}
          </div>
          <Field label="Progress" error={problems.completion_percentage}>
            <span className="flex items-center gap-4">
              <Slider
                // The label and its id belong to the number field.
                id={undefined}
                className="min-w-0 flex-1"
                label="Progress"
                valueText={`${fields.percentage} percent`}
                value={Math.min(100, Math.max(0, toNumber(fields.percentage) || 0))}
                onChange={(percentage) => set({ percentage: String(percentage) })}
                disabled={isSaving}
              />
              <span className="w-24 shrink-0">
                <NumberInput
                  type="number"
                  unit="%"
                  min={0}
                  max={100}
                  step="any"
                  value={fields.percentage}
                  onChange={(event) => set({ percentage: event.target.value })}
                  disabled={isSaving}
                />
              </span>
            </span>
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Hours Played"
              error={problems.play_time}
              hint={Number.isInteger(hours) || !(hours > 0) ? undefined : hoursText(hours)}
            >
              <NumberInput
                type="number"
                unit="h"
                min={0}
                step={0.1}
                value={fields.hours}
                onChange={(event) => set({ hours: event.target.value })}
                disabled={isSaving}
              />
            </Field>
            {total > 0 && (
              <Field label="Achievements" hint={`of ${total}`} error={problems.achievements_completed}>
                <NumberInput
                  type="number"
                  min={0}
                  max={total}
                  step={1}
                  value={fields.achievements}
                  onChange={(event) => set({ achievements: event.target.value })}
                  disabled={isSaving}
                />
              </Field>
            )}
          </div>
          <Field
            label="Notes"
            hint={LOG_DIALOG_TEXTS.notesPrivate}
            error={problems.notes}
            counter={<span className="num">{`${fields.notes.length} / ${NOTES_LENGTH}`}</span>}
          >
            <TextArea
              rows={3}
              value={fields.notes}
              onChange={(event) => set({ notes: event.target.value })}
              disabled={isSaving}
            />
          </Field>
          {mayReview && status !== 'want_to_play' && (
            <Checkbox
              label="Write a review"
              hint={LOG_DIALOG_TEXTS.reviewOpens}
              checked={writesReview}
              onChange={(event) => setWritesReview(event.target.checked)}
              disabled={isSaving}
            />
          )}
        </div>
      </div>
    </DialogContent>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="label">{label}</span>
      <span className="flex items-center gap-3">{children}</span>
    </div>
  )
}

/**
 * Renders the text in the footer: the status that saving will set, if it differs (C06); else the time of the last
 * update.
 */
function StatusHint({ entry, status }: { entry: Entry | null; status: Status }) {
  const now = useNow()
  const isOther = status !== (entry?.status ?? null)
  return (
    <p className="text-13 text-text-2" aria-live="polite">
      {isOther
        ? LOG_DIALOG_TEXTS.marksAs(STATUS_LABELS[status])
        : entry && `Last updated ${inSentence(feedTime(new Date(entry.updated_at), now))}`}
    </p>
  )
}

/** Renders the history of logged hours as a line, from two points on. */
function HoursHistory({ game }: { game: ActionGame }) {
  const { data } = useQuery(progressQuery(game.id))
  if (!data || data.playTimeHistory.length < 2) return null
  return <ProgressChart rows={data.playTimeHistory} />
}
