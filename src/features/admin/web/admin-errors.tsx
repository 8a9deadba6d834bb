import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { searchOf } from '#shared/endpoint.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { type ErrorFilter, errorsQuery } from './admin.api.ts'
import { ErrorGroupPanel } from './error-group-panel.tsx'

const addressOf = ({ level, status }: ErrorFilter) =>
  `/admin/errors${searchOf({ status: status === 'open' ? '' : status, level })}`

/** What broke in browsers, in groups. */
export function AdminErrors({ filter }: { filter: ErrorFilter }) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    errorsQuery(filter),
  )
  const navigate = useNavigate()
  // One that occurs while the list is read moves to its top, and may be on two of its pages.
  const groups = [...new Map(data?.pages.flatMap((page) => page.groups).map((group) => [group.id, group])).values()]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Status"
          value={filter.status}
          options={[
            { value: 'open', label: 'Open', href: addressOf({ ...filter, status: 'open' }) },
            { value: 'resolved', label: 'Resolved', href: addressOf({ ...filter, status: 'resolved' }) },
            { value: 'all', label: 'All', href: addressOf({ ...filter, status: 'all' }) },
          ]}
        />
        <Select
          look="chip"
          aria-label="Level"
          placeholder="Every level"
          value={filter.level ?? ''}
          onChange={(event) => {
            const level = (event.target.value || null) as ErrorFilter['level']
            void navigate(addressOf({ ...filter, level }))
          }}
          options={[
            { value: 'error', label: 'Errors' },
            { value: 'warning', label: 'Warnings' },
            { value: 'info', label: 'Notes' },
          ]}
        />
      </div>
      {isError && groups.length === 0 ? (
        <ErrorFace text="The errors did not arrive." onRetry={() => void refetch()} level={2} />
      ) : !data ? (
        <RowsSkeleton />
      ) : groups.length === 0 ? (
        <NoErrors filter={filter} />
      ) : (
        <ul className="grid gap-3" aria-label="Errors">
          {groups.map((group) => (
            <li key={group.id}>
              <ErrorGroupPanel group={group} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function NoErrors({ filter }: { filter: ErrorFilter }) {
  const isAll = filter.status === 'all' && filter.level === null
  return (
    <EmptyFace
      title={filter.status === 'open' ? 'No open errors' : 'No errors'}
      text="What breaks in somebody’s browser is listed here, for 30 days."
      action={
        !isAll && (
          <ButtonLink kind="mine" href="/admin/errors?status=all">
            Show all
          </ButtonLink>
        )
      }
      level={2}
    />
  )
}
