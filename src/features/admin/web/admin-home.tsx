import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { type FigureItem, Figures } from '#web/ui/facts.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ADMIN_FIGURES } from '../admin.endpoints.ts'
import { CHANGES_APPEAR_HERE, COUNTS_FAILED, WAITING_FAILED } from '../admin.texts.ts'
import { adminPagesQuery, statsQuery, waitingIn } from './admin.api.ts'
import { AuditLogItem } from './audit-log-entry.tsx'

/** Shows what waits for an admin, the figures of the site, and the admins' latest actions (G20). */
export function AdminHome() {
  const { data, isError, refetch } = useQuery(statsQuery())
  const figure = (name: (typeof ADMIN_FIGURES)[number], label: string, href: string): FigureItem => {
    const isEstimated = data?.estimated.includes(name)
    const number = (data?.[name] ?? 0).toLocaleString('en')
    if (!isEstimated) return [label, number, href]
    return name === 'new_members' ? [label, `${number}+`, href] : [label, number, href, 'An estimate']
  }
  return (
    <>
      <AdminWaiting />
      {isError && !data ? (
        <ErrorState text={COUNTS_FAILED} onRetry={() => void refetch()} level={2} />
      ) : data ? (
        <>
          <Figures
            className="max-md:grid-cols-2"
            items={[
              figure('members', 'Members', '/admin/users'),
              figure('new_members', 'Joined this week', '/admin/users'),
              figure('games', 'Games', '/admin/catalogue'),
              figure('outbox', 'Mails in the outbox', '/admin/outbox'),
            ]}
          />
          <Section title="Done lately" more={{ href: '/admin/audit', label: 'Audit log' }}>
            {data.audit_log.length === 0 ? (
              <p className="text-text-2">Nothing yet. {CHANGES_APPEAR_HERE}</p>
            ) : (
              <ul aria-label="Done lately">
                {data.audit_log.map((entry) => (
                  <AuditLogItem key={entry.id} entry={entry} />
                ))}
              </ul>
            )}
          </Section>
        </>
      ) : (
        <RowsSkeleton count={5} />
      )}
    </>
  )
}

/** A column of the counts that are not zero, in wide type. */
export function AdminWaiting() {
  const { data, isError, refetch } = useQuery(adminPagesQuery())
  if (isError && !data) return <ErrorState text={WAITING_FAILED} onRetry={() => void refetch()} level={2} />
  if (!data) return <Skeleton className="h-16 w-60" />
  const waiting = waitingIn(data.groups)
  if (waiting.length === 0) return <p className="title text-28">Nothing waits.</p>
  return (
    <ul aria-label="What waits">
      {waiting.map(({ path, waiting: { count, words } }) => (
        <li key={path} className="border-t border-line first:border-t-0">
          <a href={path} className="group flex items-baseline gap-x-4 py-3 md:gap-x-6 md:py-4">
            <b className="title num min-w-[2ch] text-40 md:text-64">{count.toLocaleString('en')}</b>
            <span className="title text-18 group-hover:underline group-hover:underline-offset-4 md:text-28">
              {words}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
