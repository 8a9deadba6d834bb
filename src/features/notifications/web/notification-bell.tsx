import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LazyPopup, usePopupTrigger } from '#web/ui/popup-trigger.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { bellLabel, unreadBadge } from '../notifications.rules.ts'
import { unreadQuery } from './unread.api.ts'

const loadPanel = () => import('./bell-panel.tsx')
const BellPanel = lazyLoaded(loadPanel, 'BellPanel')

/**
 * Implements `NotificationBell` of notifications.widgets.tsx. On phones it links to the page, elsewhere it opens the
 * panel.
 */
export function NotificationBell({ atFirst }: { atFirst: number }) {
  const { data = atFirst } = useQuery(unreadQuery())
  const unread = useIsHydrated() ? data : atFirst
  const news = useNews(unread)
  const { isOpen, setOpen, trigger, popup } = usePopupTrigger('dialog', loadPanel)
  const name = bellLabel(unread)
  return (
    <>
      <a className="icon-btn bell md:hidden" href="/notifications" aria-label={name}>
        <Face unread={unread} />
      </a>
      <button
        type="button"
        {...trigger}
        className="icon-btn bell max-md:hidden"
        aria-label={name}
        data-tip={isOpen ? undefined : name}
        onClick={() => setOpen(!isOpen)}
      >
        <Face unread={unread} />
      </button>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      {popup && (
        <LazyPopup>
          <BellPanel {...popup} />
        </LazyPopup>
      )}
    </>
  )
}

function Face({ unread }: { unread: number }) {
  return (
    <>
      <span className="bell-face">
        <Icon name="bell" size={20} />
        {unread > 0 && <span className="dot" />}
      </span>
      {unread > 0 && <span className="bell-count num">{unreadBadge(unread)}</span>}
    </>
  )
}

/**
 * Returns the text for screen readers when a notification arrives, once; empty for notifications that came with the
 * page, and after they are read.
 */
function useNews(unread: number): string {
  const [news, setNews] = useState('')
  const known = useRef(unread)
  useEffect(() => {
    if (unread > known.current) setNews(bellLabel(unread))
    else if (unread < known.current) setNews('')
    known.current = unread
  }, [unread])
  return news
}
