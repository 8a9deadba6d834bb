import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Manifest } from '#app/page-bundle.ts'
import { STYLE_PARTS } from '#app/page-styles.ts'
import { stylePartsOf } from '#app/style-parts.ts'

/**
 * Builds the browser's files, the server and the page renderer, and writes a brotli and a gzip version beside every text file. Does
 * nothing when nothing has changed since the last build, so that `npm start` is quick.
 */
const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const STAMP = join(DIST, 'stamp')
const INPUTS = ['src', 'scripts', 'vite.config.ts', 'package-lock.json']

/** What an open page needs for a write that the device keeps, and what the page without a network does not load. */
const OFFLINE_DIALOGS = [
  'src/features/journal/web/delete-entry-dialog.tsx',
  'src/features/messages/web/delete-message-dialog.tsx',
  'src/features/shelves/web/shelves-dialog.tsx',
]

const fingerprint = fingerprintOf(INPUTS)
const commit = commitOf()
if (!process.argv.includes('--force') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) {
  writeCommit(DIST)
  process.exit(0)
}

// Built in a temporary folder and renamed at the end: two simultaneous starts do not interfere, and an app that runs from
// the old build never has half of one.
const name = `dist-${process.pid}`
const BUILT = join(ROOT, name)
process.env.BUILD_DIR = name
process.env.NODE_ENV = 'production'
const { createBuilder } = await import('vite')
try {
  const builder = await createBuilder({ root: ROOT, logLevel: process.argv.includes('--verbose') ? 'info' : 'warn' })
  await builder.buildApp()

  // Files with fixed names, served from the root.
  mkdirSync(join(BUILT, 'client'), { recursive: true })
  cpSync(join(ROOT, 'src/web/ui/theme-boot.js'), join(BUILT, 'client/theme.js'))
  for (const name of ['favicon.svg', 'plain.css', 'tokens.css'])
    cpSync(join(ROOT, 'src/web/ui', name), join(BUILT, 'client', name))
  writeStyleParts(join(BUILT, 'client'))
  writeServiceWorker()
  compress(join(BUILT, 'client'))
  writeCommit(BUILT)
  writeFileSync(join(BUILT, 'stamp'), fingerprint)
  rmSync(DIST, { recursive: true, force: true })
  try {
    renameSync(BUILT, DIST)
  } catch (error) {
    // Another start has just put its own build of the same sources into this place.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
} finally {
  rmSync(BUILT, { recursive: true, force: true })
}

/** Returns the commit of these sources: of COMMIT, for a build without git, or of git. Empty if neither knows it. */
function commitOf(): string {
  const { COMMIT = '' } = process.env
  const git = () => spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout ?? ''
  return (COMMIT || git()).trim().slice(0, 7)
}

/** Writes the commit beside the built files. A start as another user may not write there, and then the last one stays. */
function writeCommit(folder: string): void {
  try {
    writeFileSync(join(folder, 'commit'), commit)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function writeStyleParts(folder: string): void {
  const files = globSync('assets/*.css', { cwd: folder })
  const parts = files.map((file) => [
    file.replaceAll('\\', '/'),
    stylePartsOf(readFileSync(join(folder, file), 'utf8')),
  ])
  writeFileSync(join(folder, STYLE_PARTS), JSON.stringify(Object.fromEntries(parts)))
}

/**
 * Writes the service worker with the list of what its shell keeps: the frame, the page without a network, and what both load
 * later, without the other pages. The one that removes it stands beside it, for SERVICE_WORKER=off.
 */
function writeServiceWorker(): void {
  const client = join(BUILT, 'client')
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = new Set<string>()
  const add = (key: string) => {
    const { file = '', css = [], imports = [], dynamicImports = [] } = manifest[key] ?? {}
    if (!file || files.has(file)) return
    for (const each of [file, ...css]) files.add(each)
    for (const next of [...imports, ...dynamicImports]) if (!next.startsWith('src/pages/')) add(next)
  }
  for (const key of ['src/app/browser.tsx', 'src/pages/offline.page.tsx', ...OFFLINE_DIALOGS]) {
    if (!manifest[key]) throw new Error(`The build has no ${key}`)
    add(key)
  }
  const shell = { version: fingerprint.slice(0, 16), files: [...files].map((file) => `/${file}`) }
  const code = readFileSync(join(BUILT, 'service-worker/service-worker.js'), 'utf8')
  writeFileSync(join(client, 'service-worker.js'), `self.SHELL=${JSON.stringify(shell)};${code}`)
  cpSync(join(ROOT, 'src/web/service-worker/off.js'), join(client, 'service-worker-off.js'))
  rmSync(join(BUILT, 'service-worker'), { recursive: true })
}

function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !['.js', '.css', '.svg', '.txt', '.webmanifest'].includes(extname(entry.name))) continue
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function fingerprintOf(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    // Tests are not part of the build.
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path.slice(ROOT.length)}\n`).update(readFileSync(path))
  }
  for (const input of inputs) add(join(ROOT, input))
  return hash.digest('hex')
}
