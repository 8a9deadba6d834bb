import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { CallError, networkTextOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { whenThere } from '#web/when-there.ts'
import type { Activity } from '../activity.contract.ts'
import { newsText } from '../activity.rules.ts'
import { FEED_FAILED, NEW_IN_FEED } from '../activity.texts.ts'
import { type FeedSource, showNewest } from './activity.api.ts'
import { createNews } from './news.ts'

/**
 * Shows at the top of a feed how many activities are new, and adds them when the reader presses it, so that nothing
 * moves while the reader reads. `shown` is the current list, `top` is the element that then gets the focus. The
 * viewer's own activities appear at once.
 */
export function FeedNews(props: { from: FeedSource; shown: readonly Activity[]; top: RefObject<HTMLElement | null> }) {
  return props.from === 'own' ? null : <News {...props} from={props.from} />
}

function News(props: {
  from: Exclude<FeedSource, 'own'>
  shown: readonly Activity[]
  top: RefObject<HTMLElement | null>
}) {
  const { from, shown, top } = props
  const client = useQueryClient()
  const [news] = useState(() => createNews(client, from))
  const newIds = useSyncExternalStore(news.subscribe, news.newIds, news.newIds)
  const [isBusy, setBusy] = useState(false)
  const known = new Set<string>(shown.map(({ id }) => id))
  const count = newIds.filter((id) => !known.has(id)).length
  useEffect(() => news.follow(), [news])
  // A change of the list, such as by a block, may have removed new activities, too.
  const extent = `${shown[0]?.id} ${shown.length}`
  useEffect(() => news.checkAfter(extent), [news, extent])

  async function show(): Promise<void> {
    setBusy(true)
    try {
      await showNewest(client, from)
      news.clear()
      takeTo(top)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const description = networkTextOf(error)
      toast({ title: FEED_FAILED, ...(description !== null && { description }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {/* Announces new activities to screen readers once; the growing number is only visible. */}
      <p role="status" className="visually-hidden">
        {count > 0 && NEW_IN_FEED}
      </p>
      {count > 0 && (
        <div className="feed-news">
          <Button kind="solid" icon="up" busy={isBusy} busyLabel="Loading…" onClick={() => void show()}>
            {newsText(count)}
          </Button>
        </div>
      )}
    </>
  )
}

/**
 * Focuses the list, so that the next Tab enters the new activities; scrolls to it only when it is out of sight. An empty feed gets its
 * list a moment later.
 */
const takeTo = (top: RefObject<HTMLElement | null>): void =>
  void whenThere(
    () => top.current?.querySelector<HTMLElement>('ul[tabindex="-1"]'),
    (list) => {
      list.focus({ preventScroll: true })
      if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView({ block: 'start' })
    },
  )
