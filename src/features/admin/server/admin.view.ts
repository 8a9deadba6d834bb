import type { GroupRow, ReportRow } from '#features/error-log/server/error-log.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { UserId } from '#shared/ids.ts'
import { readRole } from '#shared/roles.ts'
import type { AdminUser, ErrorGroup, ErrorOccurrence } from '../admin.contract.ts'
import type { UserRow } from './admin.queries.ts'

export function viewUser(row: UserRow, viewer: Viewer): AdminUser {
  const isOwn = row.id === viewer.id
  return {
    id: row.id as UserId,
    username: row.username,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    role: readRole(row.role),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    disabled_until: row.disabled_until?.toISOString() ?? null,
    disabled_message: row.disabled_message,
    viewerCan: { disable: !isOwn, changeRole: !isOwn },
  }
}

export function viewGroup({ resolved_at, ...row }: GroupRow): ErrorGroup {
  return {
    ...row,
    level: row.level as ErrorGroup['level'],
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    status: resolved_at === null ? 'open' : 'resolved',
  }
}

export function viewOccurrence(row: ReportRow): ErrorOccurrence {
  const error = row.error as { stack?: string }
  const context = row.context as { url?: string; userAgent?: string; componentInfo?: string }
  return {
    id: row.id,
    message: row.message,
    stack: error.stack ?? '',
    component_info: context.componentInfo ?? '',
    url: context.url ?? '',
    user_agent: context.userAgent ?? '',
    username: row.username,
    at: row.created_at.toISOString(),
  }
}
