import type { CSSProperties } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { counted, gamesText, numberText } from '#shared/counted.ts'
import { feedTime } from '#shared/relative-time.ts'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import type { List, ListGame } from '../lists.contract.ts'
import { playedText } from '../lists.rules.ts'

export const listHref = ({ id }: Pick<List, 'id'>) => `/lists/${id}`

/** Renders the first covers of a list as a stack, with placeholders for a list with fewer games. */
export function CoverFan({ list, eager = false }: { list: Pick<List, 'covers'>; eager?: boolean }) {
  return (
    <span className="list-fan" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((at) => {
        const game = list.covers[at]
        return game ? (
          <span key={game.id} className="poster">
            <Cover game={posterGame(game)} facts={false} eager={eager} />
          </span>
        ) : (
          <span key={at} className="list-fan-empty" />
        )
      })}
    </span>
  )
}

/**
 * Renders the facts of a list: number of games, ranking, likes, last change, whether it is private or keeps itself, and how many of its
 * games are new to its owner.
 */
export function ListFacts({ list, news = list.smart?.new_count }: { list: List; news?: number | undefined }) {
  const now = useNow()
  return (
    <p className="fact num flex flex-wrap items-center gap-x-3 gap-y-1">
      {!list.is_shared && (
        <span className="flex items-center gap-1">
          <Icon name="lock" />
          Private
        </span>
      )}
      {list.smart && (
        <span className="flex items-center gap-1">
          <Icon name="spark" />
          Keeps itself
        </span>
      )}
      <span>{gamesText(list.games_count)}</span>
      {news ? <b className="text-(--accent-line)">{numberText(news)} new</b> : null}
      {list.is_ranked && <span>Ranked</span>}
      {list.likes_count > 0 && <span>{counted(list.likes_count, 'like')}</span>}
      <span>{feedTime(new Date(list.changed_at), now)}</span>
    </p>
  )
}

/** Renders how many of its games the reader has played, as words and a yellow hairline; nothing for a visitor. */
export function ListProgress(props: { played: number | null; games: number; isSmall?: boolean }) {
  const { played, games, isSmall = false } = props
  if (played === null || games === 0) return null
  return (
    <div className={isSmall ? undefined : 'max-w-90 pt-1'}>
      <p className={cx('num pb-1.5', isSmall ? 'text-13 text-text-2' : 'text-14 font-[650]')}>
        {playedText(played, games)}
      </p>
      <div
        className="list-progress"
        aria-hidden="true"
        style={{ '--v': `${(100 * played) / games}%` } as CSSProperties}
      >
        <i />
      </div>
    </div>
  )
}

/** Removes duplicates: pages are numbered, so a game that has moved from one to the next appears twice. */
export const uniqueGames = (games: readonly ListGame[]) => [...new Map(games.map((row) => [row.game.id, row])).values()]
