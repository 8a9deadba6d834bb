import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import { tag } from '#server/tags.ts'
import {
  type Counts,
  findCheckpoint,
  NOTHING_COUNTED,
  startCheckpoints,
  writeCheckpoint,
} from './checkpoint.queries.ts'
import type { Entry, Understood } from './entry.ts'
import { detectFormat, type Format } from './formats.ts'
import { claimImports, releaseImports, tidyGames } from './import.queries.ts'
import { importBatch } from './import-batch.ts'
import { ImportError } from './import-error.ts'
import { type InputFile, inspectFile } from './input-file.ts'
import type { Mapping } from './mapped-rows.ts'
import { mendEntities } from './mend-entities.ts'
import { checkRecords, type Raw, readRecords } from './records.ts'
import { openRejects, type Rejects } from './rejects.ts'

export interface ImportOptions {
  path: string
  /** The file for rejected rows. */
  rejectsPath: string
  mapping: Mapping | null
  /** Counts and changes nothing. */
  isDryRun: boolean
  /** Checked after every batch. */
  isStopped: () => boolean
  onStep: (step: ImportStep) => void
  batchSize?: number
}

export type ImportStep =
  | { kind: 'importing'; bytes: number; of: number; counts: Counts }
  | { kind: 'detected'; format: string; resumedAt: number }

export interface ImportResult {
  counts: Counts
  format: string
  /** False when it was stopped before the end. */
  isFinished: boolean
  /** The path of the rejected rows; null when they could not be written. */
  rejectsPath: string | null
  /** The first row that should be a game and could not be imported. */
  refusal: { line: number; reason: string } | null
}

/**
 * The number of records in one transaction, after which all nodes drop their cached games. A batch ends between games, so that
 * all entries of one game are in it.
 */
const BATCH = 4000
/** A game with more entries than this is split over batches. */
const MAX_OF_ONE = 16_000
/** From this many changed games on, the table is vacuumed after the import. */
const WORTH_TIDYING = 1000

/**
 * Imports a file of games. The whole file is checked before anything is written. Each batch is written in one
 * transaction with a checkpoint, so that an interrupted import of the same content can resume. The transaction of a
 * batch that changes games announces it too. So every node drops its cached games, even if this process is killed then.
 *
 * @throws ImportError when nothing can be imported from this file, or when another import is running.
 */
export async function importCatalogue(deps: { db: Db; clock: Clock }, options: ImportOptions): Promise<ImportResult> {
  const { path } = options
  const file = await inspectFile(path)
  const format = detectFormat(file, options.mapping, deps.clock())
  await checkRecords(file, format.cut)
  return deps.db.connection().execute(async (db) => {
    if (!(await claimImports(db)))
      throw new ImportError('Another import is running on this database. Wait until it has finished.')
    try {
      return options.isDryRun
        ? await rehearse({ ...deps, db }, file, format, options)
        : await perform({ ...deps, db }, file, format, options)
    } finally {
      await releaseImports(db)
    }
  })
}

/** Runs the whole import in one transaction and rolls it back, so that the counts are those of a real import. */
async function rehearse(
  deps: { db: Db; clock: Clock },
  file: InputFile,
  format: Format,
  options: ImportOptions,
): Promise<ImportResult> {
  class Over extends Error {
    readonly result: ImportResult
    constructor(result: ImportResult) {
      super('over')
      this.result = result
    }
  }
  const noRejects: Rejects = { add: () => {}, flush: async () => 0, path: () => null }
  options.onStep({ kind: 'detected', format: format.name, resumedAt: 0 })
  try {
    return await inTransaction(deps, async ({ db }) => {
      throw new Over(await run(db, file, format, options, { counts: NOTHING_COUNTED, rejects: noRejects }))
    })
  } catch (error) {
    if (error instanceof Over) return error.result
    throw error
  }
}

async function perform(
  { db }: { db: Db },
  file: InputFile,
  format: Format,
  options: ImportOptions,
): Promise<ImportResult> {
  // The same bytes read with another mapping are another import.
  const hash = createHash('sha256')
    .update(`${file.hash} ${format.name} ${JSON.stringify(options.mapping)}`)
    .digest('hex')
  const checkpoint = await findCheckpoint(db, hash)
  options.onStep({ kind: 'detected', format: format.name, resumedAt: checkpoint?.counts.read ?? 0 })
  if (!checkpoint) await startCheckpoints(db, { hash, name: basename(file.path), format: format.name })
  const counts = checkpoint?.counts ?? NOTHING_COUNTED
  const rejects = await openRejects(options.rejectsPath, checkpoint?.rejectsBytes ?? 0)
  const result = await run(db, file, format, options, {
    counts,
    rejects,
    afterBatch: async (tx, counts, isLast) => {
      await writeCheckpoint(tx, hash, { counts, rejectsBytes: await rejects.flush() }, isLast)
    },
  })
  if (result.counts.new + result.counts.enriched >= WORTH_TIDYING) await tidyGames(db)
  return result
}

interface Run {
  counts: Counts
  rejects: Rejects
  afterBatch?: (tx: Transaction<Tables>, counts: Counts, isLast: boolean) => Promise<void>
}

async function run(
  db: Db,
  file: InputFile,
  format: Format,
  { onStep, isStopped, batchSize = BATCH }: ImportOptions,
  { rejects, afterBatch, ...begun }: Run,
): Promise<ImportResult> {
  let counts = begun.counts
  let bytes = 0
  let read = 0
  let batch = { entries: [] as Entry[], read: 0, rejected: 0, notGames: 0 }
  let refusal: ImportResult['refusal'] = null

  async function flush(isLast: boolean): Promise<void> {
    counts = await inTransaction({ db }, async ({ db: tx }) => {
      const { made, hasWritten } = await importBatch(tx, batch.entries)
      if (hasWritten) await announce(tx, [tag.games])
      const sum: Counts = {
        read: counts.read + batch.read,
        new: counts.new + made.new,
        enriched: counts.enriched + made.enriched,
        unchanged: counts.unchanged + made.unchanged,
        merged: counts.merged + made.merged,
        rejected: counts.rejected + batch.rejected,
        notGames: counts.notGames + batch.notGames,
      }
      await afterBatch?.(tx, sum, isLast)
      return sum
    })
    batch = { entries: [], read: 0, rejected: 0, notGames: 0 }
    onStep({ kind: 'importing', bytes, of: file.bytes, counts })
  }

  await inTransaction({ db }, async ({ db: tx }) => {
    if (await mendEntities(tx)) await announce(tx, [tag.games])
  })
  for await (const record of readRecords(file, format.cut, (sum) => {
    bytes = sum
  })) {
    read += 1
    if (read <= begun.counts.read) continue
    const understood = understand(format, record)
    const isNext = 'reason' in understood || understood.key !== batch.entries.at(-1)?.key
    if (batch.read >= batchSize && (isNext || batch.read >= MAX_OF_ONE)) {
      await flush(false)
      if (isStopped()) return { counts, format: format.name, isFinished: false, rejectsPath: rejects.path(), refusal }
    }
    batch.read += 1
    if ('reason' in understood) {
      batch.rejected += 1
      if (understood.isNoGame) batch.notGames += 1
      else refusal ??= { line: record.line, reason: understood.reason }
      rejects.add({ line: record.line, reason: understood.reason, row: record.value })
    } else batch.entries.push(understood)
  }
  await flush(true)
  return { counts, format: format.name, isFinished: true, rejectsPath: rejects.path(), refusal }
}

function understand(format: Format, record: Raw): Understood {
  return 'reason' in record ? { reason: record.reason } : format.read(record.value)
}
