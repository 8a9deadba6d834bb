import { queryOptions } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { listGameMerges, previewGameMerge, previewGameSplit } from '../game-merges.endpoints.ts'

/** The latest merges, under the key of admin data. */
export const mergesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'merges'] as const,
    queryFn: ({ client, signal }) => call(listGameMerges, {}, { client, signal }),
    staleTime: 0,
  })

/** Both games with what they have. */
export const mergePreviewQuery = (from: GameId, to: GameId) =>
  queryOptions({
    queryKey: ['admin', 'merges', from, to] as const,
    queryFn: ({ client, signal }) => call(previewGameMerge, { query: { from, to } }, { client, signal }),
    staleTime: 0,
    retry: false,
  })

/** What a split of a merged game gives back, and what stays. */
export const splitPreviewQuery = (id: GameId) =>
  queryOptions({
    queryKey: ['admin', 'merges', id, 'split'] as const,
    queryFn: ({ client, signal }) => call(previewGameSplit, { params: { gameId: id } }, { client, signal }),
    staleTime: 0,
    retry: false,
  })
