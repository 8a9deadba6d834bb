import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { searchOf } from '#shared/endpoint.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { ADMIN_LIST_TEXTS, CHANGES_APPEAR_HERE } from '../admin.texts.ts'
import type { AuditPeriod } from '../audit-log.endpoints.ts'
import { type AuditFilter, auditLogQuery } from './admin.api.ts'
import { AdminSearch } from './admin.widgets.tsx'
import { AuditLogItem } from './audit-log-entry.tsx'

const PERIODS: readonly { value: AuditPeriod; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'all', label: 'All' },
]

const addressOf = ({ search, action, period }: AuditFilter) =>
  `/admin/audit${searchOf({ search, action, period: period === 'all' ? '' : period })}`

/** Lists what admins have done; searches by member, action and period (G20). */
export function AdminAuditLog({ filter }: { filter: AuditFilter }) {
  const list = useInfiniteQuery(auditLogQuery(filter))
  // Entries that are added meanwhile shift the pages, so two of them may have the same one.
  const entries = [...new Map(list.data?.pages.flatMap((page) => page.entries).map((one) => [one.id, one])).values()]
  const isFiltered = filter.search !== '' || filter.action !== '' || filter.period !== 'all'
  return (
    <>
      <Filters filter={filter} actions={list.data?.pages[0]?.actions ?? []} />
      <PagedList
        list={list}
        isEmpty={entries.length === 0}
        failed={ADMIN_LIST_TEXTS.auditFailed}
        empty={
          <EmptyState
            title={isFiltered ? 'No such entries' : 'Nothing yet'}
            text={isFiltered ? ADMIN_LIST_TEXTS.auditHint : CHANGES_APPEAR_HERE}
            action={
              isFiltered && (
                <ButtonLink kind="mine" href="/admin/audit">
                  All entries
                </ButtonLink>
              )
            }
            level={2}
          />
        }
      >
        <ul aria-label="Audit log">
          {entries.map((entry) => (
            <AuditLogItem key={entry.id} entry={entry} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function Filters({ filter, actions }: { filter: AuditFilter; actions: readonly { action: string; words: string }[] }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-4">
      <AdminSearch
        name="Audit log"
        label="Search by name"
        action="/admin/audit"
        value={filter.search}
        maxLength={100}
        placeholder="mara, or a title"
        addressOf={(search) => addressOf({ ...filter, search })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Period"
          value={filter.period}
          options={PERIODS.map(({ value, label }) => ({ value, label, href: addressOf({ ...filter, period: value }) }))}
        />
        <Select
          look="chip"
          aria-label="Action"
          placeholder="Every action"
          value={filter.action}
          onChange={(event) => void navigate(addressOf({ ...filter, action: event.target.value }))}
          options={actions.map(({ action, words }) => ({ value: action, label: words.replace(/:$/, '') }))}
        />
      </div>
    </div>
  )
}
