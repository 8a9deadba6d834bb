import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ExportId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import * as endpoints from '../exports.endpoints.ts'

const exportKeys = { all: ['exports'] as const }

/** While a job works, the screen asks again after this time, also if no event arrives. */
const POLL_MS = 3_000

/** The member's exports, newest first. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: exportKeys.all,
    queryFn: ({ client, signal }) => call(endpoints.listExports, {}, { client, signal }),
    refetchInterval: ({ state }) => (state.data?.exports.some(({ progress }) => progress) ? POLL_MS : false),
    staleTime: 0,
  })

export const refreshExports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: exportKeys.all })

export const startMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(endpoints.startExport, {}, { client }),
    onSettled: () => refreshExports(client),
  })

/** Cancels an export that is being made, or deletes its files. */
export const discardMutation = (client: QueryClient, exportId: ExportId) =>
  mutationOptions({
    mutationFn: () => call(endpoints.discardExport, { params: { exportId } }, { client }),
    onSettled: () => refreshExports(client),
  })
