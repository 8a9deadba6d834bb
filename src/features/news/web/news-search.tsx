import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

/** The list follows the field after this pause in typing. */
const REST_MS = 300

/**
 * A search field. `onSearch` gets the text after a pause; a search that comes from elsewhere replaces the text. While the
 * router loads a page, the search waits: it changes the page that comes, or ends with this one.
 */
export function NewsSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(search)
  // The timer calls the newest `onSearch`, because the category may have changed since the key press.
  const latest = useRef({ onSearch, isLoading: false })
  latest.current = { onSearch, isLoading: useNavigation().state !== 'idle' }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (search === sent.current) return
    clearTimeout(timer.current)
    sent.current = search
    setText(search)
  }, [search])
  const searchSoon = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (latest.current.isLoading) return searchSoon(typed)
      sent.current = typed.trim()
      latest.current.onSearch(sent.current)
    }, REST_MS)
  }
  return (
    <label className="flex h-9 w-full items-center gap-2 rounded-control bg-surface-2 px-3 text-text-3 focus-within:outline-2 focus-within:outline-focus sm:w-64 pointer-coarse:h-11">
      <Icon name="search" />
      <span className="visually-hidden">Search news</span>
      <input
        type="search"
        placeholder="Search news"
        autoComplete="off"
        maxLength={100}
        className="w-full min-w-0 bg-transparent text-14 text-text outline-none placeholder:text-text-3 pointer-coarse:text-16"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          searchSoon(event.target.value)
        }}
      />
    </label>
  )
}
