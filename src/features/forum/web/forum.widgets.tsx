import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { GameId } from '#shared/ids.ts'
import { Section } from '#web/ui/section.tsx'
import { gameThreadsQuery } from './forum.api.ts'
import { newThreadAddress } from './forum-address.ts'
import { ThreadRows } from './thread-rows.tsx'

/** The number of threads on the page of a game. */
const SHOWN = 5

/**
 * The latest threads about a game. They load when the section comes near the window, so the page of a game contains
 * none of them and stays in the cache when somebody writes.
 */
export function GameThreads({ game }: { game: { id: GameId; name: string } }) {
  const part = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!part.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '0px 0px 300px' },
    )
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [])
  const { data } = useQuery({ ...gameThreadsQuery(game.id), enabled: isNear })
  const threads = data?.data.slice(0, SHOWN) ?? []
  return (
    <Section
      title="Forum"
      aside={threads.length > 0 && <span className="num text-14 text-text-3">{data?.total?.toLocaleString('en')}</span>}
    >
      <div ref={part}>
        {threads.length > 0 && <ThreadRows threads={threads} label={`Threads about ${game.name}`} around="game" />}
        <p className="pt-3 text-14 text-text-2">
          {data && threads.length === 0 && 'Nobody has started a thread about this game. '}
          <a className="linkish" href={newThreadAddress({ category: 'game-talk', gameId: game.id })}>
            New thread about this game
          </a>
        </p>
      </div>
    </Section>
  )
}
