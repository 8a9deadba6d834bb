import { type ComponentProps, useEffect, useRef } from 'react'
import { Avatar } from './avatar.tsx'
import { Kbd } from './button.tsx'
import { Cover } from './cover.tsx'
import { Icon, type IconName } from './icon.tsx'
import type { PosterGame } from './poster.tsx'

/** One of: a game's cover, a person's avatar, an icon. */
export interface ResultPicture {
  game?: PosterGame
  person?: { id: string; name: string; src?: string | null }
  icon?: IconName
}

export interface SearchResult extends ResultPicture {
  key: string
  /** Without it the result is an action. */
  href?: string
  title: string
  facts?: string
  /** Results of one group are listed together under its name, in the order of their first result. */
  group?: string
  /** Why the group is there, in words after its name; the same for all of its results. */
  why?: string
  /** The shortcut that does the same. */
  shortcut?: string
}

/** The ids by which a combobox refers to its list and its options. */
const listId = (id: string) => `${id}list`
const optionId = (id: string, at: number) => `${id}${at}`

/**
 * The field of a combobox whose list is a SuggestionList; the rest is passed to the input. `active`: the number of the
 * selected suggestion, -1 for none.
 */
export function SuggestionField({
  id,
  label,
  count,
  active,
  ...rest
}: { id: string; label: string; count: number; active: number } & ComponentProps<'input'>) {
  return (
    <label className="search-field">
      <Icon name="search" />
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        role="combobox"
        placeholder={label}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-expanded={count > 0}
        aria-controls={listId(id)}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 && count > 0 ? optionId(id, active) : undefined}
        {...rest}
      />
    </label>
  )
}

/** The suggestions of a combobox, in groups. The focus stays in the field. */
export function SuggestionList(props: {
  /** The id of the combobox, as its field has it. */
  id: string
  label: string
  results: readonly SearchResult[]
  active: SearchResult | null
  onOpen: (result: SearchResult) => void
  onHover: (result: SearchResult) => void
}) {
  const { id, results, active } = props
  const list = useRef<HTMLDivElement>(null)
  const activeKey = active?.key
  useEffect(() => {
    if (activeKey) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeKey])
  return (
    <div ref={list} id={listId(id)} role="listbox" aria-label={props.label}>
      {grouped(results).map(([group, members]) => (
        <div key={group} role="group" aria-label={[group || 'Results', members[0]?.why].filter(Boolean).join(' ')}>
          {group && (
            <div className="search-group" aria-hidden="true">
              <span className="fact">{group}</span>
              {members[0]?.why && <span className="search-why">{members[0].why}</span>}
            </div>
          )}
          {members.map((result) => (
            <Option
              key={result.key}
              id={optionId(id, results.indexOf(result))}
              result={result}
              isActive={result === active}
              onOpen={() => props.onOpen(result)}
              onHover={() => props.onHover(result)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Groups the results, in the order of their first result. */
function grouped(results: readonly SearchResult[]): [string, SearchResult[]][] {
  const groups = new Map<string, SearchResult[]>()
  for (const result of results) {
    const members = groups.get(result.group ?? '')
    if (members) members.push(result)
    else groups.set(result.group ?? '', [result])
  }
  return [...groups]
}

function Option(props: {
  id: string
  result: SearchResult
  isActive: boolean
  onOpen: () => void
  onHover: () => void
}) {
  const { result } = props
  return (
    <a
      id={props.id}
      className="search-one"
      role="option"
      aria-selected={props.isActive}
      tabIndex={-1}
      href={result.href}
      onPointerMove={props.isActive ? undefined : props.onHover}
      // Before blur: the list must still exist for the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        props.onOpen()
      }}
    >
      {result.game ? (
        <span className="poster">
          <Cover game={result.game} facts={false} />
        </span>
      ) : result.person ? (
        <Avatar {...result.person} size={32} />
      ) : (
        <span className="search-icon">
          <Icon name={result.icon ?? 'right'} />
        </span>
      )}
      <span className="search-text">
        <b>{result.title}</b>
        {result.facts && <span>{result.facts}</span>}
      </span>
      {(result.shortcut || props.isActive) && (
        <span className="search-keys" aria-hidden="true">
          <Kbd>{result.shortcut ?? '↵'}</Kbd>
        </span>
      )}
    </a>
  )
}
