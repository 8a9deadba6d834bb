import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { REPORTS_FAILED } from '#features/admin/admin.texts.ts'
import { searchOf } from '#shared/endpoint.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { APPEALS_TEXTS } from '../admin-appeals.texts.ts'
import { ADMIN_REPORT_TEXTS } from '../admin-reports.texts.ts'
import type { ReportedItem } from '../reports.contract.ts'
import type { Choice } from '../reports.texts.ts'
import { AdminAppeals } from './admin-appeals.tsx'
import { appealsQuery } from './appeals.api.ts'
import { ReportedPanel } from './reported-panel.tsx'
import { type ReportList, reportsQuery } from './reports.api.ts'

const DecisionDialog = lazyLoaded(() => import('./decision-dialog.tsx'), 'DecisionDialog')

const addressOf = (show: ReportList) => `/admin/reports${searchOf({ show: show === 'open' ? '' : show })}`

/** Shows the reported items and the actions of an admin (G21). */
export function AdminReports({ show }: { show: ReportList }) {
  const list = useInfiniteQuery(reportsQuery(show))
  const [deciding, setDeciding] = useState<{ item: ReportedItem; choice: Choice } | null>(null)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const appeals = useWaitingAppeals(show)
  return (
    <>
      <Segmented
        label="Reports"
        className="justify-self-start"
        value={show}
        options={[
          { value: 'open', label: 'Open', href: addressOf('open') },
          { value: 'handled', label: 'Handled', href: addressOf('handled') },
        ]}
      />
      {appeals.shown}
      <PagedList
        list={list}
        isEmpty={items.length === 0}
        failed={REPORTS_FAILED}
        empty={
          appeals.areThere ? null : (
            <EmptyState
              title={show === 'open' ? 'Nothing to review' : 'Nothing handled yet'}
              text={show === 'open' ? ADMIN_REPORT_TEXTS.noneOpen : ADMIN_REPORT_TEXTS.noneDecided}
              action={
                show === 'open' ? (
                  <ButtonLink kind="mine" href={addressOf('handled')}>
                    Show handled ones
                  </ButtonLink>
                ) : (
                  <ButtonLink kind="mine" href={addressOf('open')}>
                    Show open ones
                  </ButtonLink>
                )
              }
              level={2}
            />
          )
        }
      >
        {appeals.areThere && <h2 className="title text-20">Reports</h2>}
        <ul className="grid gap-4" aria-label={show === 'open' ? 'Open reports' : 'Handled reports'}>
          {items.map((item) => (
            <li key={`${item.item_type}:${item.item_id}:${item.handled?.at ?? ''}`}>
              <ReportedPanel item={item} onAsk={(choice) => setDeciding({ item, choice })} />
            </li>
          ))}
        </ul>
      </PagedList>
      {deciding && (
        <Suspense fallback={null}>
          <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The appeals wait with the open reports. */
function useWaitingAppeals(show: ReportList) {
  const list = useInfiniteQuery({ ...appealsQuery(), enabled: show === 'open' })
  const items = show === 'open' ? (list.data?.pages.flatMap(({ data }) => data) ?? []) : []
  const hasFailed = show === 'open' && list.isError && items.length === 0
  return {
    areThere: items.length > 0 || hasFailed,
    shown: hasFailed ? (
      <ErrorState text={APPEALS_TEXTS.notLoaded} onRetry={() => void list.refetch()} level={2} />
    ) : (
      items.length > 0 && <AdminAppeals items={items} list={list} />
    ),
  }
}
