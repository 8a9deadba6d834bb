import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { noResultsText, SEARCH_ERROR } from '#shared/sentences.ts'
import { IconButton, Kbd } from './button.tsx'
import { Icon } from './icon.tsx'
import { loadSheet, Sheet } from './sheet.tsx'
import { isDialogOpen, isForPage } from './single-key.ts'
import { listId, optionId, type SearchResult, SuggestionList } from './suggestion-list.tsx'

export interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  /** idle: no search yet, and no list is shown. */
  status: 'idle' | 'loading' | 'ready' | 'error'
  results: readonly SearchResult[]
  onOpenResult: (result: SearchResult) => void
  /** Called on Enter without a chosen result. */
  onSubmit?: (value: string) => void
  placeholder?: string
  /** Shown when the search fails. */
  errorText?: string
}

/** In the header from 1024 px; a button that opens a sheet below that. `/` and Ctrl-K (Cmd-K) open it from anywhere. */
export function SearchBox(props: SearchBoxProps) {
  const [isSheet, setSheet] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const prefetch = () => void loadSheet().catch(() => {})

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isSlash = event.key === '/' && isForPage(event)
      const isK =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (event.defaultPrevented || (!isSlash && !isK)) return
      if (isDialogOpen()) return
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
      <IconButton
        ref={opener}
        className="search-open"
        icon="search"
        label="Search"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setSheet(true)}
      />
      <Sheet open={isSheet} onClose={() => setSheet(false)} label="Search" opener={opener} className="sheet-full">
        <Combobox {...props} inSheet onDone={() => setSheet(false)} />
      </Sheet>
    </div>
  )
}

function Combobox(
  props: SearchBoxProps & { field?: RefObject<HTMLInputElement | null>; inSheet?: boolean; onDone?: () => void },
) {
  const { value, results, status } = props
  const [isOpen, setOpen] = useState(props.inSheet ?? false)
  const [active, setActive] = useState(-1)
  const id = useId()
  const isShown = isOpen && status !== 'idle'
  const chosen = isShown ? (results[active] ?? null) : null

  // A new list has no chosen result.
  const keys = results.map((result) => result.key).join(' ')
  const [seen, setSeen] = useState(keys)
  if (seen !== keys) {
    setSeen(keys)
    setActive(-1)
  }

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
      // By default the browser would only empty the field.
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
        <span className="visually-hidden">Search games and people</span>
        <input
          ref={props.field}
          type="search"
          role="combobox"
          value={value}
          placeholder={props.placeholder ?? 'Search games and people'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          // biome-ignore lint/a11y/noAutofocus: the sheet was opened to type
          autoFocus={props.inSheet}
          aria-expanded={isShown}
          aria-controls={listId(id)}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? optionId(id, results.indexOf(chosen)) : undefined}
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
        <SuggestionList
          id={id}
          label="Suggestions"
          results={status === 'ready' ? results : []}
          active={chosen}
          onOpen={open}
          onHover={(result) => setActive(results.indexOf(result))}
        />
        <p className="search-note" role="status">
          {isShown && noteOf(props)}
        </p>
      </div>
    </div>
  )
}

function noteOf({ status, value, results: { length }, errorText }: SearchBoxProps) {
  if (status === 'loading') return 'Searching…'
  if (status === 'error') return errorText ?? SEARCH_ERROR
  return length === 0 ? (
    noResultsText(value.trim())
  ) : (
    <span className="visually-hidden">{length === 1 ? '1 suggestion' : `${length} suggestions`}</span>
  )
}
