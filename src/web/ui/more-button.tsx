import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLoadNearEnd } from '../use-load-near-end.ts'
import { Button, ButtonLink } from './button.tsx'
import { REST_FAILED } from './error-texts.ts'

export type More = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * A button that loads the next page of a list, so that the content below the list stays reachable. With `href`, the address of that
 * page, it is a link, which works without scripts and in another tab.
 */
export function MoreButton(props: { list: More; label?: string; href?: string }) {
  const { list, label = 'Show more', href } = props
  if (!list.hasNextPage) return null
  const text = list.isFetchNextPageError ? 'Try again' : label
  return (
    <div className="grid justify-items-center gap-2 pt-4">
      {list.isFetchNextPageError && (
        <p className="text-13 text-danger" role="alert">
          {REST_FAILED}
        </p>
      )}
      {href === undefined ? (
        <Button
          kind="line"
          busy={list.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void list.fetchNextPage()}
        >
          {text}
        </Button>
      ) : (
        <ButtonLink
          kind="line"
          href={href}
          aria-disabled={list.isFetchingNextPage || undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            if (!list.isFetchingNextPage) void list.fetchNextPage()
          }}
        >
          {list.isFetchingNextPage ? 'Loading…' : text}
        </ButtonLink>
      )}
    </div>
  )
}

/**
 * Loads the next page of a list by itself when the end is near, until `mostPages` have arrived. The button is for keyboards, for a retry
 * and for later pages.
 */
export function MoreNearEnd(props: { list: More; pages: number; mostPages: number }) {
  const { list, pages, mostPages } = props
  const end = useRef<HTMLDivElement>(null)
  const isOn = pages < mostPages && !list.isFetchingNextPage && !list.isFetchNextPageError
  useLoadNearEnd(end, isOn, () => void list.fetchNextPage())
  return (
    <div ref={end} className="py-4">
      <MoreButton list={list} label="Load more" />
    </div>
  )
}
