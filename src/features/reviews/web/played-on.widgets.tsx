import { useQuery } from '@tanstack/react-query'
import { unique } from '#features/catalogue/catalogue.rules.ts'
import { byProminence, shortPlatform } from '#features/catalogue/names.rules.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import type { Playthrough } from '#features/play-log/play-sessions.contract.ts'
import type { GameId, PlaythroughId } from '#shared/ids.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { PlayedOn } from '../played-on.rules.ts'

/** Renders the choice of platform, and of the playthrough if there are several. */
export function PlayedOnFields(props: {
  gameId: GameId
  value: PlayedOn
  playthroughs: readonly Playthrough[]
  /** Whether a playthrough cannot be chosen, because it has another review. */
  isTaken?: (playthrough: Playthrough) => boolean
  onChange: (change: Partial<PlayedOn>) => void
  disabled: boolean
  error?: string | undefined
}) {
  const { value, playthroughs, disabled, isTaken = () => false } = props
  const { data: game } = useQuery(gameQuery(props.gameId))
  const ofGame = byProminence((game?.platforms ?? []).map(({ name }) => name)).map(shortPlatform)
  const platforms = unique([...ofGame, ...(value.platform ? [value.platform] : [])])
  const choose = (id: string) => {
    const playthrough = playthroughs.find((one) => one.id === id)
    props.onChange({
      playthroughId: (playthrough?.id ?? null) as PlaythroughId | null,
      ...(playthrough?.platform && { platform: playthrough.platform }),
    })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Played on" error={props.error}>
        <Select
          value={value.platform}
          placeholder="Not set"
          onChange={(event) => props.onChange({ platform: event.target.value })}
          options={platforms.map((name) => ({ value: name, label: name }))}
          disabled={disabled}
        />
      </Field>
      {playthroughs.length > 1 && (
        <Field label="Playthrough">
          <Select
            value={value.playthroughId ?? ''}
            placeholder="None in particular"
            onChange={(event) => choose(event.target.value)}
            options={playthroughs.flatMap((one, at) =>
              isTaken(one)
                ? []
                : [{ value: one.id, label: `Playthrough ${at + 1}${one.platform ? ` · ${one.platform}` : ''}` }],
            )}
            disabled={disabled}
          />
        </Field>
      )}
    </div>
  )
}
