import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { LEVELS } from '#features/error-log/error-log.endpoints.ts'
import { type AnswerOf, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import { getAdminStats, getError, listAdminPages, listErrors, listUsers, USER_FILTERS } from '../admin.endpoints.ts'
import { listBackups } from '../admin-backups.endpoints.ts'
import { listFindings } from '../admin-health.endpoints.ts'
import { listJobs } from '../admin-jobs.endpoints.ts'
import { AUDIT_PERIODS, type AuditPeriod, listAuditLog } from '../audit-log.endpoints.ts'

export const adminKeys = {
  all: ['admin'] as const,
  users: ['admin', 'users'] as const,
  errors: ['admin', 'errors'] as const,
  pages: ['admin', 'pages'] as const,
  jobs: ['admin', 'jobs'] as const,
  health: ['admin', 'health'] as const,
  backups: ['admin', 'backups'] as const,
}

const COUNTS_MS = 30_000
const BACKUP_MS = 2_000

/**
 * Reads the admin pages with what waits there. It is read again while an admin page is open, which also shows that the
 * viewer is no longer an admin.
 */
export const adminPagesQuery = () =>
  queryOptions({
    queryKey: adminKeys.pages,
    queryFn: ({ client, signal }) => call(listAdminPages, {}, { client, signal }),
    staleTime: 0,
    refetchInterval: COUNTS_MS,
    refetchOnWindowFocus: true,
  })

/** Loads the data of the frame around every admin page, and the page's own data. The page shows a failure. */
export async function loadAdminPage(client: QueryClient, ...loading: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all([client.prefetchQuery(adminPagesQuery()), ...loading])
}

export const statsQuery = () =>
  queryOptions({
    queryKey: [...adminKeys.all, 'stats'],
    queryFn: ({ client, signal }) => call(getAdminStats, {}, { client, signal }),
    // Admins always get current numbers.
    staleTime: 0,
  })

/** Runs the checks that ask nobody else. */
export const findingsQuery = () =>
  queryOptions({
    queryKey: adminKeys.health,
    queryFn: ({ client, signal }) => call(listFindings, {}, { client, signal }),
    staleTime: 0,
  })

/** Reads the backups, and again every few seconds while one is being made. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: adminKeys.backups,
    queryFn: ({ client, signal }) => call(listBackups, {}, { client, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isRunning ? BACKUP_MS : false),
  })

export interface UserFilter {
  search: string
  show: (typeof USER_FILTERS)[number]
}

export function userFilterOf(search: URLSearchParams): UserFilter {
  const show = USER_FILTERS.find((known) => known === search.get('show')) ?? 'all'
  return { search: search.get('search')?.trim().slice(0, 200) ?? '', show }
}

/** Reads the members, thirty at a time. */
export const usersQuery = ({ search, show }: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.users, search, show],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listUsers,
        { query: { show, ...(search !== '' && { search }), ...afterCursor(pageParam) } },
        { client, signal },
      ),
    ...BY_CURSOR,
  })

export interface ErrorFilter {
  level: (typeof LEVELS)[number] | null
  status: 'open' | 'resolved' | 'all'
}

export function errorFilterOf(search: URLSearchParams): ErrorFilter {
  const status = (['resolved', 'all'] as const).find((known) => known === search.get('status')) ?? 'open'
  return { level: LEVELS.find((known) => known === search.get('level')) ?? null, status }
}

/** Reads the error groups, thirty at a time. */
export const errorsQuery = ({ level, status }: ErrorFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.errors, 'list', level, status],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listErrors,
        { query: { status, ...(level !== null && { level }), ...afterCursor(pageParam) } },
        { client, signal },
      ),
    ...BY_CURSOR,
  })

export const errorQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...adminKeys.errors, groupId],
    queryFn: ({ client, signal }) => call(getError, { params: { groupId } }, { client, signal }),
  })

const JOBS_MS = 15_000

export const jobsQuery = () =>
  queryOptions({
    queryKey: adminKeys.jobs,
    queryFn: ({ client, signal }) => call(listJobs, {}, { client, signal }),
    staleTime: 0,
    refetchInterval: JOBS_MS,
  })

export interface AuditFilter {
  search: string
  action: string
  period: AuditPeriod
}

export function auditFilterOf(search: URLSearchParams): AuditFilter {
  const period = search.get('period') ?? ''
  return {
    search: search.get('search')?.trim().slice(0, 100) ?? '',
    action: search.get('action')?.slice(0, 60) ?? '',
    period: Object.hasOwn(AUDIT_PERIODS, period) ? (period as AuditPeriod) : 'all',
  }
}

/** Reads the audit log, thirty entries at a time. */
export const auditLogQuery = ({ search, action, period }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.all, 'audit-log', search, action, period],
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listAuditLog,
        {
          query: {
            period,
            ...(search !== '' && { search }),
            ...(action !== '' && { action }),
            ...afterCursor(pageParam),
          },
        },
        { client, signal },
      ),
    ...BY_CURSOR,
    // Admins always get current entries.
    staleTime: 0,
  })

export type AdminPages = AnswerOf<typeof listAdminPages>
type AdminPage = AdminPages['groups'][number]['pages'][number]

/** Returns the pages on which something waits. */
export const waitingIn = (groups: AdminPages['groups']) =>
  groups
    .flatMap(({ pages }) => pages)
    .filter(
      (page): page is AdminPage & { waiting: NonNullable<AdminPage['waiting']> } => (page.waiting?.count ?? 0) > 0,
    )
