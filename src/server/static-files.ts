import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'

export interface StaticFile {
  type: string
  etag: string
  /** A file with a hash in its name never changes. */
  isImmutable: boolean
  identity: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Reads the built files into memory once; they are few and small. The build has written `.br` and `.gz` beside them. */
export function loadStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const address = `/${relative(folder, path).replaceAll('\\', '/')}`
    const identity = readFileSync(path)
    const packed = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : null)
    files.set(address, readStaticFile({ path: address, type, identity, brotli: packed('.br'), gzip: packed('.gz') }))
  }
  return files
}

export const readStaticFile = (
  file: Pick<StaticFile, 'type' | 'identity' | 'brotli' | 'gzip'> & { path: string },
): StaticFile => ({
  type: file.type,
  etag: `"${createHash('sha256').update(file.identity).digest('base64url').slice(0, 22)}"`,
  isImmutable: file.path.startsWith('/assets/'),
  identity: file.identity,
  brotli: file.brotli,
  gzip: file.gzip,
})
