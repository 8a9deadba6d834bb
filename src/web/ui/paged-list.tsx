import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './empty-state.tsx'
import { RowsSkeleton } from './list-skeletons.tsx'
import { type More, MoreButton } from './more-button.tsx'

/** A list in pages, with its loading, error and empty states. */
export function PagedList(props: {
  list: More & Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'refetch'>
  isEmpty: boolean
  failed: string
  empty: ReactNode
  children: ReactNode
}) {
  const { list, isEmpty } = props
  return (
    <>
      {list.isError && isEmpty ? (
        <ErrorState text={props.failed} onRetry={() => void list.refetch()} level={2} />
      ) : list.isPending ? (
        <RowsSkeleton />
      ) : isEmpty ? (
        props.empty
      ) : (
        props.children
      )}
      <MoreButton list={list} />
    </>
  )
}
