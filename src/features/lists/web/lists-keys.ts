import type { ListId } from '#shared/ids.ts'

export const listKeys = {
  all: ['lists'] as const,
  mine: ['lists', 'mine'] as const,
  member: ['lists', 'member'] as const,
  browse: ['lists', 'browse'] as const,
  one: (id: ListId) => ['lists', 'one', id] as const,
  games: (id: ListId) => ['lists', 'games', id] as const,
}
