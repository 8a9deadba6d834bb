import { useQuery } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { publish } from '#web/slots.tsx'
import { Field, Switch } from '#web/ui/field.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { MARK_TEXTS } from '../spoiler-mark.texts.ts'
import { suggestedMark } from '../spoilers.rules.ts'
import { ownProgress } from './spoilers.slots.ts'

/**
 * Renders the switch of the spoiler mark, and the slider of its share while it is on. Null means no mark. `suggested` is
 * the share that the switch sets, in percent.
 */
export function SpoilerMarkFields(props: {
  value: number | null
  suggested: number
  hint?: string
  error?: string | undefined
  onChange: (spoilsTo: number | null) => void
  disabled?: boolean | undefined
}) {
  const { value, suggested, onChange, disabled } = props
  return (
    <div className="grid gap-2">
      <Switch
        label="Spoilers"
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? suggested : null)}
        disabled={disabled}
      />
      {value !== null && (
        <Field
          label={MARK_TEXTS.label}
          hint={props.hint ?? MARK_TEXTS.hint}
          error={props.error}
          counter={<span className="num">{value} %</span>}
        >
          <Slider min={1} value={value} valueText={`${value} percent`} onChange={onChange} disabled={disabled} />
        </Field>
      )}
    </div>
  )
}

/** Renders the same fields for a text about a game. They suggest the author's own progress. */
export function SpoilerMark(props: {
  gameId: GameId
  value: number | null
  onChange: (spoilsTo: number | null) => void
  disabled?: boolean
}) {
  const { gameId, ...fields } = props
  const own = useQuery({
    queryKey: ['spoilers', 'own-progress', gameId],
    queryFn: async ({ client }) => (await publish(ownProgress, client, gameId)[0]) ?? null,
    staleTime: 0,
  })
  return <SpoilerMarkFields {...fields} suggested={suggestedMark(own.data ?? null)} />
}
