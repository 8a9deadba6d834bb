import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { NOTHING_BY_NAME } from '#features/catalogue/nothing-found.texts.ts'
import { counted } from '#shared/counted.ts'
import { SEARCH_ERROR } from '#shared/sentences.ts'
import { networkTextOf } from '#web/call.ts'
import { Button, Kbd } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { SuggestionField, SuggestionList } from '#web/ui/suggestion-list.tsx'
import { PALETTE_RESULTS, TEXT_MAX } from '../search.endpoints.ts'
import { SEARCH_TEXTS } from '../search.texts.ts'
import { SEARCH_FIELD } from '../search-opener.texts.ts'
import {
  foundResults,
  MEANT,
  offeredResults,
  type PaletteAction,
  type PaletteResult,
  searchAddress,
} from './palette-results.ts'
import { clearSearches, recentSearches, recordSearch } from './recent-searches.ts'
import { isSearchable, searchQuery } from './search.api.ts'

/** The debounce of typing before the server is asked. */
const REST_MS = 250

/** What the member typed before the palette had loaded, and whether with Enter after it. */
export interface TypedBefore {
  text: string
  isEntered: boolean
}

export interface PaletteProps {
  open: boolean
  onClose: () => void
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  typedBefore: () => TypedBefore
  /** Returns what the palette does itself on the page under it; asked when it opens. */
  actions: () => readonly PaletteAction[]
}

/** The search of everything as a dialog; on phones it fills the screen (G07). */
export function Palette({ open, onClose, opener, ...rest }: PaletteProps) {
  // The page that a result opens has its own focus.
  const isLeaving = useRef(false)
  if (open) isLeaving.current = false
  useEffect(() => {
    if (!open && isLeaving.current) (document.activeElement as HTMLElement | null)?.blur()
  }, [open])
  const finalFocus = () => !isLeaving.current && (opener.current ?? false)
  const leave = () => {
    isLeaving.current = true
    onClose()
  }
  return (
    <Modal open={open} onClose={onClose} label="Search" opener={finalFocus} className="sheet palette">
      <PaletteBody {...rest} onClose={onClose} onLeave={leave} />
    </Modal>
  )
}

function PaletteBody(props: Pick<PaletteProps, 'onClose' | 'typedBefore' | 'actions'> & { onLeave: () => void }) {
  const { onClose } = props
  const [actions] = useState(props.actions)
  const navigate = useNavigate()
  const viewer = useViewer()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [before] = useState(props.typedBefore)
  const [text, setText] = useState(before.text)
  const typed = text.trim()
  const [query, setQuery] = useState(typed)
  const [recents, setRecents] = useState(recentSearches)
  const [place, setPlace] = useState({ of: '', active: 0 })
  /** Enter was pressed before the answer: the first result opens when it is there. */
  const [isWaiting, setWaiting] = useState(before.isEntered)

  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => field.current?.setSelectionRange(TEXT_MAX, TEXT_MAX), [])

  const isAsked = isSearchable(typed)
  const answer = useQuery(searchQuery(isAsked ? query : '', PALETTE_RESULTS))
  const data = isAsked ? answer.data : undefined
  /** The answer belongs to the typed text. */
  const isCurrent = !isAsked || (query === typed && !answer.isPlaceholderData && (answer.isSuccess || answer.isError))
  const hasFailed = isAsked && query === typed && answer.isError

  const found =
    typed === ''
      ? {
          results: offeredResults({
            viewer,
            recents,
            actions,
            onSearch: (words) => type(words),
            onClear: () => {
              clearSearches()
              setRecents([])
            },
          }),
          isNamed: true,
        }
      : foundResults({ text: typed, viewer, actions, groups: data?.groups ?? [], meant: data?.meant })
  const { results } = found

  // A new list begins with its first result.
  const keys = results.map(({ key }) => key).join('\n')
  const active = place.of === keys ? place.active : 0
  const setActive = (at: number) => setPlace({ of: keys, active: at })
  const hasChosen = place.of === keys

  function type(words: string): void {
    setText(words)
    setWaiting(false)
    field.current?.focus()
  }

  function open(result: PaletteResult, inNewTab = false): void {
    if (result.recent) recordSearch(result.recent, viewer?.id ?? null)
    if (result.href !== undefined && inNewTab) {
      window.open(result.href, '_blank', 'noopener')
      return
    }
    if (result.href !== undefined) {
      props.onLeave()
      void navigate(result.href)
      return
    }
    if (!result.keepsOpen) onClose()
    result.run?.()
  }

  const first = results[0]
  const waited = isWaiting && isCurrent
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the answer for the typed text is there
  useEffect(() => {
    if (!waited) return
    setWaiting(false)
    // Who presses Enter before the answer has not seen what the text may mean.
    const isCertain = first && first.key !== MEANT
    if (!hasFailed)
      open(isCertain ? first : { key: 'all', title: typed, href: searchAddress(typed), recent: { text: typed } })
  }, [waited])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onClose()
    }
    const count = results.length
    const steps: Record<string, number> = {
      ArrowDown: (active + 1) % count,
      ArrowUp: (active - 1 + count) % count,
      // With Ctrl, because Home and End move in the text.
      ...((event.ctrlKey || event.metaKey || text === '') && { Home: 0, End: count - 1 }),
    }
    const step = steps[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setActive(step)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = results[active]
      if (chosen && (hasChosen || isCurrent || found.isNamed)) open(chosen, event.ctrlKey || event.metaKey)
      else if (isAsked) {
        setQuery(typed)
        setWaiting(true)
      }
    }
  }

  const note = noteOf()
  function noteOf(): ReactNode {
    if (typed === '' || hasFailed) return null
    if (!isAsked) return results.length === 0 && SEARCH_TEXTS.tooShort
    if (!isCurrent) return !data && 'Searching…'
    return results.length === 0 && data?.missing.length === 0 && <NothingFound />
  }

  return (
    <>
      <div className="palette-head" role="search">
        <SuggestionField
          ref={field}
          id={id}
          label={SEARCH_FIELD}
          count={results.length}
          active={active}
          value={text}
          enterKeyHint="go"
          maxLength={TEXT_MAX}
          // The palette was opened to type.
          autoFocus
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <div className="palette-list" aria-busy={isAsked && !isCurrent}>
        {hasFailed && (
          <div className="palette-note" role="alert">
            <p>{networkTextOf(answer.error) ?? SEARCH_ERROR}</p>
            <Button onClick={() => void answer.refetch()}>Try again</Button>
          </div>
        )}
        <SuggestionList
          id={id}
          label="Results"
          results={results}
          active={results[active] ?? null}
          onOpen={(result) => open(result)}
          onHover={(result) => setActive(results.indexOf(result as PaletteResult))}
        />
        <div className="palette-note" role="status">
          {note}
          {data && data.missing.length > 0 && isCurrent && <p>{SEARCH_TEXTS.missing(data.missing)}</p>}
          {!note && isAsked && isCurrent && (
            <span className="visually-hidden">{counted(results.length, 'result')}</span>
          )}
        </div>
      </div>
      <KeyLegend />
    </>
  )
}

const NothingFound = () => (
  <>
    <b className="block text-text">{NOTHING_BY_NAME}</b>
    {SEARCH_TEXTS.tryThis}
  </>
)

const KeyLegend = () => (
  <p className="palette-foot key-hint" aria-hidden="true">
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
    </span>
    <span>
      <Kbd>↵</Kbd> open
    </span>
    <span>
      <Kbd>Ctrl</Kbd> <Kbd>↵</Kbd> new tab
    </span>
    <span>
      <Kbd>Esc</Kbd> close
    </span>
  </p>
)
