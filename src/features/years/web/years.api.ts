import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { loadMarks } from '#features/library/web/library.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { ClosedCard } from '#features/profiles/web/profiles.api.ts'
import { CallError, call } from '#web/call.ts'
import type { YearView } from '../years.contract.ts'
import { getProfileYear } from '../years.endpoints.ts'

/** A year that the viewer may not see is a result too: its page says so, with the names that are always visible (G22). */
export type YearAnswer = { kind: 'open'; year: YearView } | { kind: 'closed'; card: ClosedCard | null }

/** Reads a member's year by id or username; `as` is the audience of the owner's preview. */
export const yearQuery = (handle: string, year: string, as: ViewAs | null) =>
  queryOptions({
    queryKey: ['years', handle, year, as] as const,
    queryFn: async ({ client, signal }): Promise<YearAnswer> => {
      try {
        const input = { params: { handle, year }, query: as ? { as } : {} }
        return { kind: 'open', year: (await call(getProfileYear, input, { client, signal })).year }
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== '42501') throw error
        return { kind: 'closed', card: (error.body.card as ClosedCard | undefined) ?? null }
      }
    },
  })

/** Loads the viewer's marks on the posters of the year. */
export function loadYearMarks(client: QueryClient, { library, activity }: YearView): Promise<void> {
  const { longest, favourites = [], mostPlayed = [], finished = [], ratings } = library ?? {}
  const shown = [longest, ...favourites, ...mostPlayed, ...finished, ratings?.above, ratings?.below]
  const games = [...shown, activity?.firstGame, activity?.lastGame].flatMap((one) => one?.game.id ?? [])
  return loadMarks(client, [...new Set(games)])
}
