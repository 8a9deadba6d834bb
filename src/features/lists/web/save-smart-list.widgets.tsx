import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { GameMetadata } from '#features/catalogue/catalogue.contract.ts'
import { filterParameters } from '#features/catalogue/game-filters.rules.ts'
import { chosenFilters, type Filters } from '#features/catalogue/web/filters.api.ts'
import type { ListId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { LIST_PAGE_TEXTS } from '../list-page.texts.ts'
import { SMART_LIST_PAGE_TEXTS, saveToText } from '../smart-list-page.texts.ts'
import { listHref } from './list-parts.tsx'
import { editListMutation, listQuery } from './lists.api.ts'

const SaveSmartListDialog = lazyLoaded(() => import('./save-smart-list-dialog.tsx'), 'SaveSmartListDialog')

interface Chosen {
  filters: Filters
  metadata: GameMetadata
}

/** Renders the button that saves the filters of all games: as a new smart list, or to the one whose filters are edited. */
export function SaveSmartList({ filters, metadata }: Chosen) {
  const [isOpen, setOpen] = useState(false)
  if (chosenFilters(filters, metadata).length === 0) return null
  if (filters.list) return <SaveToList listId={filters.list as ListId} filters={filters} />
  return (
    <>
      <Button kind="quiet" icon="spark" className="shrink-0 text-13 noscript:hidden" onClick={() => setOpen(true)}>
        {SMART_LIST_PAGE_TEXTS.saveAs}
      </Button>
      {isOpen && (
        <Suspense>
          <SaveSmartListDialog filters={filters} metadata={metadata} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function SaveToList({ listId, filters }: { listId: ListId; filters: Filters }) {
  const { data: list } = useQuery(listQuery(listId))
  const edit = useMutation(editListMutation(listId))
  const navigate = useNavigate()
  if (!list?.smart || !list.viewerCan.edit) return null
  const { title, description, is_shared, is_ranked, updated_at } = list
  const save = () =>
    edit.mutate(
      { title, description, is_shared, is_ranked, updated_at, filters: filterParameters(filters).toString() },
      {
        onSuccess: () => {
          toast({ title: SMART_LIST_PAGE_TEXTS.saved })
          void navigate(listHref(list))
        },
        onError: (error) => showFailure(LIST_PAGE_TEXTS.notSaved, error),
      },
    )
  return (
    <Button kind="mine" icon="spark" className="shrink-0 text-13 noscript:hidden" busy={edit.isPending} onClick={save}>
      <span className="max-w-48 truncate" dir="auto">
        {saveToText(title)}
      </span>
    </Button>
  )
}
