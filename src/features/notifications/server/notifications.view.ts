import type * as z from 'zod/mini'
import type { Notification } from '../notifications.contract.ts'
import type { NotificationLine } from './notifications.service.ts'

export function viewLine({ row, actors, game }: NotificationLine): z.input<typeof Notification> {
  const { id, type, count, subject_type, subject_id } = row
  const { sentence } = (row.data ?? {}) as { sentence?: unknown }
  return {
    id,
    type,
    actors,
    count,
    subject: subject_type && subject_id ? { type: subject_type, id: subject_id, game } : null,
    reactions: row.reactions,
    sentence: typeof sentence === 'string' ? sentence : null,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
