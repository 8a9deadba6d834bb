import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { gamesText, numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { notBackText, ORDER_NOT_SAVED } from '#shared/sentences.ts'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import type { ListGame, ListPage } from '../lists.contract.ts'
import { addGamesRequests } from './add-to-list.ts'
import { ListOrder } from './list-order.tsx'
import { uniqueGames } from './list-parts.tsx'
import { addGameMutation, listGamesQuery, moveGameMutation, noteMutation, removeGameMutation } from './lists.api.ts'
import { PositionDialog } from './position-dialog.tsx'

const failed = (title: string) => (error: unknown) => showFailure(title, error)

/** The games of the viewer's own list as rows that can be moved, described and removed, and a dialog that adds more. */
export function EditedGames({ list }: { list: ListPage }) {
  const [isFinding, setFinding] = useState(false)
  const asked = useStore(addGamesRequests)
  useEffect(() => {
    if (asked !== list.id) return
    addGamesRequests.set(null)
    setFinding(true)
  }, [asked, list.id])
  const [placing, setPlacing] = useState<ListGame | null>(null)
  const { query, games, total, ...edit } = useEditedGames(list)
  return (
    <Section
      title="Games"
      className="max-w-180"
      aside={<span className="num text-text-3">{numberText(total)}</span>}
      action={
        <Button icon="plus" onClick={() => setFinding(true)}>
          Add games
        </Button>
      }
    >
      {games.length === 0 && !query.isPending && <p className="text-14 text-text-2">{LIST_PAGE_TEXTS.noGames}</p>}
      <div tabIndex={-1} className="outline-0">
        <ListOrder
          games={games}
          total={total}
          onPosition={setPlacing}
          onMove={edit.moveAfter}
          onRemove={edit.takeOut}
          onNote={edit.setNote}
        />
        {placing && (
          <PositionDialog
            row={placing}
            total={total}
            onMove={(position) => edit.moveTo(placing, position)}
            onClose={() => setPlacing(null)}
          />
        )}
      </div>
      <MoreButton list={query} />
      {query.hasNextPage && (
        <div className="flex justify-center pt-2">
          <Button kind="quiet" disabled={query.isFetchingNextPage} onClick={() => void edit.showAll()}>
            Show all {gamesText(total)}
          </Button>
        </div>
      )}
      {isFinding && (
        <FindDialog title={list.title} isThere={edit.isThere} onAdd={edit.addFound} onClose={() => setFinding(false)} />
      )}
    </Section>
  )
}

function useEditedGames(list: ListPage) {
  /** The games that are added here: a longer list shows them on a later page. */
  const [added, setAdded] = useState<ReadonlySet<GameId>>(new Set())
  const query = useInfiniteQuery(listGamesQuery(list.id))
  const games = uniqueGames(query.data?.pages.flatMap(({ data }) => data) ?? [])
  const total = query.data?.pages.at(-1)?.total ?? list.games_count
  const add = useMutation(addGameMutation(list.id))
  const remove = useMutation(removeGameMutation(list.id))
  const move = useMutation(moveGameMutation(list.id))
  const note = useMutation(noteMutation(list.id))
  const addFound = ({ id, name }: GameCard) =>
    void add
      .mutateAsync({ game_id: id })
      .then(() => setAdded((before) => new Set([...before, id])), failed(`${name} was not added`))
  const moveTo = ({ game, position: from }: ListGame, position: number) =>
    move.mutate(
      { gameId: game.id, position },
      {
        onSuccess: ({ position: reached }) =>
          toast({
            title: `${game.name} is at position ${numberText(reached)}`,
            undo: () => move.mutate({ gameId: game.id, position: from }, { onError: failed(ORDER_NOT_SAVED) }),
          }),
        onError: failed(ORDER_NOT_SAVED),
      },
    )
  const showAll = async () => {
    let next = await query.fetchNextPage()
    while (next.hasNextPage && !next.isFetchNextPageError) next = await query.fetchNextPage()
  }
  const moveAfter = (gameId: GameId, after: GameId | null) =>
    move.mutate({ gameId, after }, { onError: failed(ORDER_NOT_SAVED) })
  const setNote = (gameId: GameId, text: string) =>
    note.mutate({ gameId, note: text }, { onError: failed(LIST_PAGE_TEXTS.noteNotSaved) })
  const isThere = (id: GameId) => added.has(id) || games.some((row) => row.game.id === id)
  const takeOut = (row: ListGame) => {
    const { game, position } = row
    const back = { game_id: game.id, position, note: row.note ?? '' }
    remove.mutate(game.id, {
      onSuccess: () => {
        setAdded((before) => new Set([...before].filter((id) => id !== game.id)))
        toast({
          title: `${game.name} is removed`,
          undo: () => add.mutate(back, { onError: failed(notBackText(game.name)) }),
        })
      },
      onError: failed(`${game.name} was not removed`),
    })
  }
  return { query, games, total, isThere, addFound, moveTo, moveAfter, takeOut, setNote, showAll }
}

function FindDialog(props: {
  title: string
  isThere: (id: GameId) => boolean
  onAdd: (game: GameCard) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      isForTyping
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title="Add games"
      description={props.title}
      footer={<DoneButton onClick={props.onClose} />}
    >
      <GameFinder
        label="Find a game"
        action={(game) => {
          const isThere = props.isThere(game.id)
          return (
            <Button
              disabled={isThere}
              aria-label={isThere ? `${game.name} is in the list` : `Add ${game.name}`}
              onClick={() => props.onAdd(game)}
            >
              {isThere ? 'Added' : 'Add'}
            </Button>
          )
        }}
      />
    </Dialog>
  )
}
