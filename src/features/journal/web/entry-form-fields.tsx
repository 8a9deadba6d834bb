import { useQuery } from '@tanstack/react-query'
import { hoursText } from '#features/library/library.rules.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import type { Playthrough } from '#features/play-log/play-sessions.contract.ts'
import { playLogQuery } from '#features/play-log/web/play-sessions/play-log.api.ts'
import { suggestedPlay } from '#features/reviews/played-on.rules.ts'
import { JOURNAL_REVIEW_LENGTH } from '#features/reviews/reviews.rules.ts'
import { PlayedOnFields } from '#features/reviews/web/played-on.widgets.tsx'
import { suggestedMark } from '#features/spoilers/spoilers.rules.ts'
import { SpoilerMarkFields } from '#features/spoilers/web/spoiler-mark.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { ONLY_YOU_CAN_READ, starsText } from '#shared/sentences.ts'
import { Field, Switch, TextArea, TextInput } from '#web/ui/field.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Slider } from '#web/ui/slider.tsx'
import type { EntryType } from '../journal.endpoints.ts'
import { PROGRESS_RANGE, RATING_RANGE, SHORT_TEXT } from '../journal.rules.ts'
import { ENTRY_DIALOG_TEXTS } from '../journal-dialogs.texts.ts'
import { counterText, type Fields } from './entry-fields.ts'
import { GamePicker, GamesPicker } from './game-picker.tsx'

export interface EntryFieldsProps {
  fields: Fields
  problems: Record<string, string>
  /** True for an existing entry, whose game cannot change if it is a review. */
  isChange: boolean
  disabled: boolean
  onChange: (change: Partial<Fields>) => void
}

/** Returns the viewer's logged progress in a game, for the slider's initial value and the hints. */
export function useOwnProgress(gameId: GameId | null) {
  const { data } = useQuery({ ...entryQuery(gameId as GameId), enabled: gameId !== null })
  return { progress: Math.floor(data?.completion_percentage ?? 0), hours: data?.play_time ?? null }
}

/** Returns the viewer's playthroughs of a game; empty without a game, and until they are loaded. */
export function usePlaythroughs(gameId: GameId | null): readonly Playthrough[] {
  const { data } = useQuery({ ...playLogQuery(gameId as GameId), enabled: gameId !== null })
  return data?.playthroughs ?? []
}

/** Renders the fields of an entry of this type. */
export function EntryFormFields({ type, ...props }: EntryFieldsProps & { type: EntryType }) {
  if (type === 'progress') return <ProgressFields {...props} />
  if (type === 'review') return <ReviewFields {...props} />
  if (type === 'daily') return <DailyFields {...props} />
  return <ListFields {...props} />
}

function TitleField({ fields, problems, disabled, onChange, label }: EntryFieldsProps & { label: string }) {
  return (
    <Field label={label} error={problems.title}>
      <TextInput
        value={fields.title}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange({ title: event.target.value })}
        disabled={disabled}
      />
    </Field>
  )
}

/** Renders the text field of an entry, with a line for error and counter below it. */
function EntryText(props: EntryFieldsProps & { label: string; most: number; rows: number; placeholder: string }) {
  const { content } = props.fields
  return (
    <Field label={props.label} error={props.problems.content} counter={counterText(content, props.most)}>
      <TextArea
        className="write"
        rows={props.rows}
        placeholder={props.placeholder}
        dir="auto"
        value={content}
        onChange={(event) => props.onChange({ content: event.target.value })}
        disabled={props.disabled}
      />
    </Field>
  )
}

