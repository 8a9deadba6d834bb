import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import { numberText, plural } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'
import { networkTextOf } from '#web/call.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Poster } from '#web/ui/poster.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ACHIEVEMENT_LIST_TEXTS } from '../achievement-lists.texts.ts'
import type { AchievementGame, UnlockedAchievement } from '../achievements.contract.ts'
import { AchievementRow, gameAchievementsHref } from './achievement-row.tsx'
import { ownAchievementsQuery, ownGamesQuery, totalsQuery } from './achievements.api.ts'

/** The content of the page: all achievements by date, the games, or one game. */
type Params = { show: 'dates' } | { show: 'games' } | { show: 'game'; gameId: GameId }

function paramsOf(search: URLSearchParams): Params {
  const gameId = canonicalGameId(search.get('game') ?? '') as GameId | null
  if (gameId !== null) return { show: 'game', gameId }
  return search.get('show') === 'games' ? { show: 'games' } : { show: 'dates' }
}

const ADDRESS = '/achievements'

/** Loads the first page of the list that the address names. The page shows a failure. */
export async function loadOwnAchievements(client: QueryClient, search: URLSearchParams): Promise<void> {
  const params = paramsOf(search)
  const gameId = params.show === 'game' ? params.gameId : null
  await Promise.all([
    client.prefetchQuery(totalsQuery()),
    params.show !== 'games' && client.prefetchInfiniteQuery(ownAchievementsQuery(gameId)),
    params.show !== 'dates' && client.prefetchInfiniteQuery(ownGamesQuery(gameId)),
  ])
}

/** The viewer's achievements by date and by game, with totals (G15). */
export function OwnAchievements({ search }: { search: URLSearchParams }) {
  const params = paramsOf(search)
  const { data: totals } = useQuery(totalsQuery())
  if (totals?.unlocked === 0) return <NothingTicked />
  return (
    <>
      {totals && (
        <ul className="figs mb-6 max-w-160" aria-label="Totals">
          <Figure count={totals.unlocked} label="Unlocked" />
          <Figure count={totals.games} label={plural(totals.games, 'Game', 'Games')} />
          <Figure count={totals.complete} label="Complete" />
        </ul>
      )}
      <Segmented
        label="Order"
        value={params.show === 'dates' ? 'dates' : 'games'}
        options={[
          { value: 'dates', label: 'By date', href: ADDRESS },
          { value: 'games', label: 'By game', href: `${ADDRESS}?show=games` },
        ]}
        className="mb-8"
      />
      {params.show === 'dates' ? <ByDate /> : params.show === 'games' ? <ByGame /> : <OfGame gameId={params.gameId} />}
    </>
  )
}

function NothingTicked() {
  return (
    <EmptyState
      level={2}
      title="No achievements yet"
      text={ACHIEVEMENT_LIST_TEXTS.ownNone}
      link={{ href: '/profile/games', label: 'Open my games' }}
    />
  )
}

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <li>
      <b>{numberText(count)}</b>
      <span className="fact">{label}</span>
    </li>
  )
}

const unique = <T,>(rows: readonly T[], keyOf: (row: T) => string) => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]
const failedText = (error: Error | null) => networkTextOf(error) ?? ACHIEVEMENT_LIST_TEXTS.ownNotLoaded

function ByDate() {
  const list = useInfiniteQuery(ownAchievementsQuery(null))
  const rows = unique(list.data?.pages.flatMap(({ data }) => data) ?? [], ({ id }) => id)
  const months = Map.groupBy(rows, ({ unlocked_at }) => monthOf(new Date(unlocked_at)))
  return (
    <PagedList list={list} isEmpty={rows.length === 0} failed={failedText(list.error)} empty={<NothingTicked />}>
      <div>
        {[...months].map(([month, some]) => (
          <section key={month} className="mt-8 first:mt-0" aria-label={month}>
            <h2 className="fact pb-3">{month}</h2>
            <Rows rows={some} />
          </section>
        ))}
      </div>
    </PagedList>
  )
}

/** 'November 2026'. */
const monthOf = (at: Date) => fullDate(at).replace(/ \d+,/, '')

function Rows({ rows, hasGame = true }: { rows: readonly UnlockedAchievement[]; hasGame?: boolean }) {
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
      {rows.map((each) => (
        <AchievementRow key={each.id} achievement={each} hasGame={hasGame} />
      ))}
    </ul>
  )
}

function ByGame() {
  const list = useInfiniteQuery(ownGamesQuery(null))
  const rows = unique(list.data?.pages.flatMap(({ data }) => data) ?? [], ({ game }) => game.id)
  return (
    <PagedList list={list} isEmpty={rows.length === 0} failed={failedText(list.error)} empty={<NothingTicked />}>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3" aria-label="Games">
        {rows.map((row) => (
          <li key={row.game.id}>
            <GameProgress row={row} href={`${ADDRESS}?game=${row.game.id}`} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

/** A game with the viewer's number of its achievements. The name is a link. */
function GameProgress({ row: { game, unlocked, total }, href }: { row: AchievementGame; href: string }) {
  return (
    <div className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-4">
      <Poster game={posterGame(game)} href={`/game/${game.id}`} size={64} />
      <div className="grid min-w-0 gap-2">
        <h2 className="title text-16 leading-snug break-words">
          <a href={href} className="hover:underline">
            {game.name}
          </a>
        </h2>
        <ProgressBar
          value={total > 0 ? (unlocked / total) * 100 : 0}
          status="completed"
          label={`Achievements in ${game.name}`}
        />
        <span className="num text-13 text-text-2">
          {unlocked} of {total}
        </span>
      </div>
    </div>
  )
}

function OfGame({ gameId }: { gameId: GameId }) {
  const list = useInfiniteQuery(ownAchievementsQuery(gameId))
  const game = useInfiniteQuery(ownGamesQuery(gameId)).data?.pages[0]?.data[0]
  const rows = unique(list.data?.pages.flatMap(({ data }) => data) ?? [], ({ id }) => id)
  return (
    <>
      {game && (
        <div className="mb-8 flex flex-wrap items-center gap-x-8 gap-y-4">
          <div className="min-w-0 max-w-110 flex-1 basis-72">
            <GameProgress row={game} href={gameAchievementsHref(gameId)} />
          </div>
          <ButtonLink href={gameAchievementsHref(gameId)}>All of its achievements</ButtonLink>
        </div>
      )}
      <PagedList
        list={list}
        isEmpty={rows.length === 0}
        failed={failedText(list.error)}
        empty={
          <EmptyState
            level={2}
            title={ACHIEVEMENT_LIST_TEXTS.noneInGame}
            text={ACHIEVEMENT_LIST_TEXTS.tickOnTab}
            action={<ButtonLink href={gameAchievementsHref(gameId)}>Open the game</ButtonLink>}
          />
        }
      >
        <Rows rows={rows} hasGame={false} />
      </PagedList>
    </>
  )
}
