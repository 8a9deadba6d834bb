import { type MouseEvent, useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'

const LIST = '/all-games'

/**
 * 'Back to Games': returns to the list that the reader came from, with its state, otherwise links to all games
 * (R-GAME-29).
 */
export function BackToGames() {
  const [href, setHref] = useState(LIST)
  useEffect(() => setHref(listBehind()?.href ?? LIST), [])
  const goBack = (event: MouseEvent) => {
    // Computed on the click, because each tab that was opened is a history step.
    const list = listBehind()
    if (!list || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    // Goes back instead of forward, which preserves filters, page and scroll position.
    event.preventDefault()
    history.go(-list.steps)
  }
  return (
    <a
      href={href}
      className="no-print inline-flex items-center gap-1.5 py-4 text-13 font-[550] text-text underline-offset-4 hover:underline"
      onClick={goBack}
    >
      <Icon name="left" />
      Back to Games
    </a>
  )
}

/** Returns the catalogue list that was last open in this tab, and the number of history steps back to it. */
function listBehind(): { href: string; steps: number } | null {
  const { navigation } = window
  const here = navigation?.currentEntry?.index ?? -1
  const entries = navigation?.entries() ?? []
  for (let at = here - 1; at >= 0; at--) {
    const url = new URL(entries[at]?.url ?? location.href)
    if (url.pathname === LIST) return { href: url.pathname + url.search, steps: here - at }
  }
  return null
}
