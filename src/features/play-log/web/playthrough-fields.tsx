import { useQuery } from '@tanstack/react-query'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import { byProminence, shortPlatform } from '#features/catalogue/names.rules.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { isFinished, type Status } from '#features/library/library.rules.ts'
import { PARTIAL_DAY_HINT } from '#features/library/library.texts.ts'
import type { GameId } from '#shared/ids.ts'
import { ONLY_YOU_CAN_READ } from '#shared/sentences.ts'
import { Checkbox, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { LOG_DIALOG_TEXTS } from '../log-dialog.texts.ts'
import { BOOKMARK_LENGTH, DROP_REASON_LENGTH } from '../play-sessions.rules.ts'
import { WHY_DROPPED } from '../play-sessions.texts.ts'
import { BOOKMARK_TEXTS } from '../runs.texts.ts'
import { DayField } from './day-field.widgets.tsx'
import type { Fields, LogFormContext, Played } from './log-form.ts'

const DATE_LABELS = { playing: 'Started', completed: 'Finished', dropped: 'Dropped' } as const

/** Renders the fields for when and where a game was played; nothing for a game that is only wanted. */
export function PlaythroughFields(props: {
  gameId: GameId
  status: Status
  played: Played
  context: LogFormContext
  problems: Partial<Record<string, string>>
  onChange: (change: Partial<Fields>) => void
  disabled: boolean
}) {
  const { status, played, context, problems, onChange, disabled } = props
  const { data: game } = useQuery(gameQuery(props.gameId))
  if (status === 'want_to_play') return null
  const ofGame = byProminence((game?.platforms ?? []).map(({ name }) => name)).map(shortPlatform)
  const platforms = unique([...ofGame, ...(played.platform ? [played.platform] : [])])
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DayField
        label={DATE_LABELS[status]}
        value={played.date}
        onChange={(date) => onChange({ date })}
        today={context.today}
        chips={isFinished(status) ? 'Unknown' : undefined}
        hint={isFinished(status) ? LOG_DIALOG_TEXTS.dayHint : PARTIAL_DAY_HINT}
        error={problems.date}
        disabled={disabled}
      />
      <Field label="Platform" error={problems.platform}>
        <Select
          value={played.platform}
          placeholder="Not set"
          onChange={(event) => onChange({ platform: event.target.value })}
          options={platforms.map((name) => ({ value: name, label: name }))}
          disabled={disabled}
        />
      </Field>
      {status === 'dropped' && (
        <Field label={WHY_DROPPED} hint={ONLY_YOU_CAN_READ} error={problems.drop_reason} className="sm:col-span-2">
          <TextArea
            rows={2}
            dir="auto"
            maxLength={DROP_REASON_LENGTH}
            value={played.dropReason}
            onChange={(event) => onChange({ dropReason: event.target.value })}
            disabled={disabled}
          />
        </Field>
      )}
    </div>
  )
}

/** Renders the marks of a playthrough: whether it is a replay, and whether it is paused; nothing for a wanted game. */
export function PlaythroughMarks(props: {
  status: Status
  played: Played
  onChange: (change: Partial<Fields>) => void
  disabled: boolean
}) {
  const { status, played, onChange, disabled } = props
  if (status === 'want_to_play') return null
  return (
    <>
      <Checkbox
        label="Replay"
        hint={status === 'playing' ? LOG_DIALOG_TEXTS.isReplay : LOG_DIALOG_TEXTS.isFirst}
        checked={played.isReplay}
        onChange={(event) => onChange({ isReplay: event.target.checked })}
        disabled={disabled}
      />
      {status === 'playing' && (
        <Checkbox
          label="Paused"
          hint={LOG_DIALOG_TEXTS.isPaused}
          checked={played.isPaused}
          onChange={(event) => onChange({ isPaused: event.target.checked })}
          disabled={disabled}
        />
      )}
      {status === 'playing' && played.isPaused && (
        <Field label={BOOKMARK_TEXTS.question} hint={BOOKMARK_TEXTS.hint} className="sm:col-span-2">
          <TextInput
            dir="auto"
            value={played.bookmark}
            onChange={(event) => onChange({ bookmark: event.target.value })}
            placeholder={BOOKMARK_TEXTS.example}
            maxLength={BOOKMARK_LENGTH}
            disabled={disabled}
          />
        </Field>
      )}
    </>
  )
}
