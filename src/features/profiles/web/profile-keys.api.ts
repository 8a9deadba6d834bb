import type { UserId } from '#shared/ids.ts'
import type { ViewAs } from '../profiles.endpoints.ts'

const all = ['profiles'] as const

/** Query keys. Apart from the queries, because every page needs a key and few need the queries. */
export const profileKeys = {
  all,
  one: (handle: string, as: ViewAs | null = null) => [...all, 'one', handle, as] as const,
  stats: (id: UserId) => [...all, 'stats', id] as const,
}
