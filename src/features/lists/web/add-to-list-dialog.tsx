import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import { gamesText } from '#shared/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { showFailure } from '#web/write-failure.ts'
import { ADD_TO_LIST_TEXTS } from '../add-to-list.texts.ts'
import { listsWithText } from '../all-lists.texts.ts'
import type { ListChoice } from '../lists.contract.ts'
import { addGameMutation, myListsQuery, removeGameMutation } from './lists.api.ts'
import { listsAddress } from './lists-address.ts'
import { NewListDialog } from './new-list-dialog.tsx'

/** Renders the viewer's lists as checkboxes for a game. Each change is saved at once. */
export function AddToListDialog({ game, onClose }: { game: GameCard; onClose: () => void }) {
  const [isNew, setNew] = useState(false)
  const lists = useQuery(myListsQuery(game.id))
  if (isNew) return <NewListDialog game={game} onClose={onClose} />
  return (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || onClose()}
      title="Add to list"
      description={game.name}
      footer={
        <>
          <Button icon="plus" onClick={() => setNew(true)}>
            New list
          </Button>
          <DoneButton onClick={onClose} />
        </>
      }
    >
      {lists.isError && !lists.data ? (
        <ErrorState text={ADD_TO_LIST_TEXTS.notLoaded} onRetry={() => void lists.refetch()} />
      ) : !lists.data ? (
        <RowsSkeleton count={3} />
      ) : lists.data.length === 0 ? (
        <p className="text-14 text-text-2">{ADD_TO_LIST_TEXTS.none}</p>
      ) : (
        <ul aria-label="My lists">
          {lists.data.map((list) => (
            <ListTick key={list.id} game={game} list={list} />
          ))}
        </ul>
      )}
      {canonicalGameId(game.id) && (
        <p className="pt-4 text-14">
          <a
            className="underline underline-offset-3"
            href={listsAddress({ show: 'new', gameId: game.id })}
            onClick={onClose}
          >
            {listsWithText(game.name)}
          </a>
        </p>
      )}
    </Dialog>
  )
}

function ListTick({ game, list }: { game: GameCard; list: ListChoice }) {
  const client = useQueryClient()
  const add = useMutation(addGameMutation(list.id))
  const remove = useMutation(removeGameMutation(list.id))
  const { queryKey } = myListsQuery(game.id)
  const tick = (has_game: boolean) =>
    client.setQueryData(queryKey, (known) =>
      known?.map((one) =>
        one.id === list.id ? { ...one, has_game, games_count: one.games_count + (has_game ? 1 : -1) } : one,
      ),
    )
  const choose = async (isOn: boolean) => {
    await client.cancelQueries({ queryKey })
    tick(isOn)
    try {
      if (isOn) await add.mutateAsync({ game_id: game.id })
      else await remove.mutateAsync(game.id)
    } catch (error) {
      tick(!isOn)
      showFailure(isOn ? `Not added to ${list.title}` : `Still in ${list.title}`, error)
    }
  }
  return (
    <li className="border-t border-line py-1 first:border-t-0">
      <Checkbox
        className="min-h-11"
        label={
          <span className="wrap-anywhere" dir="auto">
            {list.title}
          </span>
        }
        hint={
          <span className="num flex items-center gap-1.5">
            {!list.is_shared && <Icon name="lock" />}
            {!list.is_shared && 'Private · '}
            {gamesText(list.games_count)}
          </span>
        }
        checked={list.has_game}
        onChange={(event) => void choose(event.target.checked)}
      />
    </li>
  )
}
