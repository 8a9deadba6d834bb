import type * as z from 'zod/mini'
import type { Notification } from '../notifications.contract.ts'
import type { NotificationLine } from './notifications.service.ts'

export function viewLine({ row, actors, game }: NotificationLine): z.input<typeof Notification> {
  const { id, type, count, subject_type, subject_id } = row
  const { sentence, game: own } = (row.data ?? {}) as { sentence?: unknown; game?: unknown }
  const subject = subject_type && subject_id ? { type: subject_type, id: subject_id, game } : null
  return {
    id,
    type,
    actors,
    count,
    subject: typeof own === 'string' ? { type: 'game', id: own, game } : subject,
    reactions: row.reactions,
    sentence: typeof sentence === 'string' ? sentence : null,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
