import { useQuery } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { publish } from '#web/slots.tsx'
import { Field, Switch } from '#web/ui/field.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { suggestedMark } from '../spoilers.rules.ts'
import { ownProgress } from './spoilers.slots.ts'

/**
 * The switch with which an author marks a text about a game, and the share up to which it spoils. Null means that it is
 * not marked. It suggests the author's own progress, as long as the author has not chosen another share.
 */
export function SpoilerMark(props: {
  gameId: GameId
  value: number | null
  onChange: (spoilsTo: number | null) => void
  disabled?: boolean
}) {
  const { gameId, value, onChange, disabled } = props
  const own = useQuery({
    queryKey: ['spoilers', 'own-progress', gameId],
    queryFn: async ({ client }) => (await publish(ownProgress, client, gameId)[0]) ?? null,
    staleTime: 0,
  })
  const isMarked = value !== null
  return (
    <div className="grid gap-2">
      <Switch
        label="Spoilers"
        checked={isMarked}
        onChange={(event) => onChange(event.target.checked ? suggestedMark(own.data ?? null) : null)}
        disabled={disabled}
      />
      {isMarked && (
        <Field
          label="Up to which share of the game?"
          hint="Folded for everybody who has not come that far."
          counter={<span className="num">{value} %</span>}
        >
          <Slider
            min={1}
            value={value}
            valueText={`${value} percent`}
            onChange={(spoilsTo) => onChange(spoilsTo)}
            disabled={disabled}
          />
        </Field>
      )}
    </div>
  )
}
