import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { metadataQuery } from '#features/catalogue/web/catalogue.api.ts'
import { addressOf, chosenFilters, filtersOf } from '#features/catalogue/web/filters.api.ts'
import type { ListId } from '#shared/ids.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListPage } from '../lists.contract.ts'
import { SMART_LIST_PAGE_TEXTS } from '../smart-list-page.texts.ts'
import { openSmartListMutation } from './lists.api.ts'

/** Renders the filters of a smart list in the words of their chips. */
export function FiltersInWords({ filters }: { filters: string }) {
  const { data: metadata } = useQuery(metadataQuery())
  if (!metadata) return null
  const words = chosenFilters(filtersOf(new URLSearchParams(filters)), metadata).map(({ label }) => label)
  return (
    <p className="max-w-[64ch] text-16 leading-relaxed wrap-anywhere">
      {words.length > 0 ? words.join(', ') : SMART_LIST_PAGE_TEXTS.unknown}
    </p>
  )
}

/** Leads to all games with the filters of the list, where they can be changed and saved. */
export function EditFilters({ id, filters }: { id: ListId; filters: string }) {
  return (
    <ButtonLink icon="filter" href={addressOf({ ...filtersOf(new URLSearchParams(filters)), list: id })}>
      Edit filters
    </ButtonLink>
  )
}

/** Which games of a smart list were new to its owner when the page opened: so many, which came after this instant. */
interface News {
  count: number
  since: string | null
}

/** Tells the server that the owner has opened the list. Returns how many games were new until then; none for other members. */
export function useOpenedSmartList({ id, smart, viewerCan, new_since }: ListPage): News {
  const [news] = useState({ count: smart?.new_count ?? 0, since: new_since })
  const { mutate } = useMutation(openSmartListMutation())
  const isOwn = smart !== null && viewerCan.edit
  useEffect(() => {
    if (isOwn) mutate(id)
  }, [isOwn, id, mutate])
  return news
}

/** The empty state of a smart list. */
export function NothingFits({ list: { id, smart, viewerCan } }: { list: ListPage }) {
  const { noneFits, noneFitsOthers } = SMART_LIST_PAGE_TEXTS
  return (
    <EmptyState
      level={2}
      title="No games yet"
      text={viewerCan.edit ? noneFits : noneFitsOthers}
      {...(viewerCan.edit && smart && { action: <EditFilters id={id} filters={smart.filters} /> })}
    />
  )
}
