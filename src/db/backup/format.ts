import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { fileProblem } from '../file-problem.ts'

// A backup is one line of text, then a zstd stream of frames, then a last line. A frame has one byte for its kind, four
// for the length, and the content. H head, T a table begins, D its rows in the text format of COPY, E the table ends, Z
// end of the backup.

/** Why a backup cannot be made, read or restored: a message for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const FORMAT = 1
/** When its output is redirected to a file, npm prints the command that it runs before the first line of the backup. */
const LONGEST_PREAMBLE = 4096
const LARGEST_FRAME = 64 * 1024 * 1024

export interface BackedUpTable {
  name: string
  /** The columns whose values are stored; PostgreSQL computes generated columns from them. */
  columns: string[]
}

export interface BackupHead {
  /** The version of the Savepoint that wrote it. */
  version: string
  createdAt: string
  /** The migrations that lead to the schema of the rows. */
  migrations: string[]
  tables: BackedUpTable[]
  /** The content of `DATA_DIR/secret`; null if SECRET was set or there was no file. */
  secret: string | null
}

export interface TableSum {
  name: string
  rows: number
  /** The checksum of all rows, independent of their order. */
  checksum: string
}

export interface BackupEnd {
  tables: TableSum[]
  sequences: { name: string; value: string; isCalled: boolean }[]
  /** SHA-256 of every frame before this one. */
  digest: string
}

export type Frame =
  | { kind: 'H'; head: BackupHead }
  | { kind: 'T'; name: string }
  | { kind: 'D'; rows: Buffer }
  | { kind: 'E'; sum: TableSum }
  | { kind: 'Z'; end: BackupEnd }

export const FIRST_LINE = `savepoint-backup ${FORMAT}\n`
export const LAST_LINE = '\nend of savepoint-backup\n'

export const compressor = () =>
  createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } })

/** Encodes frames and computes their digest. */
export class FrameEncoder {
  readonly #hash: Hash = createHash('sha256')

  rows(chunk: Buffer): Buffer[] {
    return this.#frame('D', chunk)
  }

  json(kind: 'H' | 'T' | 'E', content: object): Buffer[] {
    return this.#frame(kind, Buffer.from(JSON.stringify(content)))
  }

  end(content: Omit<BackupEnd, 'digest'>): Buffer[] {
    const digest = this.#hash.copy().digest('hex')
    return this.#frame('Z', Buffer.from(JSON.stringify({ ...content, digest })))
  }

  #frame(kind: Frame['kind'], content: Buffer): Buffer[] {
    const top = topOf(kind, content.length)
    this.#hash.update(top).update(content)
    return [top, content]
  }
}

function topOf(kind: string, length: number): Buffer {
  const top = Buffer.alloc(5)
  top.write(kind)
  top.writeUInt32BE(length, 1)
  return top
}

const damaged = (path: string) =>
  new BackupError(`The backup ${path} is damaged: its content was altered. Use another one; nothing was restored.`)
const cutShort = (path: string) =>
  new BackupError(`The backup ${path} is cut short: its end is missing. Use another one; nothing was restored.`)

/** Returns a handler that explains why the file cannot be read. */
const unreadable =
  (path: string) =>
  (error: unknown): never => {
    const problem = fileProblem(error, path)
    throw problem === null ? error : new BackupError(`${problem}: nothing was restored.`)
  }

/**
 * Reads a backup frame by frame. Ends without an error only after the frame Z with the right digest.
 * @throws BackupError if the file is not a backup, is newer, cut short or altered.
 */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const file = createReadStream(path, { ...(await findContent(path)), highWaterMark: 256 * 1024 })
  const plain = createZstdDecompress()
  file.on('error', (error) => plain.destroy(error))
  file.pipe(plain)
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let isEnded = false
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (rest.length >= 5) {
        const length = rest.readUInt32BE(1)
        if (isEnded || length > LARGEST_FRAME) throw damaged(path)
        if (rest.length < 5 + length) break
        const bytes = rest.subarray(0, 5 + length)
        const frame = parse(path, bytes)
        rest = rest.subarray(5 + length)
        if (frame.kind === 'Z') {
          if (frame.end.digest !== hash.digest('hex')) throw damaged(path)
          isEnded = true
        } else hash.update(bytes)
        yield frame
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    const code = String((error as NodeJS.ErrnoException).code)
    if (code === 'Z_BUF_ERROR') throw cutShort(path)
    if (/^(ZSTD|Z_)/.test(code)) throw damaged(path)
    return unreadable(path)(error)
  } finally {
    file.destroy()
    plain.destroy()
  }
  if (!isEnded) throw cutShort(path)
  if (rest.length > 0) throw damaged(path)
}

function parse(path: string, bytes: Buffer): Frame {
  const kind = String.fromCharCode(bytes[0] as number)
  const content = bytes.subarray(5)
  if (kind === 'D') return { kind, rows: content }
  try {
    const json = JSON.parse(content.toString())
    if (kind === 'H') return { kind, head: json }
    if (kind === 'T') return { kind, name: json.name }
    if (kind === 'E') return { kind, sum: json }
    if (kind === 'Z') return { kind, end: json }
  } catch {
    throw damaged(path)
  }
  throw damaged(path)
}

/** Returns whether a file begins like a backup. */
export async function isBackup(path: string): Promise<boolean> {
  return (await readEdges(path)).first !== null
}

/** Returns where the compressed content begins and ends (its last byte). */
async function findContent(path: string): Promise<{ start: number; end: number }> {
  const { first, last, size } = await readEdges(path)
  if (first === null) throw new BackupError(`The file ${path} is not a Savepoint backup.`)
  if (Number(first[1]) > FORMAT)
    throw new BackupError(
      `The backup ${path} was written by a newer version of Savepoint. Update first; nothing was restored.`,
    )
  if (last !== LAST_LINE) throw cutShort(path)
  return { start: first.index + first[0].length, end: size - LAST_LINE.length - 1 }
}

async function readEdges(path: string) {
  const file = await open(path).catch(unreadable(path))
  try {
    const { size } = await file.stat()
    const read = async (from: number, length: number) => {
      const { bytesRead, buffer } = await file
        .read(Buffer.alloc(length), 0, length, Math.max(from, 0))
        .catch(unreadable(path))
      return buffer.subarray(0, bytesRead).toString('latin1')
    }
    const first = /^savepoint-backup (\d+)\n/m.exec(await read(0, LONGEST_PREAMBLE))
    return { first, last: await read(size - LAST_LINE.length, LAST_LINE.length), size }
  } finally {
    await file.close()
  }
}