function ProgressFields(props: EntryFieldsProps) {
  const { fields, problems, disabled, onChange } = props
  const own = useOwnProgress(fields.game?.id ?? null)
  const percentage = fields.progress ?? own.progress
  return (
    <>
      <GamePicker
        game={fields.game}
        error={problems.game}
        disabled={disabled}
        onChange={(game) => onChange({ game, progress: null })}
      />
      <Field label="Progress" error={problems.progress} counter={`${percentage} %`}>
        <Slider
          value={percentage}
          min={PROGRESS_RANGE.least}
          max={PROGRESS_RANGE.most}
          step={PROGRESS_RANGE.step}
          valueText={`${percentage} percent`}
          onChange={(progress) => onChange({ progress })}
          disabled={disabled}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Hours Played"
          error={problems.hoursPlayed}
          hint={own.hours ? ENTRY_DIALOG_TEXTS.newTotal(hoursText(own.hours)) : ENTRY_DIALOG_TEXTS.total}
        >
          <TextInput
            className="num"
            placeholder="19h 20m"
            autoComplete="off"
            value={fields.hours}
            onChange={(event) => onChange({ hours: event.target.value })}
            disabled={disabled}
          />
        </Field>
        <TitleField {...props} label="Title (optional)" />
      </div>
      <EntryText {...props} label="Description" most={SHORT_TEXT} rows={3} placeholder={ENTRY_DIALOG_TEXTS.whereNow} />
    </>
  )
}

function ReviewFields(props: EntryFieldsProps) {
  const { fields, problems, disabled, onChange, isChange } = props
  const own = useOwnProgress(fields.game?.id ?? null)
  const playthroughs = usePlaythroughs(fields.game?.id ?? null)
  const playedOn = fields.playedOn ?? suggestedPlay(playthroughs)
  return (
    <>
      <GamePicker
        game={fields.game}
        isFixed={isChange}
        error={problems.game}
        disabled={disabled}
        onChange={(game) => onChange({ game, playedOn: null })}
      />
      <RatingField {...props} />
      <EntryText
        {...props}
        label="Review"
        most={JOURNAL_REVIEW_LENGTH}
        rows={5}
        placeholder={ENTRY_DIALOG_TEXTS.reviewExample}
      />
      <TitleField {...props} label="Title (optional)" />
      {fields.game && (
        <PlayedOnFields
          gameId={fields.game.id}
          value={playedOn}
          playthroughs={playthroughs}
          error={problems.platform}
          onChange={(change) => onChange({ playedOn: { ...playedOn, ...change } })}
          disabled={disabled}
        />
      )}
      <div className="grid gap-4">
        <Switch
          label="Public"
          hint={fields.isPublic ? ENTRY_DIALOG_TEXTS.publicReview : ONLY_YOU_CAN_READ}
          checked={fields.isPublic}
          onChange={(event) => onChange({ isPublic: event.target.checked })}
          disabled={disabled}
        />
        <SpoilerMarkFields
          value={fields.spoilsTo}
          suggested={suggestedMark(own.progress)}
          error={problems.spoils_to}
          onChange={(spoilsTo) => onChange({ spoilsTo })}
          disabled={disabled}
        />
      </div>
    </>
  )
}

function RatingField({ fields, problems, disabled, onChange }: EntryFieldsProps) {
  const stars = fields.rating / 2
  return (
    <Field label="Rating" error={problems.rating} counter={`${fields.rating} / ${RATING_RANGE.most}`}>
      <span className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {/* Screen readers read the same text from the slider. */}
        <span aria-hidden="true">
          <Stars value={stars} size={28} />
        </span>
        <Slider
          className="min-w-40 flex-1"
          value={fields.rating}
          min={RATING_RANGE.least}
          max={RATING_RANGE.most}
          step={1}
          valueText={`${fields.rating} of 10, ${starsText(stars)}`}
          onChange={(rating) => onChange({ rating })}
          disabled={disabled}
        />
      </span>
    </Field>
  )
}

function DailyFields(props: EntryFieldsProps) {
  const { fields, problems, disabled, onChange } = props
  return (
    <>
      <EntryText {...props} label="Your day" most={SHORT_TEXT} rows={5} placeholder={ENTRY_DIALOG_TEXTS.dayExample} />
      <TitleField {...props} label="Title (optional)" />
      <GamePicker
        game={fields.game}
        isOptional
        error={problems.game}
        disabled={disabled}
        onChange={(game) => onChange({ game })}
      />
    </>
  )
}

function ListFields(props: EntryFieldsProps) {
  const { fields, problems, disabled, onChange } = props
  return (
    <>
      <TitleField {...props} label="Title" />
      <GamesPicker
        games={fields.games}
        error={problems.content}
        disabled={disabled}
        onChange={(games) => onChange({ games })}
      />
    </>
  )
}
