import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { knownNumberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_MISSING } from '#web/ui/error-texts.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { GAME_THREADS_TEXTS } from '../game-threads.texts.ts'
import { gameThreadsQuery, threadsOf } from './forum.api.ts'
import { newThreadAddress } from './forum-address.ts'
import { ThreadRows } from './thread-rows.tsx'

/** The number of threads on the page of a game before the reader asks for more. */
const SHOWN = 5

/**
 * The threads about a game, the latest first. They load when the section comes near the window, so the page of a game
 * contains none of them and stays in the cache when somebody writes.
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
      // A window below, so that the threads have usually arrived when the reader does, and move nothing in view.
      { rootMargin: '0px 0px 100%' },
    )
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [])
  const list = useInfiniteQuery({ ...gameThreadsQuery(game.id), enabled: isNear })
  const [isWhole, setWhole] = useState(false)
  const all = threadsOf(list.data)
  const threads = isWhole ? all : all.slice(0, SHOWN)
  const total = list.data?.pages[0]?.total
  return (
    <Section
      title="Forum"
      aside={threads.length > 0 && <span className="num text-14 text-text-3">{knownNumberText(total)}</span>}
    >
      <div ref={part}>
        {threads.length > 0 && <ThreadRows threads={threads} label={`Threads about ${game.name}`} around="game" />}
        {list.isError && all.length === 0 && <ErrorState text={LIST_MISSING} onRetry={() => void list.refetch()} />}
        {isWhole ? (
          <MoreButton list={list} />
        ) : (
          all.length > SHOWN && (
            <p className="grid justify-items-center pt-4">
              <Button kind="line" onClick={() => setWhole(true)}>
                Show more
              </Button>
            </p>
          )
        )}
        {/* Most games have no thread yet: on phones that takes two lines, which have their place before. */}
        <p className={cx('pt-3 text-14 text-text-2', threads.length === 0 && 'max-sm:min-h-13.5')}>
          {list.data && threads.length === 0 && `${GAME_THREADS_TEXTS.none} `}
          <a className="linkish" href={newThreadAddress({ category: 'game-talk', gameId: game.id })}>
            {GAME_THREADS_TEXTS.start}
          </a>
        </p>
      </div>
    </Section>
  )
}
