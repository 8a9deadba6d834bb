import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { DialogHost } from '#features/game-actions/web/dialog-host.tsx'
import { LogKey, openLog } from '#features/game-actions/web/log-key.widgets.tsx'
import type { PaletteAction } from '#features/search/web/palette-results.ts'
import { clearSearchesOfOthers } from '#features/search/web/recent-searches.ts'
import { SearchOpener } from '#features/search/web/search-opener.tsx'
import { contributionsTo } from '#web/slots.tsx'
import { openKeys } from '#web/ui/keys-dialog-state.ts'
import { KeysHost } from '#web/ui/keys-host.tsx'
import { useEnv } from '#web/use-env.ts'
import { pageActions } from '#web/web.slots.ts'

export { openLog } from '#features/game-actions/web/log-key.widgets.tsx'

/**
 * The header's search, which opens the palette. This chunk loads after the start and also contains the keyboard shortcuts
 * of every page and the dialogs that they open.
 */
export function GlobalSearch() {
  const { client } = useEnv()
  const viewer = useViewer()
  const viewerId = viewer?.id ?? null
  useEffect(() => {
    const isKnown = client.getQueryData(sessionQuery().queryKey) !== undefined
    if (isKnown) clearSearchesOfOthers(viewerId)
  }, [client, viewerId])
  const { pathname } = useLocation()
  const ofPage = (): PaletteAction[] =>
    contributionsTo(pageActions)
      .flatMap((find) => find({ pathname, client }))
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map((each) => ({ ...each, isOfPage: true }))
  const always: PaletteAction[] = [
    {
      key: 'log',
      label: 'Log a game',
      words: 'log, add a game, play session, finished a game, rate a game',
      icon: 'plus',
      shortcut: 'L',
      run: () => void openLog(viewer),
    },
    {
      key: 'keys',
      label: 'Keyboard shortcuts',
      words: 'keys, shortcuts, help, hotkeys',
      icon: 'keyboard',
      shortcut: '?',
      run: openKeys,
    },
  ]
  return (
    <>
      <SearchOpener actions={() => [...ofPage(), ...always]} />
      <DialogHost />
      <LogKey />
      <KeysHost />
    </>
  )
}
