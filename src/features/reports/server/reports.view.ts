import type * as z from 'zod/mini'
import type { Viewer } from '#server/session.ts'
import type { ReportedItem } from '../reports.contract.ts'
import type { Outcome } from '../reports.rules.ts'
import type { QueuedItem } from './reports.service.ts'

export function viewItem(
  { row, reports, content, canBeHidden, hasFacts }: QueuedItem,
  viewer: Viewer,
): z.input<typeof ReportedItem> {
  const { author_id, username, display_name, avatar_url } = row
  const isDisabled = row.disabled_at !== null
  const isOpen = row.status === 'open'
  return {
    item_type: row.item_type,
    item_id: row.item_id,
    status: row.status as ReportedItem['status'],
    count: row.reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: row.reasons,
    reports: reports.map((report) => ({
      id: report.id,
      reporter:
        report.reporter_id === null
          ? null
          : {
              id: report.reporter_id,
              username: report.username,
              display_name: report.display_name,
              avatar_url: report.avatar_url,
            },
      reason: report.reason,
      fact: report.fact,
      text: report.text,
      source: report.source,
      created_at: report.created_at.toISOString(),
    })),
    author: author_id === null ? null : { id: author_id, username, display_name, avatar_url, disabled: isDisabled },
    content: content && {
      title: content.title ?? null,
      text: content.text,
      href: content.href,
      hidden: content.isHidden,
    },
    handled: row.handled_at && {
      by: row.handled_by,
      at: row.handled_at.toISOString(),
      outcome: row.outcome as Outcome,
      note: row.note,
      putBack: row.put_back_at && { by: row.put_back_by, at: row.put_back_at.toISOString() },
    },
    viewerCan: {
      correct: isOpen && hasFacts,
      hide: isOpen && canBeHidden && content !== null && !content.isHidden,
      warn: isOpen && author_id !== null,
      putBack: row.status === 'removed' && row.outcome === 'hide' && content?.isHidden === true,
      disable: viewer.role === 'admin' && isOpen && author_id !== null && author_id !== viewer.id && !isDisabled,
    },
  }
}
