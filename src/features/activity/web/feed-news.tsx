import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { CallError, networkTextOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Activity } from '../activity.contract.ts'
import { newsText } from '../activity.rules.ts'
import { type FeedSource, showNewest } from './activity.api.ts'
import { createNews } from './news.ts'

/**
 * Says at the top of a feed how many activities are new, and puts them in when it is pressed: nothing that is being read
 * moves by itself. `shown` is the list as it is, `top` where the reader is taken. One's own come into it as one shares them.
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
  const told = useSyncExternalStore(news.subscribe, news.told, news.told)
  const [isBusy, setBusy] = useState(false)
  const known = new Set<string>(shown.map(({ id }) => id))
  const count = told.filter((id) => !known.has(id)).length
  useEffect(() => news.follow(), [news])
  // What has changed the list, such as a block, may have taken back what is not in it yet.
  const extent = `${shown[0]?.id} ${shown.length}`
  useEffect(() => news.checkAfter(extent), [news, extent])

  async function show(): Promise<void> {
    setBusy(true)
    try {
      await showNewest(client, from)
      news.forget()
      takeTo(top.current)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const description = networkTextOf(error)
      toast({ title: 'The feed could not be read', ...(description !== null && { description }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {/* Says it once; how many more come is seen. */}
      <p role="status" className="vh">
        {count > 0 && 'New activity in the feed'}
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

/** The list has the focus, so that the next Tab goes into what is new; it is scrolled to only when it is out of sight. */
function takeTo(top: HTMLElement | null): void {
  top?.querySelector<HTMLElement>('ul[tabindex="-1"]')?.focus({ preventScroll: true })
  if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: 'start' })
}
