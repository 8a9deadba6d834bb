import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { GameId, ImportId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { Preset } from '../imported-record.rules.ts'
import type { Import, ImportRow, ImportRules } from '../imports.contract.ts'
import * as endpoints from '../imports.endpoints.ts'
import type { GroupDecision, RowFilter, RowQuestion } from '../imports.rules.ts'
import type { ImportTable } from '../recognition.contract.ts'
import * as recognition from '../recognition.endpoints.ts'

export const importKeys = {
  all: ['imports'] as const,
  list: ['imports', 'list'] as const,
  one: (id: string) => ['imports', 'one', id] as const,
  rows: (id: string) => ['imports', 'rows', id] as const,
  table: (id: string) => ['imports', 'table', id] as const,
  recognition: (id: string) => ['imports', 'recognition', id] as const,
}

/** While a job works, the screen asks again after this time, also if no event arrives. */
const POLL_MS = 3_000
const pollOf = (imports: readonly (Import | undefined)[]) => (imports.some((each) => each?.progress) ? POLL_MS : false)

/** The member's imports, newest first. */
export const importsQuery = () =>
  queryOptions({
    queryKey: importKeys.list,
    queryFn: ({ client, signal }) => call(endpoints.listImports, {}, { client, signal }),
    refetchInterval: ({ state }) => pollOf(state.data?.imports ?? []),
    staleTime: 0,
  })

export const importQuery = (importId: ImportId) =>
  queryOptions({
    queryKey: importKeys.one(importId),
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.getImport, { params: { importId } }, { client, signal })).import,
    refetchInterval: ({ state }) => pollOf([state.data]),
    staleTime: 0,
  })

/** A page of the rows of an import. */
export const rowsQuery = (importId: ImportId, filter: RowFilter, page: number, question?: RowQuestion) =>
  queryOptions({
    queryKey: [...importKeys.rows(importId), filter, page, question],
    queryFn: ({ client, signal }) =>
      call(
        endpoints.listImportRows,
        { params: { importId }, query: { filter, page, ...(question && { question }) } },
        { client, signal },
      ),
    staleTime: 0,
  })

/** The columns of a table that no preset knows. */
export const tableQuery = (importId: ImportId) =>
  queryOptions({
    queryKey: importKeys.table(importId),
    queryFn: ({ client, signal }) => call(recognition.getImportTable, { params: { importId } }, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a file was recognised as, until it is written. */
export const recognitionQuery = (importId: ImportId) =>
  queryOptions({
    queryKey: importKeys.recognition(importId),
    queryFn: ({ client, signal }) =>
      call(recognition.getImportRecognition, { params: { importId } }, { client, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Stores the newest version of an import, and marks the lists that show it as stale. */
export function updateCaches(client: QueryClient, changed: Import): void {
  client.setQueryData(importKeys.one(changed.id), changed)
  for (const queryKey of [importKeys.list, importKeys.rows(changed.id)]) void client.invalidateQueries({ queryKey })
}

/** Refreshes everything but the imports, after one of them has changed the library, its parts, lists or the journal. */
export function refreshLibrary(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== importKeys.all[0] })
}

export const uploadMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (file: File) =>
      (
        await call(
          endpoints.uploadImport,
          { query: { name: file.name.slice(-200) || 'file' }, body: { file } },
          { client },
        )
      ).import,
    onSuccess: (made) => updateCaches(client, made),
  })

type Step = keyof typeof STEPS
const STEPS = {
  cancel: endpoints.cancelImport,
  undo: endpoints.undoImport,
}

/** Begins to write an import; `share` says in the feed how many games it brought. */
export const applyMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: async (share: boolean) =>
      (await call(endpoints.applyImport, { params: { importId }, body: { share } }, { client })).import,
    onSuccess: (changed) => updateCaches(client, changed),
  })

/** Stops or undoes an import. */
export const stepMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: async (step: Step) => (await call(STEPS[step], { params: { importId } }, { client })).import,
    onSuccess: (changed) => updateCaches(client, changed),
  })

export const discardMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: () => call(endpoints.discardImport, { params: { importId } }, { client }),
    onSuccess: () => client.invalidateQueries({ queryKey: importKeys.list }),
  })

export const rulesMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: async (rules: ImportRules) =>
      (await call(endpoints.setImportRules, { params: { importId }, body: rules }, { client })).import,
    onSuccess: (changed) => updateCaches(client, changed),
  })

export const mappingMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: async (mapping: ImportTable['mapping']) =>
      (await call(recognition.mapImport, { params: { importId }, body: mapping }, { client })).import,
    onSuccess: (changed) => updateCaches(client, changed),
  })

/** Reads the file as that of another tracker, or as a table whose columns the member maps. */
export const readAgainMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: async (preset: Preset) =>
      (await call(recognition.readImportAgain, { params: { importId }, body: { preset } }, { client })).import,
    onSuccess: (changed) => {
      for (const queryKey of [importKeys.table(importId), importKeys.recognition(importId)])
        client.removeQueries({ queryKey })
      updateCaches(client, changed)
    },
  })

/** Reads the first rows of a table with another mapping; stores nothing. */
export const previewMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: (mapping: ImportTable['mapping']) =>
      call(recognition.previewImportTable, { params: { importId }, body: mapping }, { client }),
  })

export interface Decision {
  n: number
  gameId: GameId | null
  /** The row becomes a game of the member's own. */
  isOwn?: boolean
}

/** Decides which game a row is. */
export const decideMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: ({ n, gameId, isOwn }: Decision): Promise<{ row: ImportRow; import: Import }> =>
      call(
        endpoints.decideImportRow,
        { params: { importId, n: String(n) }, body: { game_id: gameId, ...(isOwn && { is_own: true }) } },
        { client },
      ),
    onSuccess: (answer) => updateCaches(client, answer.import),
  })

/** Answers the question of all rows that ask it. */
export const decideGroupMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: async (body: { question: RowQuestion; decision: GroupDecision }) =>
      (await call(endpoints.decideImportRows, { params: { importId }, body }, { client })).import,
    onSuccess: (changed) => updateCaches(client, changed),
  })

export const undoRowMutation = (client: QueryClient, importId: ImportId) =>
  mutationOptions({
    mutationFn: (n: number) => call(endpoints.undoImportRow, { params: { importId, n: String(n) } }, { client }),
    onSuccess: (answer) => {
      updateCaches(client, answer.import)
      refreshLibrary(client)
    },
  })
