import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { ADD_TO_LIST_TEXTS } from '#features/lists/add-to-list.texts.ts'
import type { List } from '#features/lists/lists.contract.ts'
import { listGamesQuery, memberListsQuery } from '#features/lists/web/lists.api.ts'
import { gamesText } from '#shared/counted.ts'
import type { ListId, UserId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { LIST_SOURCE_TEXTS } from '../../playlist-editor.texts.ts'

/** Renders the admin's own lists, smart ones too. A press adds the games of one; `onAdd` returns how many were added. */
export function ListSource(props: {
  userId: UserId
  onAdd: (games: readonly GameCard[]) => number
  onClose: () => void
}) {
  const { onAdd, onClose } = props
  const client = useQueryClient()
  const [loading, setLoading] = useState<ListId | null>(null)
  const lists = useInfiniteQuery(memberListsQuery(props.userId))
  // Pages are numbered, so a list that has changed meanwhile appears on two of them.
  const rows = [...new Map(lists.data?.pages.flatMap(({ data }) => data).map((list) => [list.id, list]) ?? []).values()]
  const add = async (list: List) => {
    setLoading(list.id)
    try {
      const { pages } = await client.fetchInfiniteQuery({ ...listGamesQuery(list.id), staleTime: 0 })
      const added = onAdd(pages[0]?.data.map(({ game }) => game) ?? [])
      if (added === 0) return toast({ title: list.title, description: LIST_SOURCE_TEXTS.nothingNew })
      toast({ title: LIST_SOURCE_TEXTS.added(added), description: list.title })
      onClose()
    } catch (error) {
      showFailure(LIST_SOURCE_TEXTS.gamesNotLoaded, error)
    } finally {
      setLoading(null)
    }
  }
  return (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || onClose()}
      title={LIST_SOURCE_TEXTS.title}
      description={LIST_SOURCE_TEXTS.about}
      footer={<DoneButton onClick={onClose} />}
    >
      <PagedList
        list={lists}
        isEmpty={rows.length === 0}
        failed={ADD_TO_LIST_TEXTS.notLoaded}
        empty={<p className="text-14 text-text-2">{LIST_SOURCE_TEXTS.none}</p>}
      >
        <ul aria-label="My lists">
          {rows.map((list) => (
            <Row key={list.id} list={list} isLoading={loading === list.id} onAdd={() => void add(list)} />
          ))}
        </ul>
      </PagedList>
    </Dialog>
  )
}

function Row({ list, isLoading, onAdd }: { list: List; isLoading: boolean; onAdd: () => void }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <span className="min-w-0 flex-1">
        <b className="block font-[650] wrap-anywhere" dir="auto">
          {list.title}
        </b>
        <span className="num flex items-center gap-1.5 text-13 text-text-2">
          {list.smart && <Icon name="spark" />}
          {gamesText(list.games_count)}
        </span>
      </span>
      <Button
        aria-label={`Add the games of ${list.title}`}
        disabled={list.games_count === 0}
        busy={isLoading}
        onClick={onAdd}
      >
        Add
      </Button>
    </li>
  )
}
