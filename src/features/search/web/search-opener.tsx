import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { loadCode } from '#web/load-code.ts'
import { Kbd } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isDialogOpen, isForPage } from '#web/ui/single-key.ts'
import { TEXT_MAX } from '../search.endpoints.ts'
import { SEARCH_FIELD } from '../search-opener.texts.ts'
import type { PaletteProps, TypedBefore } from './palette.tsx'

declare global {
  interface Window {
    /** theme-boot.js: returns the text that was typed into the search before its code was loaded; null if no key opened the search. */
    takeTypedSearch?: () => string | null
  }
}

const loadPalette = () => loadCode(() => import('./palette.tsx'), 'Palette').then((module) => module.Palette)

/**
 * The header's search: a link to the search page, which opens the palette once scripts run; `/` and Ctrl-K (Cmd-K) open
 * it from anywhere. Its code loads when the pointer or the focus comes to the link, or with the first key. Until it is
 * there, a hidden field takes the keys, and before that theme-boot.js does, so that none is lost.
 */
export function SearchOpener({ actions }: Pick<PaletteProps, 'actions'>) {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const opener = useRef<HTMLElement>(null)
  const typed = useRef<TypedBefore>({ text: '', isEntered: false })
  const openedAt = useRef('')

  const prepare = async () => {
    if (Palette) return
    const loaded = await loadPalette()
    setPalette(() => loaded)
  }
  const open = (text = '') => {
    // The key was pressed again, because nothing is to be seen yet.
    if (isOpen) return
    typed.current = { text: text.replaceAll('\n', ''), isEntered: text.endsWith('\n') }
    openedAt.current = window.location.pathname
    opener.current = document.activeElement === document.body ? link.current : (document.activeElement as HTMLElement)
    setOpen(true)
    // Without the palette there is still the page.
    prepare().catch(() => window.location.assign(`/search?q=${encodeURIComponent(typed.current.text.trim())}`))
  }
  const latest = useRef(open)
  latest.current = open

  useEffect(() => {
    const early = window.takeTypedSearch?.() ?? null
    if (early !== null) latest.current(early)
    const onKey = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && isForPage(event)
      const isK =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (event.defaultPrevented || (!isSlash && !isK) || isDialogOpen()) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // Another page closes the palette; not the page on whose address it was opened, which is rendered a moment later.
  useEffect(() => {
    if (openedAt.current !== pathname) setOpen(false)
  }, [pathname])

  const onIntent = () => void prepare().catch(() => {})
  return (
    <>
      <a
        ref={link}
        className="search-open"
        href="/search"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        data-tip="Search everything"
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          open()
        }}
      >
        <Icon name="search" size={20} />
        <span>Search</span>
        <Kbd>/</Kbd>
      </a>
      {isOpen && !Palette && (
        <input
          className="visually-hidden"
          type="search"
          aria-label={SEARCH_FIELD}
          autoComplete="off"
          maxLength={TEXT_MAX}
          // biome-ignore lint/a11y/noAutofocus: the palette was opened to type
          autoFocus
          defaultValue={typed.current.text}
          onFocus={({ target }) => target.setSelectionRange(TEXT_MAX, TEXT_MAX)}
          onChange={({ target }) => {
            typed.current = { text: target.value, isEntered: false }
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (nativeEvent.isComposing) return
            if (key === 'Enter') typed.current.isEntered = true
            if (key !== 'Escape') return
            setOpen(false)
            opener.current?.focus()
          }}
        />
      )}
      {Palette && (
        <Palette
          open={isOpen}
          onClose={() => setOpen(false)}
          opener={opener}
          typedBefore={() => typed.current}
          actions={actions}
        />
      )}
    </>
  )
}
