import { memo, useEffect, useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { GameId } from '#shared/ids.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/section.tsx'
import { EDITOR_TEXTS, LIST_SOURCE_TEXTS } from '../../playlist-editor.texts.ts'
import { GAMES_MAX } from '../../playlists.rules.ts'
import type { EditorFields, EditorGame } from './editor-fields.ts'
import { GameSearch } from './game-search.tsx'
import { ListSource } from './list-source.tsx'
import { SelectedGames } from './selected-games.tsx'

interface Props {
  control: Control<EditorFields>
  problemIds: readonly GameId[]
}

/**
 * Renders the tab Games: the search, and the selected games in their order (R-PLED-01, G35). A letter typed into another
 * tab does not render its hundred rows again.
 */
export const GamesTab = memo(({ control, problemIds }: Props) => {
  const search = useRef<HTMLInputElement>(null)
  const viewer = useViewer()
  const [isFromList, setFromList] = useState(false)
  const { field, fieldState } = useController({ control, name: 'games' })
  // A toast's Undo runs later, so it must not use the games of this rendering.
  const latest = useRef(field.value)
  latest.current = field.value
  const change = (make: (games: EditorGame[]) => EditorGame[]) => {
    latest.current = make(latest.current)
    field.onChange(latest.current)
  }
  const add = (added: readonly GameCard[]): number => {
    const before = latest.current.length
    change((games) => {
      const fresh = added.filter((game) => !games.some(({ id }) => id === game.id))
      return [...games, ...fresh.map(cardOf)].slice(0, GAMES_MAX)
    })
    return latest.current.length - before
  }
  // An error of the field brings the focus here.
  useEffect(() => field.ref({ focus: () => search.current?.focus() }))
  const { length } = field.value
  return (
    <>
      <Section
        title="Add Games"
        action={
          viewer && (
            <button type="button" onClick={() => setFromList(true)}>
              {LIST_SOURCE_TEXTS.title}
            </button>
          )
        }
      >
        <GameSearch selected={field.value} onAdd={add} inputRef={search} />
        {viewer && isFromList && <ListSource userId={viewer.id} onAdd={add} onClose={() => setFromList(false)} />}
      </Section>
      <Section title="Selected Games" aside={<span className="num text-text-3">{`${length} / ${GAMES_MAX}`}</span>}>
        {fieldState.error && (
          <p role="alert" className="mb-3 flex gap-1.5 text-13 font-[550] text-danger">
            <Icon name="x" className="mt-px" />
            {fieldState.error.message}
          </p>
        )}
        {length === 0 ? (
          <p className="text-14 text-text-2">{EDITOR_TEXTS.noGames}</p>
        ) : (
          <SelectedGames
            games={field.value}
            problemIds={problemIds}
            onChange={change}
            onEmptied={() => search.current?.focus()}
          />
        )}
      </Section>
    </>
  )
})

/** Stores only the fields of a card, because drafts are stored on the device. */
const cardOf = ({ id, name, year, genre, developer, cover_url }: GameCard): EditorGame => ({
  id,
  name,
  year,
  genre,
  developer,
  cover_url,
  isUnlisted: false,
})
