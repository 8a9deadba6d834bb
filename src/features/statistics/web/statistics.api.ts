import { queryOptions } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { ClosedCard } from '#features/profiles/web/profiles.api.ts'
import { CallError, call } from '#web/call.ts'
import type { Statistics } from '../statistics.contract.ts'
import { getStatistics } from '../statistics.endpoints.ts'

/** A closed profile is a result too: the page says so, with the names that are always visible (G22). */
export type StatisticsAnswer = { kind: 'open'; statistics: Statistics } | { kind: 'closed'; card: ClosedCard | null }

/** Reads a member's statistics by id or username for a valid period; `as` is the audience of the owner's preview. */
export const statisticsQuery = (handle: string, period: string, as: ViewAs | null) =>
  queryOptions({
    queryKey: ['statistics', handle, period, as] as const,
    queryFn: async ({ client, signal }): Promise<StatisticsAnswer> => {
      try {
        const input = { params: { handle }, query: { period, ...(as && { as }) } }
        return { kind: 'open', statistics: (await call(getStatistics, input, { client, signal })).statistics }
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== '42501') throw error
        return { kind: 'closed', card: (error.body.card as ClosedCard | undefined) ?? null }
      }
    },
  })
