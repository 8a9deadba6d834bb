import { useQuery } from '@tanstack/react-query'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import { byProminence, shortPlatform } from '#features/catalogue/names.rules.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import type { GameId } from '#shared/ids.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { isFinished, type Status } from '../library.rules.ts'
import { PARTIAL_DAY_HINT } from '../library.texts.ts'
import { DayField } from './day-field.tsx'
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
        hint={isFinished(status) ? `${PARTIAL_DAY_HINT}. Without one it counts for no year.` : PARTIAL_DAY_HINT}
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
    </div>
  )
}
