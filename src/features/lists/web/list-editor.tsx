import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { gamesText, numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { notBackText, ORDER_NOT_SAVED } from '#shared/sentences.ts'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { isConflict, useEditedItem } from '#web/drafts/use-versioned-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { useLeaveGuard } from '#web/use-leave-guard.tsx'
import { showFailure } from '#web/write-failure.ts'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import type { ListGame, ListPage } from '../lists.contract.ts'
import { ListFields, type ListFieldValues, type ListProblems, problemsOf } from './list-fields.tsx'
import { ListOrder } from './list-order.tsx'
import { uniqueGames } from './list-parts.tsx'
import {
  addGameMutation,
  editListMutation,
  listGamesQuery,
  listQuery,
  moveGameMutation,
  noteMutation,
  removeGameMutation,
} from './lists.api.ts'
import { PositionDialog } from './position-dialog.tsx'

const valuesOf = ({ title, description, is_shared, is_ranked }: ListFieldValues): ListFieldValues => ({
  title,
  description,
  is_shared,
  is_ranked,
})

/** The fields as people read them, where two versions differ. */
const rowsOf = ({ title, description, is_shared, is_ranked }: ListFieldValues) => ({
  Title: title,
  Description: description,
  Shared: is_shared ? 'Yes' : 'No',
  Ranked: is_ranked ? 'Yes' : 'No',
})

const failed = (title: string) => (error: unknown) => showFailure(title, error)

/** Renders the editor of the viewer's own list: a form for title, description and switches, and the games as rows. */
export function ListEditor({ list, onDone }: { list: ListPage; onDone: () => void }) {
  const client = useQueryClient()
  const versionOf = ({ updated_at }: ListPage) => updated_at
  const fieldsOf = (version: ListPage | null) => valuesOf(version ?? list)
  const editing = useEditedItem({ name: null, item: list, fieldsOf, versionOf })
  const { fields } = editing
  const [problems, setProblems] = useState<ListProblems>({})
  const edit = useMutation(editListMutation(list.id))
  const guard = useLeaveGuard(editing.isChanged && !edit.isSuccess)
  const { form, check } = useFirstWrong()
  const save = (updated_at = editing.version ?? list.updated_at) => {
    const found = problemsOf(fields)
    setProblems(found ?? {})
    check()
    if (found || edit.isPending) return
    edit.mutate(
      { ...fields, updated_at },
      {
        onSuccess: () => {
          toast({ title: 'List saved' })
          onDone()
        },
        onError: async (error) => {
          failed(LIST_PAGE_TEXTS.notSaved)(error)
          const reread = () => client.fetchQuery({ ...listQuery(list.id), staleTime: 0 }).catch(() => null)
          const current = isConflict(error) ? await reread() : null
          if (current) editing.showOther(current, true)
        },
      },
    )
  }
  return (
    <>
      {guard}
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          save()
        }}
        aria-label="Edit list"
        className="grid max-w-180 gap-4 rounded-panel bg-surface p-4 md:p-6"
      >
        <DraftNotices editing={editing} rowsOf={rowsOf} isBusy={edit.isPending} onSaveOver={save} />
        <ListFields values={fields} problems={problems} onChange={editing.set} />
        <div className="flex justify-end gap-2">
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" busy={edit.isPending} busyLabel="Saving…">
            Save
          </Button>
        </div>
      </form>
      <EditedGames list={list} />
    </>
  )
}

function EditedGames({ list }: { list: ListPage }) {
  const [isFinding, setFinding] = useState(false)
  const [placing, setPlacing] = useState<ListGame | null>(null)
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
          onMove={(gameId, after) => move.mutate({ gameId, after }, { onError: failed(ORDER_NOT_SAVED) })}
          onRemove={takeOut}
          onNote={(gameId, text) =>
            note.mutate({ gameId, note: text }, { onError: failed(LIST_PAGE_TEXTS.noteNotSaved) })
          }
        />
        {placing && (
          <PositionDialog
            row={placing}
            total={total}
            onMove={(position) => moveTo(placing, position)}
            onClose={() => setPlacing(null)}
          />
        )}
      </div>
      <MoreButton list={query} />
      {query.hasNextPage && (
        <div className="flex justify-center pt-2">
          <Button kind="quiet" disabled={query.isFetchingNextPage} onClick={() => void showAll()}>
            Show all {gamesText(total)}
          </Button>
        </div>
      )}
      {isFinding && (
        <Dialog
          open
          isForTyping
          onOpenChange={setFinding}
          title="Add games"
          description={list.title}
          footer={<DoneButton onClick={() => setFinding(false)} />}
        >
          <GameFinder
            label="Find a game"
            action={(game) => {
              const isThere = added.has(game.id) || games.some((row) => row.game.id === game.id)
              return (
                <Button
                  disabled={isThere}
                  aria-label={isThere ? `${game.name} is in the list` : `Add ${game.name}`}
                  onClick={() => addFound(game)}
                >
                  {isThere ? 'Added' : 'Add'}
                </Button>
              )
            }}
          />
        </Dialog>
      )}
    </Section>
  )
}
