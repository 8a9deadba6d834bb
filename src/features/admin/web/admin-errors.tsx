import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { searchOf } from '#shared/endpoint.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { ADMIN_LIST_TEXTS } from '../admin.texts.ts'
import { type ErrorFilter, errorsQuery } from './admin.api.ts'
import { ErrorGroupPanel } from './error-group-panel.tsx'

const addressOf = ({ level, status }: ErrorFilter) =>
  `/admin/errors${searchOf({ status: status === 'open' ? '' : status, level })}`

/** Lists the errors of browsers in groups. */
export function AdminErrors({ filter }: { filter: ErrorFilter }) {
  const list = useInfiniteQuery(errorsQuery(filter))
  const navigate = useNavigate()
  // A group whose error occurs again meanwhile moves to the top, so two pages may contain it.
  const groups = [
    ...new Map(list.data?.pages.flatMap((page) => page.groups).map((group) => [group.id, group])).values(),
  ]
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
      <PagedList
        list={list}
        isEmpty={groups.length === 0}
        failed={ADMIN_LIST_TEXTS.errorsFailed}
        empty={<NoErrors filter={filter} />}
      >
        <ul className="grid gap-3" aria-label="Errors">
          {groups.map((group) => (
            <li key={group.id}>
              <ErrorGroupPanel group={group} />
            </li>
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function NoErrors({ filter }: { filter: ErrorFilter }) {
  const isAll = filter.status === 'all' && filter.level === null
  return (
    <EmptyState
      title={filter.status === 'open' ? 'No open errors' : 'No errors'}
      text={ADMIN_LIST_TEXTS.noErrors}
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
