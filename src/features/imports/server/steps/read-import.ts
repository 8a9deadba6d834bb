import { Refusal } from '#shared/refusal.ts'
import type { ImportedRecord, ReadRow, SkippedRow } from '../../imported-record.rules.ts'
import { IMPORT_TEXTS } from '../../imports.texts.ts'
import { type FileInThread, readInThread } from '../formats/read-in-thread.ts'
import { type ImportRecordRow, updateImport } from '../imports.queries.ts'
import { readItems } from '../items/read-items.ts'
import { type Match, matchRecords } from '../matching/match-records.ts'
import { announceImports, type RunDeps, runBatch } from '../running/step.ts'
import { deleteFile, findFile } from '../stored/import-files.queries.ts'
import { insertRows } from '../stored/import-rows.queries.ts'
import { type Decided, findDecided } from './find-decided.ts'
import { loadNamedGames } from './load-named-games.ts'

/** Records that are matched and stored together. The JSON of more would be a large object, which V8 keeps for long. */
const RECORDS_AT_ONCE = 50

/**
 * Reads the file of an import from where an earlier run stopped, matches its records and stores them as rows. A file that
 * turns out to be damaged ends the import with the sentence of its refusal.
 */
export async function readImport(deps: RunDeps, found: ImportRecordRow): Promise<void> {
  const bytes = await findFile(deps.db, found.id)
  if (bytes === undefined) return failImport(deps, found, IMPORT_TEXTS.fileGone)
  try {
    const reading = { now: found.created_at, as: found.preset, mapping: found.mapping ?? undefined }
    await readInThread(bytes, found.file_name, reading, (file) => readRows(deps, found, file))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await failImport(deps, found, error.message)
  }
}

async function readRows(deps: RunDeps, found: ImportRecordRow, opened: FileInThread): Promise<void> {
  let at = 0
  let chunk: ReadRow[] = []
  const store = async () => {
    const stored = await storeChunk(deps, found, at - chunk.length, chunk)
    chunk = []
    return stored
  }
  for await (const row of opened.records()) {
    at += 1
    if (at <= found.read_records) continue
    chunk.push(row)
    if (chunk.length === RECORDS_AT_ONCE && !(await store())) return
  }
  if (chunk.length > 0 && !(await store())) return
  if (opened.items && !(await readItems(deps, found, opened.items()))) return
  await runBatch(deps, found.id, 'reading', async ({ db }) => {
    await updateImport(db, found.id, { state: 'planning', unstored: opened.unstored.slice(0, 100) })
    return 'done'
  })
}

async function storeChunk(
  deps: RunDeps,
  { id, user_id }: ImportRecordRow,
  from: number,
  chunk: readonly ReadRow[],
): Promise<boolean> {
  const records = chunk.flatMap((row) => ('record' in row ? [row.record] : []))
  const matching = { db: deps.db, words: deps.catalogue.words }
  const matches = await matchRecords(matching, records)
  await loadNamedGames(deps, records, matches, (unmatched) => matchRecords(matching, unmatched))
  const decided = await findDecided(deps, user_id, records)
  const matchOf = new Map(records.map((record, n) => [record, decided[n] ?? (matches[n] as Match)]))
  const rows = chunk.map((row, place) =>
    'record' in row
      ? matchedRow(from + place + 1, row.record, matchOf.get(row.record) as Match)
      : skippedRow(from + place + 1, row.skipped),
  )
  return runBatch(
    deps,
    id,
    'reading',
    async ({ db }, { read_records }) => {
      // Another worker has stored these records meanwhile.
      if (read_records !== from) return 'done'
      await insertRows(db, id, rows)
      await updateImport(db, id, { read_records: from + chunk.length })
      return 'more'
    },
    chunk.length,
  )
}

function matchedRow(n: number, record: ImportedRecord, match: Match | Decided) {
  return {
    n,
    title: record.title,
    record,
    state: match.state === 'matched' ? 'ready' : match.state,
    outcome: null,
    reason: null,
    matched_by: match.state === 'matched' ? match.by : null,
    game_id: match.state === 'matched' ? match.gameId : null,
    candidates: match.state === 'doubtful' ? match.candidates.map(({ gameId, doubt }) => ({ gameId, doubt })) : [],
  }
}

const skippedRow = (n: number, { title, reason, row }: SkippedRow) => ({
  n,
  title: title || `Row ${row}`,
  record: null,
  state: 'skipped',
  outcome: null,
  reason,
  matched_by: null,
  game_id: null,
  candidates: [],
})

async function failImport(deps: RunDeps, { id, user_id }: ImportRecordRow, error: string): Promise<void> {
  await runBatch(deps, id, 'reading', async ({ db, clock }) => {
    await deleteFile(db, id)
    await updateImport(db, id, { state: 'failed', error, finished_at: clock() })
    return 'done'
  })
  await announceImports(deps, user_id)
}
