import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { REST_FAILED } from './error-texts.ts'

export type More = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** A button that loads the next page of a list, so that the content below the list stays reachable. */
export function MoreButton({ list }: { list: More }) {
  if (!list.hasNextPage) return null
  return (
    <div className="grid justify-items-center gap-2 pt-4">
      {list.isFetchNextPageError && (
        <p className="text-13 text-danger" role="alert">
          {REST_FAILED}
        </p>
      )}
      <Button kind="line" busy={list.isFetchingNextPage} busyLabel="Loading…" onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
