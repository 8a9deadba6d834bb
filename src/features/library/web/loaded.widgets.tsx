import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'

/**
 * Renders what a dialog has loaded: rows of a skeleton until then, and after a failure its sentence with a button to try
 * again. Older data stays when a later read fails.
 */
export function Loaded<T>(props: {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown }
  failure: string
  children: (data: T) => ReactNode
}) {
  const { data, isError, refetch } = props.query
  if (data !== undefined) return props.children(data)
  if (isError) return <ErrorState text={props.failure} onRetry={() => void refetch()} />
  return <RowsSkeleton count={3} />
}
