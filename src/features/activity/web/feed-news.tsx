import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { LIVE } from '#shared/realtime.ts'
import { CallError, networkTextOf } from '#web/call.ts'
import { gather } from '#web/live/gather.ts'
import { listenLive } from '#web/live/wishes.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Activity } from '../activity.contract.ts'
import { newsText } from '../activity.rules.ts'
import { type FeedSource, readNewest, showNewest } from './activity.api.ts'

/**
 * Says at the top of a feed how many activities are new, and puts them in when it is pressed: nothing that is being read
 * moves by itself. `shown` is the list as it is, `top` where the reader is taken.
 */
export function FeedNews(props: { from: FeedSource; shown: readonly Activity[]; top: RefObject<HTMLElement | null> }) {
  const { from, shown, top } = props
  const client = useQueryClient()
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    // One's own come into it as one shares them.
    if (from === 'own') return
    const look = gather(
      async () => {
        const ids = await readNewest(client, from).catch(() => [])
        setTold((before) => new Set([...before, ...ids]))
      },
      { waitMs: LIVE.invalidationMs, mostMs: LIVE.invalidationMs },
    )
    return listenLive(from === 'circle' ? 'feed' : `feed:${from}`, (event) => {
      const id = event?.id
      if (id) setTold((before) => new Set([...before, id]))
      else look(null)
    })
  }, [client, from])

  const known = new Set<string>(shown.map(({ id }) => id))
  const count = [...told].filter((id) => !known.has(id)).length

  async function show(): Promise<void> {
    setBusy(true)
    try {
      await showNewest(client, from)
      setTold(new Set())
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
