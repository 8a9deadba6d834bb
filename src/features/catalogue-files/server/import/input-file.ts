import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ImportError } from './import-error.ts'

/** The longest allowed line in bytes; a longer one cannot be a game and would only fill the memory. */
export const LONGEST_LINE = 10 * 1024 * 1024

export interface InputFile {
  path: string
  /** The size on disk. */
  bytes: number
  isCompressed: boolean
  /** The hash of the content. */
  hash: string
  /** The beginning of the text, without a byte order mark: enough to detect the format. */
  beginning: string
}

const BEGINNING = 64 * 1024

/**
 * Reads the whole file once, so that errors are detected before anything is written: a missing file, an empty one, a
 * broken archive, an encoding other than UTF-8, a binary file, a line of more than 10 MB.
 *
 * @throws ImportError
 */
export async function inspectFile(path: string): Promise<InputFile> {
  const bytes = await sizeOf(path)
  if (bytes === 0) throw new ImportError(`${path} is empty.`)
  const isCompressed = await beginsWith(path, [0x1f, 0x8b])
  const hash = createHash('sha256')
  const text = createTextCheck(path)
  for await (const chunk of readText({ path, isCompressed }, (raw) => hash.update(raw))) text.take(chunk)
  const beginning = text.end()
  if (beginning.trim() === '') throw new ImportError(`${path} is empty.`)
  return { path, bytes, isCompressed, hash: hash.digest('hex'), beginning }
}

/** Yields the text of a file in chunks of UTF-8. `onRaw` gets each piece as it is on the disk, and their sum. */
export async function* readText(
  file: { path: string; isCompressed: boolean },
  onRaw: (raw: Buffer, sum: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const raw = createReadStream(file.path, { highWaterMark: 256 * 1024 })
  let sum = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of raw) {
      sum += chunk.length
      onRaw(chunk, sum)
      yield chunk
    }
  }
  if (!file.isCompressed) {
    yield* counted()
    return
  }
  const gunzip = createGunzip()
  // The stream that is read below throws the error.
  const feeding = pipeline(counted(), gunzip).catch(() => {})
  try {
    for await (const chunk of gunzip) yield chunk
  } catch (error) {
    throw explainArchive(file.path, error)
  }
  await feeding
}

function explainArchive(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'Z_BUF_ERROR') return new ImportError(`${path} is cut off: its gzip archive is incomplete.`)
  if (code?.startsWith('Z_')) return new ImportError(`${path} is a damaged gzip archive (${(error as Error).message}).`)
  return error
}

const unreadable = (path: string, code: string | undefined) => new ImportError(`${path} cannot be read (${code}).`)

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new ImportError(`${path} is not a file.`)
    return found.size
  } catch (error) {
    if (error instanceof ImportError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ImportError(`There is no file ${path}.`)
    throw unreadable(path, code)
  }
}

async function beginsWith(path: string, bytes: readonly number[]): Promise<boolean> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error.code)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, 0)
    return bytesRead === bytes.length && bytes.every((byte, at) => buffer[at] === byte)
  } finally {
    await handle.close()
  }
}

function createTextCheck(path: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let beginning = ''
  let line = 1
  let length = 0
  let isFirst = true

  function checkBytes(chunk: Buffer): void {
    if (isFirst && ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)))
      throw new ImportError(`${path} is UTF-16; convert it first: iconv -f UTF-16 -t UTF-8.`)
    isFirst = false
    if (chunk.includes(0))
      throw new ImportError(`${path} is not a text file: it contains NUL bytes (near line ${line}).`)
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      length += at - from
      refuseLong()
      line += 1
      length = 0
      from = at + 1
    }
    length += chunk.length - from
    refuseLong()
  }

  function refuseLong(): void {
    if (length > LONGEST_LINE) throw new ImportError(`Line ${line} of ${path} is longer than 10 MB.`)
  }

  function decode(chunk?: Buffer): string {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new ImportError(
        `${path} is not UTF-8 (near line ${line}); if it is Latin-1, convert it first: iconv -f ISO-8859-1 -t UTF-8.`,
      )
    }
  }

  return {
    take(chunk: Buffer): void {
      checkBytes(chunk)
      const text = decode(chunk)
      if (beginning.length < BEGINNING) beginning += text.slice(0, BEGINNING)
    },
    end(): string {
      return (beginning + decode()).slice(0, BEGINNING)
    },
  }
}
