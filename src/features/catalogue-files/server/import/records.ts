import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { ImportError } from './import-error.ts'
import { type InputFile, LONGEST_LINE, readText } from './input-file.ts'

/** A raw record of the file, with the number of its first line. */
export type Raw = { line: number; value: unknown } | { line: number; value: unknown; reason: string }

/** How the file is split into records. */
export type Cut = { kind: 'ndjson' } | { kind: 'csv'; delimiter: string; columns: readonly string[] }

/** Reads every record after the header. A record that cannot be split off has a reason. @throws ImportError */
export function readRecords(file: InputFile, cut: Cut, onBytes: (sum: number) => void = () => {}): AsyncGenerator<Raw> {
  const text = readText(file, (_, sum) => onBytes(sum))
  return cut.kind === 'csv' ? csvRecords(file, cut, text) : jsonLines(text)
}

/** Reads all records without storing any, so that a broken file is detected before anything is written. */
export async function checkRecords(file: InputFile, cut: Cut): Promise<void> {
  // Each line of JSON is valid or invalid on its own.
  if (cut.kind === 'ndjson') return
  for await (const record of readRecords(file, cut)) void record
}

async function* csvRecords(
  file: InputFile,
  { delimiter, columns }: { delimiter: string; columns: readonly string[] },
  text: AsyncGenerator<Buffer>,
): AsyncGenerator<Raw> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    from: 2,
  })
  // The parser reports errors of the pipeline.
  pipeline(Readable.from(text, { objectMode: false }), parser).catch(() => {})
  let after = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = after + 1
      after = info.lines
      if (record.length === columns.length) yield { line, value: record }
      else yield { line, value: record, reason: `has ${record.length} cells where the header has ${columns.length}` }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ImportError(
      error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
        ? `${file.path} is no whole CSV: the quote that opens after line ${after} is never closed.`
        : `${file.path} is no CSV after line ${after} (${error.code}).`,
    )
  }
}

async function* jsonLines(text: AsyncGenerator<Buffer>): AsyncGenerator<Raw> {
  let line = 0
  for await (const bytes of lines(text)) {
    line += 1
    const row = bytes.toString('utf8').replace(/^\uFEFF/, '')
    if (row.trim() === '') continue
    try {
      yield { line, value: JSON.parse(row) }
    } catch {
      yield { line, value: row.slice(0, 1000), reason: 'is not JSON' }
    }
  }
}

async function* lines(text: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of text) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, at)
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece])
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
