import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { uploadImport } from '#features/imports/imports.contract.ts'
import { putAvatar } from '#features/profiles/profile-edit.contract.ts'
import { FORM_BYTES } from '#server/request-body.ts'
import { PROXY_MEGABYTES } from '#shared/network.ts'

/** The documents that say how the code is now. Decisions say how it was when they were made. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'bench/*.md', 'src/**/*.md'], {
  exclude: ['src/features/info/pages/**'],
})
const FILES = globSync('{.ci,bench,docs,ops,scripts,src,tests}/**', { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.join(entry.parentPath, entry.name))
  .concat(globSync('*.*'))
const MEGABYTE = 1024 * 1024
/** Files that the build makes. */
const BUILT = ['dist/main/main.js', 'server.js']

const read = (path: string) => readFileSync(path, 'utf8')
const isFile = (name: string) => FILES.some((path) => path === name || path.endsWith(`/${name}`))

test('every file that a document names exists', () => {
  const named = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, code = '']) => code.match(/(?<![\w*/.-])[\w.][\w./-]*\.(?:tsx?|sql|css|md)\b/g) ?? [])
      // `x` stands for any feature.
      .filter((name) => !/(^|\/)x[./]/.test(name))
      .map((name) => ({ document, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !isFile(name) && !BUILT.includes(name))).toEqual([])
})

test('a name that a document finds in a file is in that file', () => {
  const found = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/((?:`\w+`(?:, | and )?)+) in `([\w./-]+\.(?:tsx?|sql))`/g)].flatMap(
      ([, names = '', file = '']) =>
        [...names.matchAll(/\w+/g)].filter(([word]) => word !== 'and').map(([name]) => ({ document, name, file })),
    ),
  ).filter(({ file }) => !/^x\./.test(file))
  expect(found.length).toBeGreaterThan(10)
  const has = (name: string, path: string) => new RegExp(`\\b${name}\\b`).test(read(path))
  const absent = found.filter(
    ({ name, file }) => !FILES.some((path) => (path === file || path.endsWith(`/${file}`)) && has(name, path)),
  )
  expect(absent).toEqual([])
})

test('the changelog begins with the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

test('every link from one document to another leads to a file', () => {
  const links = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target = '']) =>
      posix.join(posix.dirname(document), target),
    ),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((path) => !existsSync(path))).toEqual([])
})

test('every script that a document runs is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const run = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name),
  )
  expect(run.length).toBeGreaterThan(10)
  expect(run.filter((name) => !(name in scripts))).toEqual([])
})

test('docs/settings.md lists every setting once, in one table, and the README leads there', () => {
  const [, settings = ''] =
    /const Settings = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('src/server/config-schema.ts')) ?? []
  const known = [...settings.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  const [, table = ''] = /\| Setting \|.*\n\|[-|]+\n([\s\S]*?)\n\n/.exec(read('docs/settings.md')) ?? []
  const listed = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect(known.length).toBeGreaterThan(30)
  expect(listed.sort()).toEqual(known.sort())
  expect(read('README.md')).toContain('](docs/settings.md)')
})

test('the README has the two commands that install, start and test the app', () => {
  expect(read('README.md').match(/^npm ci && npm .*$/gm)).toEqual([
    'npm ci && npm start',
    'npm ci && npm run demo',
    'npm ci && npm test',
  ])
  expect(read('.ci/run')).toMatch(/^npm ci && npm test$/m)
})

test('the architecture is two pages, with at most twenty concepts in bold', () => {
  const text = read('ARCHITECTURE.md')
  expect(text.length).toBeLessThanOrEqual(9000)
  expect(text.match(/\*\*[^*]+\*\*/g)?.length).toBeLessThanOrEqual(20)
})

test('the pictures of the documents have at most 150 kB each', () => {
  const pictures = globSync('docs/pictures/*')
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((path) => statSync(path).size > 150_000)).toEqual([])
})

test('the proxies of the operating guide let the largest upload of a contract through', () => {
  const largest = Math.max(...[uploadImport, putAvatar].map(({ upload }) => upload?.mostBytes ?? 0)) + FORM_BYTES
  const needed = Math.ceil(largest / MEGABYTE)
  expect(PROXY_MEGABYTES).toBe(needed)
  const guide = ['docs/operating.md', 'ops/nginx.conf', 'ops/Caddyfile'].map(read).join('')
  const inBytes = [...guide.matchAll(/(?:LimitRequestBody|maxRequestBodyBytes:) (\d+)/g)].map(([, bytes]) =>
    Number(bytes),
  )
  const inMegabytes = [...guide.matchAll(/(?:client_max_body_size|max_size|bodies of) (\d+)(?:m;|MiB\b| MB\b)/g)]
  expect(inMegabytes.map(([, number]) => Number(number))).toEqual(Array(5).fill(needed))
  expect(inBytes).toEqual([needed * MEGABYTE, needed * MEGABYTE])
})

/** 'a/{b,c}.ts' gives 'a/b.ts' and 'a/c.ts'. */
function alternativesOf(pattern: string): string[] {
  const [whole, choices] = /\{([^}]*)\}/.exec(pattern) ?? []
  if (whole === undefined || choices === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => alternativesOf(pattern.replace(whole, choice)))
}

test('every path that is mutated, and every test of it, exists', () => {
  const patterns = [...read('vitest.mutation.config.ts').matchAll(/'(src\/[^']+)'/g)].map(([, pattern = '']) => pattern)
  expect(patterns.length).toBeGreaterThan(5)
  expect(patterns.flatMap(alternativesOf).filter((pattern) => globSync(pattern).length === 0)).toEqual([])
})
