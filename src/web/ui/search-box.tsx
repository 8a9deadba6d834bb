import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { IconButton, Kbd } from './button.tsx'
import { Cover } from './cover.tsx'
import { Icon, type IconName } from './icon.tsx'
import type { PosterGame } from './poster.tsx'
import { Sheet } from './sheet.tsx'

export interface SearchResult {
  key: string
  href: string
  title: string
  facts?: string
  /** Results of one group stand together under its name, in the order of their first. */
  group?: string
  /** One of: a game's cover, a person's avatar, an icon (a command). */
  game?: PosterGame
  person?: { id: string; name: string; src?: string | null }
  icon?: IconName
}

export interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  /** idle: nothing was asked yet, and no list is shown. */
  status: 'idle' | 'loading' | 'ready' | 'error'
  results: readonly SearchResult[]
  onOpenResult: (result: SearchResult) => void
  /** Enter without a chosen result. */
  onSubmit?: (value: string) => void
  placeholder?: string
  emptyText?: string
  /** Said where the search fails. */
  errorText?: string
}

/** In the header from 1024 px; a button that opens a sheet below that. `/` and Ctrl-K (Cmd-K) open it from anywhere. */
export function SearchBox(props: SearchBoxProps) {
  const [isSheet, setSheet] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      const isK =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (event.defaultPrevented || (!isSlash && !isK)) return
      // A dialog is another place: its keys are its own.
      if (document.querySelector('dialog[open], [role=dialog][data-open]')) return
      event.preventDefault()
      if (field.current?.checkVisibility?.()) {
        field.current.focus()
        field.current.select()
      } else setSheet(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className="search" role="search">
      <Combobox {...props} field={field} />
      <IconButton className="search-open" icon="search" label="Search" onClick={() => setSheet(true)} />
      <Sheet open={isSheet} onClose={() => setSheet(false)} label="Search" className="sheet-full">
        <Combobox {...props} inSheet onDone={() => setSheet(false)} />
      </Sheet>
    </div>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function Combobox(
  props: SearchBoxProps & { field?: RefObject<HTMLInputElement | null>; inSheet?: boolean; onDone?: () => void },
) {
  const { value, results, status } = props
  const [isOpen, setOpen] = useState(props.inSheet ?? false)
  const [active, setActive] = useState(-1)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isShown = isOpen && status !== 'idle'
  const chosen = isShown ? (results[active] ?? null) : null
  const optionId = (result: SearchResult) => `${id}${results.indexOf(result)}`

  // A new list begins without a choice.
  const keys = results.map((result) => result.key).join(' ')
  const [seen, setSeen] = useState(keys)
  if (seen !== keys) {
    setSeen(keys)
    setActive(-1)
  }
  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  const open = (result: SearchResult) => {
    setOpen(false)
    props.onDone?.()
    props.onOpenResult(result)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const by = event.key === 'ArrowDown' ? 1 : -1
      // -1 is the field itself, between the last and the first.
      const count = results.length + 1
      setActive((active) => ((active + 1 + by + count) % count) - 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) open(chosen)
      else if (value.trim() && props.onSubmit) {
        setOpen(false)
        props.onDone?.()
        props.onSubmit(value.trim())
      }
    } else if (event.key === 'Escape' && props.inSheet) {
      // The browser would only empty the field.
      event.preventDefault()
      props.onDone?.()
    } else if (event.key === 'Escape') {
      if (isShown) setOpen(false)
      else if (value) props.onChange('')
      else event.currentTarget.blur()
    }
  }
  return (
    <div
      className={props.inSheet ? 'search-sheet' : 'search-box'}
      onBlur={(event) => {
        if (!props.inSheet && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <label className="search-field">
        <Icon name="search" />
        <span className="vh">Search games and people</span>
        <input
          ref={props.field}
          type="search"
          role="combobox"
          value={value}
          placeholder={props.placeholder ?? 'Games, people'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          // biome-ignore lint/a11y/noAutofocus: the sheet was opened to type
          autoFocus={props.inSheet}
          aria-expanded={isShown}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
          onChange={(event) => {
            props.onChange(event.target.value)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {!props.inSheet && <Kbd>/</Kbd>}
      </label>
      {props.inSheet && (
        <button type="button" className="btn btn-quiet" onClick={props.onDone}>
          Cancel
        </button>
      )}
      <div className="search-list" hidden={!isShown}>
        <div ref={list} id={`${id}list`} role="listbox" aria-label="Suggestions">
          {status === 'ready' &&
            grouped(results).map(([group, members]) => (
              <div key={group} role="group" aria-label={group || 'Results'}>
                {group && (
                  <div className="search-group fact" aria-hidden="true">
                    {group}
                  </div>
                )}
                {members.map((result) => (
                  <Option
                    key={result.key}
                    id={optionId(result)}
                    result={result}
                    isActive={result === chosen}
                    onOpen={() => open(result)}
                    onHover={() => setActive(results.indexOf(result))}
                  />
                ))}
              </div>
            ))}
        </div>
        <p className="search-note" role="status">
          {isShown && noteOf(status, results.length, props)}
        </p>
      </div>
    </div>
  )
}

function noteOf(
  status: SearchBoxProps['status'],
  count: number,
  texts: Pick<SearchBoxProps, 'emptyText' | 'errorText'>,
) {
  if (status === 'loading') return 'Searching…'
  if (status === 'error') return texts.errorText ?? 'The search did not answer. Try again in a moment.'
  return count === 0 ? (
    (texts.emptyText ?? 'Nothing by that name')
  ) : (
    <span className="vh">{count === 1 ? '1 suggestion' : `${count} suggestions`}</span>
  )
}

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
      // Before blur: the list must still be there for the click.
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
        <Avatar {...result.person} size={36} />
      ) : (
        <span className="search-icon">
          <Icon name={result.icon ?? 'right'} />
        </span>
      )}
      <span className="search-text">
        <b>{result.title}</b>
        {result.facts && <span>{result.facts}</span>}
      </span>
    </a>
  )
}
