import { useInfiniteQuery } from '@tanstack/react-query'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import type { ListPage } from '../lists.contract.ts'
import { uniqueGames } from './list-parts.tsx'
import { listGamesQuery } from './lists.api.ts'
import { NothingFits } from './smart-list.tsx'

/** The number of posters whose covers load at once, because they are in view at first. */
const EAGER_POSTERS = 8

/** Renders the games of a list as posters; those that came after `newSince` are marked. */
export function ListGames(props: { list: ListPage; newSince: string | null; onEdit: () => void }) {
  const { list, newSince, onEdit } = props
  const isNew = (at: string) => newSince !== null && Date.parse(at) > Date.parse(newSince)
  const query = useInfiniteQuery(listGamesQuery(list.id))
  const games = uniqueGames(query.data?.pages.flatMap(({ data }) => data) ?? [])
  return (
    <PagedList
      list={query}
      isEmpty={games.length === 0}
      failed={LIST_PAGE_TEXTS.gamesNotLoaded}
      empty={list.smart ? <NothingFits list={list} /> : <NoGames list={list} onEdit={onEdit} />}
    >
      <h2 className="visually-hidden">Games</h2>
      <PosterGrid label={list.title} className="items-start">
        {games.map(({ game, position, note, added_at }, at) => (
          <div key={game.id}>
            <div className="relative">
              <GamePoster game={game} eager={at < EAGER_POSTERS} />
              {list.is_ranked && (
                <span className="list-rank">
                  <span className="visually-hidden">Rank </span>
                  {position}
                </span>
              )}
            </div>
            {isNew(added_at) && <p className="fact pt-2 text-(--accent-line)!">New</p>}
            {note && (
              <p className="pt-2 pb-2 text-13 leading-snug wrap-anywhere whitespace-pre-line text-text-2" dir="auto">
                {note}
              </p>
            )}
          </div>
        ))}
      </PosterGrid>
    </PagedList>
  )
}

function NoGames({ list, onEdit }: { list: ListPage; onEdit: () => void }) {
  return (
    <EmptyState
      level={2}
      title="No games yet"
      text={list.viewerCan.edit ? LIST_PAGE_TEXTS.addFirst : LIST_PAGE_TEXTS.noneOf(memberName(list.user))}
      {...(list.viewerCan.edit && {
        action: (
          <Button kind="mine" onClick={onEdit}>
            Add games
          </Button>
        ),
      })}
    />
  )
}
