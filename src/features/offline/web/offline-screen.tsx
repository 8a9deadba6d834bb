import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { KEPT_OFFLINE } from '#web/network/kept-offline.texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HomeLink } from '#web/ui/shell.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { useEnv } from '#web/use-env.ts'
import { KEPT_GAME } from '../kept-game.texts.ts'
import { OFFLINE_PAGE } from '../offline.texts.ts'
import { gameOfAddress, KeptGame, useLooked } from './kept-game.tsx'
import { KeptHome, KeptJournal, KeptLibrary, KeptQueue } from './kept-lists.tsx'
import { KeptWaiting } from './kept-waiting.tsx'
import { type Kept, useCopies } from './use-copies.ts'
import { useIsOffline } from './use-is-offline.ts'

const TABS = ['home', 'library', 'next', 'journal', 'waiting'] as const
type TabName = (typeof TABS)[number]

/** The tab that comes nearest to the page that could not be opened. */
function tabOf(address: string): TabName {
  if (/^\/(?:profile\/games|library)/.test(address)) return 'library'
  return address.startsWith('/profile/journal') || address.startsWith('/journal') ? 'journal' : 'home'
}

/** The page without a network: what the device has of the member's library. */
export function OfflineScreen() {
  const { productName } = useEnv()
  const kept = useCopies()
  const { search } = useLocation()
  const gameId = gameOfAddress(new URLSearchParams(search).get('from') ?? '')
  const looked = useLooked(gameId)
  return (
    <>
      <ConnectionLine />
      <div className="page max-w-200 py-6">
        <p className="mb-6">
          <HomeLink name={productName} className="tap" />
        </p>
        {!(kept && gameId) && <h1 className="title mb-3 text-28">{OFFLINE_PAGE.title}</h1>}
        {kept && gameId && looked !== undefined ? (
          <>
            <KeptGame key={gameId} id={gameId} kept={kept} looked={looked} />
            <p className="mt-8">
              <a className="link" href="/offline">
                {KEPT_GAME.all}
              </a>
            </p>
          </>
        ) : kept && !gameId ? (
          <KeptTabs kept={kept} />
        ) : kept === null ? (
          <EmptyState level={2} {...OFFLINE_PAGE.nothing} />
        ) : (
          <p role="status" className="text-text-2">
            {OFFLINE_PAGE.reading}
          </p>
        )}
      </div>
    </>
  )
}

/** One line that says whether there is a network, and once there is, leads to the page that could not be opened. */
function ConnectionLine() {
  const isOff = useIsOffline()
  const { search } = useLocation()
  const from = new URLSearchParams(search).get('from')
  // An address of another site is none to go on to.
  const target = from?.startsWith('/') && !from.startsWith('//') ? from : '/'
  return (
    <p role="status" className="bg-surface-2 px-4 py-2 text-center text-14 text-text-2">
      {isOff ? (
        KEPT_OFFLINE.text
      ) : (
        <>
          {OFFLINE_PAGE.isOn}{' '}
          <a
            className="link"
            href={target}
            // A new document: this one does not know the session.
            onClick={(event) => {
              event.preventDefault()
              location.assign(target)
            }}
          >
            {OFFLINE_PAGE.back}
          </a>
        </>
      )}
    </p>
  )
}

function KeptTabs({ kept }: { kept: Kept }) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [first] = useState(() => tabOf(new URLSearchParams(search).get('from') ?? ''))
  const current = TABS.find((name) => hash === `#${name}`) ?? first
  const counts = {
    home: null,
    library: kept.games.length,
    next: kept.queue.length,
    journal: null,
    waiting: kept.waiting.length,
  }
  const Panel = { home: KeptHome, library: KeptLibrary, next: KeptQueue, journal: KeptJournal, waiting: KeptWaiting }[
    current
  ]
  return (
    <>
      <TabList
        label={OFFLINE_PAGE.title}
        path={`/offline${search}`}
        items={TABS.map((id) => ({ id, label: OFFLINE_PAGE.tabs[id], count: counts[id] || null }))}
        current={current}
        onSelect={(id) => void navigate({ search, hash: id }, { replace: true, preventScrollReset: true })}
        className="mb-5"
      />
      <div role="tabpanel" id={panelId(current)} aria-labelledby={tabId(current)}>
        {current !== 'home' && <h2 className="visually-hidden">{OFFLINE_PAGE.tabs[current]}</h2>}
        <Panel kept={kept} />
      </div>
    </>
  )
}
