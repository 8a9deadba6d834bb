import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { feedTime } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, NumberInput, TextArea } from '#web/ui/field.tsx'
import { Heart, RatingInput, ratingText } from '#web/ui/rating.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { StatusControl } from '#web/ui/status.tsx'
import { useNow } from '#web/use-env.ts'
import type { Entry } from '../library.contract.ts'
import { NOTES_LENGTH, ratingOf, STATUS_LABELS, type Status, starsOf, statusOfProgress } from '../library.rules.ts'
import { ProgressDraft } from '../progress.contract.ts'
import { type Acting, saveLog } from './game-actions.ts'
import { entryQuery, progressQuery } from './library.api.ts'
import { ProgressChart } from './progress-chart.tsx'
import type { ActionGame } from './use-game-actions.tsx'

interface Props {
  game: ActionGame
  acting: Acting
  preset?: 'completed' | undefined
  onClose: () => void
}

/** The log dialog (G32). It opens when it knows what there is, so that no field changes under the player's hands. */
export function ProgressDialog(props: Props) {
  const { data: entry, isPending, isError, refetch } = useQuery(entryQuery(props.game.id))
  if (isPending) return null
  if (isError)
    return (
      <Dialog
        open
        onOpenChange={props.onClose}
        title={`Log ${props.game.name}`}
        description="Failed to load progress"
        size="question"
        footer={
          <Button kind="solid" className="ml-auto" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  return <LogForm {...props} entry={entry} />
}

/** What the fields hold. Numbers are the text that was typed: "4." is on its way to 4.5. */
interface Fields {
  /** Chosen by hand; null follows the figures. */
  status: Status | null
  stars: number | null
  isLiked: boolean
  percentage: string
  hours: string
  achievements: string
  notes: string
}

function fieldsOf(entry: Entry | null, preset: 'completed' | undefined): Fields {
  return {
    status: preset ?? null,
    stars: starsOf(entry?.user_rating ?? null),
    isLiked: entry?.is_liked ?? false,
    percentage: preset === 'completed' ? '100' : String(entry?.completion_percentage ?? 0),
    hours: String(entry?.play_time ?? 0),
    achievements: String(entry?.achievements_completed ?? 0),
    notes: entry?.notes ?? '',
  }
}

// What is typed becomes a number here and nowhere else; nothing typed is no number.
const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

const PROGRESS = ['percentage', 'hours', 'achievements'] as const

/**
 * The status that saving will set (C06): the one chosen by hand, else what the figures say once one of them was changed,
 * else the one it has. A game that is new to the library and only rated was played.
 */
function statusToBe(fields: Fields, entry: Entry | null): Status {
  if (fields.status) return fields.status
  const before = fieldsOf(entry, undefined)
  const hours = toNumber(fields.hours) || 0
  const percentage = toNumber(fields.percentage) || 0
  if (!entry) return fields.stars !== null && !hours && !percentage ? 'completed' : statusOfProgress(hours, percentage)
  const hasMoved = fields.percentage !== before.percentage || fields.hours !== before.hours
  return hasMoved ? statusOfProgress(hours, percentage) : entry.status
}

/** What differs from the entry, as it is sent; a new entry is sent whole. The status only if it differs (R-PROG-04). */
function draftOf(fields: Fields, entry: Entry | null): ProgressDraft {
  const before = entry && fieldsOf(entry, undefined)
  const status = statusToBe(fields, entry)
  const has = (field: keyof Fields) => fields[field] !== (before ?? fieldsOf(null, undefined))[field]
  return {
    ...((!before || has('hours')) && { play_time: toNumber(fields.hours) }),
    ...((!before || has('percentage')) && { completion_percentage: toNumber(fields.percentage) }),
    ...(has('achievements') && { achievements_completed: toNumber(fields.achievements) }),
    ...(status !== entry?.status && { status }),
    ...(has('stars') && { user_rating: ratingOf(fields.stars) }),
    ...(has('isLiked') && { is_liked: fields.isLiked }),
    ...(has('notes') && { notes: fields.notes.trim() || null }),
  }
}

function problemsOf(draft: ProgressDraft): Partial<Record<string, string>> {
  const result = z.safeParse(ProgressDraft, draft)
  // A draft without any progress is fine here: then only rating, heart or notes are saved.
  return Object.fromEntries(
    (result.error?.issues ?? []).filter(({ path }) => path.length > 0).map(({ path, message }) => [path[0], message]),
  )
}

function LogForm({ game, acting, preset, onClose, entry }: Props & { entry: Entry | null }) {
  const [fields, setFields] = useState(() => fieldsOf(entry, preset))
  const [isSaving, setSaving] = useState(false)
  const set = (change: Partial<Fields>) => setFields((known) => ({ ...known, ...change }))
  const draft = draftOf(fields, entry)
  const problems = problemsOf(draft)
  const status = statusToBe(fields, entry)
  const isUnchanged = Object.keys(draft).length === 0
  const total = game.achievements?.total ?? 0

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isUnchanged || isSaving || Object.keys(problems).length > 0) return
    setSaving(true)
    const isProgress =
      draft.status !== undefined || PROGRESS.some((field) => fields[field] !== fieldsOf(entry, undefined)[field])
    const isStatusChosen = fields.status !== null || (entry === null && status === 'completed')
    const isSaved = await saveLog(acting, { before: entry, draft, isProgress, isStatusChosen })
    setSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      title={`Log ${game.name}`}
      dismissible={!isSaving}
      onSubmit={(event) => void save(event)}
      footer={
        <>
          <Saying entry={entry} status={status} />
          <Button kind="quiet" className="ml-auto" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" busy={isSaving} busyLabel="Saving…" disabled={isUnchanged}>
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
          <Past game={game} />
        </div>
        <div className="grid content-start gap-5">
          <StatusControl value={status} onChange={(chosen) => set({ status: chosen })} disabled={isSaving} />
          <Row label="Rating">
            {fields.stars !== null && <span className="num font-[600]">{ratingText(fields.stars)}</span>}
            <RatingInput value={fields.stars} onChange={(stars) => set({ stars })} disabled={isSaving} label="Rating" />
            <Heart liked={fields.isLiked} onChange={(isLiked) => set({ isLiked })} disabled={isSaving} />
          </Row>
          <Field label="Progress" error={problems.completion_percentage}>
            <span className="flex items-center gap-4">
              <Slider
                // The label and its id belong to the number.
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
            <Field label="Hours Played" error={problems.play_time}>
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
            hint="Only you can read them."
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
        </div>
      </div>
    </Dialog>
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

/** In the foot: which status saving will set, when it is another one (C06); else when it was last updated. */
function Saying({ entry, status }: { entry: Entry | null; status: Status }) {
  const now = useNow()
  const isOther = status !== (entry?.status ?? null)
  return (
    <p className="text-13 text-text-2" aria-live="polite">
      {isOther
        ? `Saving will mark this game as ${STATUS_LABELS[status]}`
        : entry && `Last updated ${lowerFirst(feedTime(new Date(entry.updated_at), now))}`}
    </p>
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The hours logged so far, as a line, once there are two points. */
function Past({ game }: { game: ActionGame }) {
  const { data } = useQuery(progressQuery(game.id))
  if (!data || data.playTimeHistory.length < 2) return null
  return <ProgressChart rows={data.playTimeHistory} />
}
