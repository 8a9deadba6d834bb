import { useQuery } from '@tanstack/react-query'
import type { PageCount } from '#features/preferences/page-counts.contract.ts'
import { pageCountsQuery } from '#features/preferences/web/page-counts.api.ts'
import { shortDate } from '#shared/dates.ts'
import type { LoadContext } from '#web/page.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { COUNTS_FAILED } from '../admin.texts.ts'
import { ADMIN_PAGES } from '../admin-pages.texts.ts'
import { loadAdminPage } from './admin.api.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(pageCountsQuery()))

/** Page views by day, of visitors who allow counting (G52). */
export function Page() {
  const { data, isError, refetch } = useQuery(pageCountsQuery())
  return (
    <AdminFrame path="/admin/page-counts" title="Page counts" text={ADMIN_PAGES.pageCounts}>
      {isError && !data && <ErrorState text={COUNTS_FAILED} onRetry={() => void refetch()} level={2} />}
      {!isError && !data && <RowsSkeleton />}
      {data?.counts.length === 0 && (
        <EmptyState title="Nothing counted yet" text={ADMIN_PAGES.noPageCounts} level={2} />
      )}
      {data && data.counts.length > 0 && (
        <div className="grid gap-8">
          {[...Map.groupBy(data.counts, ({ day }) => day)].map(([day, counts]) => (
            <Day key={day} day={day} counts={counts} />
          ))}
        </div>
      )}
    </AdminFrame>
  )
}

function Day({ day, counts }: { day: string; counts: readonly PageCount[] }) {
  const sum = (of: 'views' | 'visits') => counts.reduce((all, each) => all + each[of], 0).toLocaleString('en')
  const cell = 'border-t border-line py-2 text-right tabular-nums'
  return (
    <table className="w-full max-w-[640px] border-collapse text-14">
      <caption className="title pb-2 text-left text-18">{shortDate(new Date(`${day}T00:00:00Z`))}</caption>
      <thead className="text-12 text-text-3">
        <tr>
          <th className="py-1 text-left font-[550]">Page</th>
          <th className="w-20 py-1 text-right font-[550]">Views</th>
          <th className="w-20 py-1 text-right font-[550]">Visits</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ page, views, visits }) => (
          <tr key={page}>
            <th className="border-t border-line py-2 text-left font-normal break-all">{page}</th>
            <td className={cell}>{views.toLocaleString('en')}</td>
            <td className={cell}>{visits.toLocaleString('en')}</td>
          </tr>
        ))}
        <tr className="font-[650]">
          <th className="border-t border-line py-2 text-left">All</th>
          <td className={cell}>{sum('views')}</td>
          <td className={cell}>{sum('visits')}</td>
        </tr>
      </tbody>
    </table>
  )
}
