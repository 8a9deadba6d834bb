import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_FEATURES } from '../src/app/features.ts'
import { FEATURES } from '../src/features/feature-map.ts'
import type { FeatureParts } from '../src/server/feature.ts'
import { tag } from '../src/server/tags.ts'
import { PAGE_ENTRIES } from './support/page-entries.ts'

/**
 * The import rules of ARCHITECTURE.md, executed. Places are folders of src/. A feature has three places: its root (endpoints,
 * contract, rules), its server/ and its web/.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  main: ['app'],
  shared: ['shared'],
  db: ['shared', 'db'],
  server: ['shared', 'db', 'server'],
  web: ['shared', 'web'],
  'feature/map': [],
  'feature/root': ['shared', 'feature/root'],
  'feature/server': ['shared', 'db', 'server', 'feature/root', 'feature/server'],
  'feature/web': ['shared', 'web', 'feature/root', 'feature/web'],
  pages: ['shared', 'web', 'feature/root', 'feature/web', 'pages'],
  app: [
    'shared',
    'db',
    'server',
    'web',
    'feature/map',
    'feature/root',
    'feature/server',
    'feature/web',
    'pages',
    'app',
  ],
}
/** The files that other features may import. */
const PUBLIC_ROLES = [
  'contract',
  'endpoints',
  'schemas',
  'rules',
  'texts',
  'subject',
  'notifications',
  'service',
  'events',
  'widgets',
  'slots',
]
const ROOT_ROLES = ['contract', 'endpoints', 'schemas', 'rules', 'texts', 'subject', 'notifications', 'pages']
const SERVER_ROLES = ['feature', 'routes', 'service', 'policy', 'queries', 'view', 'events', 'subscribers', 'jobs']
const FORBIDDEN_NAMES = ['utils', 'helpers', 'misc', 'common', 'types', 'manager', 'base']

interface Place {
  place: string
  feature: string | null
}
interface File extends Place {
  path: string
  text: string
  imports: string[]
  /** Imports that remain at run time: not "import type". */
  valueImports: string[]
}

/** All fields of a feature module; this list and the type must match. */
const FEATURE_FIELDS = Object.keys({
  routes: true,
  requestDefaults: true,
  jobs: true,
  addresses: true,
  contracts: true,
  subjects: true,
  notifications: true,
  pages: true,
  ownData: true,
  channels: true,
  subscribes: true,
  sessionSource: true,
  tokenSource: true,
  visibilitySource: true,
  closedAddresses: true,
  onVisit: true,
  health: true,
  checks: true,
  admin: true,
  sitemap: true,
  search: true,
  start: true,
  loadDemoData: true,
} satisfies Record<keyof FeatureParts<never>, true>)

/** Tests, and what a feature declares for the tests of the whole server. */
const OF_TESTS = /\.(?:test\.tsx?|(?:access|freshness)\.ts)$/

const features: Record<string, { uses: readonly string[]; writes: readonly string[]; tags?: readonly string[] }> =
  FEATURES
const files = globSync('src/**/*.{ts,tsx}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !OF_TESTS.test(path) && path !== 'src/db/schema.ts')
  .map(read)

test('the checked folders contain files', () => {
  expect(files.length).toBeGreaterThan(40)
})

test('no code imports what features declare for tests', () => {
  const broken = files.filter(({ imports }) => imports.some((target) => OF_TESTS.test(target)))
  expect(broken.map(({ path }) => path)).toEqual([])
})

test('imports follow the table', () => {
  const broken = files.flatMap((file) =>
    file.imports.flatMap((target) => {
      const to = locate(target)
      if (!MAY_IMPORT[file.place]?.includes(to.place))
        return [`${file.path} is ${file.place} and may not import ${target} (${to.place})`]
      if (!to.feature || file.feature === to.feature) return []
      if (!file.feature) {
        if (file.place !== 'pages') return []
        return roleOf(target) === '' && to.place === 'feature/server' ? [`${file.path} reaches into ${target}`] : []
      }
      if (!features[file.feature]?.uses.includes(to.feature))
        return [`${file.path}: feature-map.ts does not let ${file.feature} use ${to.feature}`]
      const isNeeded = roleOf(target) === 'feature' && roleOf(file.path) === 'feature'
      if (!PUBLIC_ROLES.includes(roleOf(target)) && !isPublicApi(target) && !isNeeded)
        return [`${file.path} imports a private file of ${to.feature}: ${target}`]
      return []
    }),
  )
  expect(broken).toEqual([])
})

/** Files of src/app that only the server runs. */
const SERVER_APP = ['server', 'features', 'page-bundle', 'ssr']
/** Modules that declare zod schemas at their top level, so an import of a value from them loads zod. */
const hasSchemas = (path: string) =>
  roleOf(path) === 'contract' ||
  ['src/shared/contract.ts', 'src/shared/ids.ts', 'src/shared/subject-shapes.ts'].includes(path)

test('the browser imports endpoints, and schemas only as types (decision 0058)', () => {
  const broken = files
    .filter(({ path, place }) =>
      place === 'feature/root'
        ? !['contract', 'schemas'].includes(roleOf(path))
        : place === 'app'
          ? !SERVER_APP.includes(posix.basename(path).split('.')[0] as string)
          : ['web', 'feature/web', 'pages'].includes(place),
    )
    .flatMap(({ path, valueImports }) =>
      valueImports.filter(hasSchemas).map((target) => `${path} needs "import type" for ${target}`),
    )
  expect(broken).toEqual([])
})

test('each endpoint has its contract under the same name in the file beside it (decision 0058)', () => {
  const declared = (file: File, pattern: RegExp) =>
    [...file.text.matchAll(pattern)].map(([, name, of = name]) => [name, of])
  // Without contracts that are created for each kind of subject, whose paths are known only at run time.
  const contracts = files.filter(
    ({ path, place, text }) =>
      place === 'feature/root' && roleOf(path) === 'contract' && /^export const \w+ = contract\(/m.test(text),
  )
  expect(contracts.length).toBeGreaterThan(20)
  const broken = contracts.flatMap((file) => {
    const path = file.path.replace('.contract.ts', '.endpoints.ts')
    const endpoints = files.find((each) => each.path === path)
    if (!endpoints) return [`${path} is missing`]
    const names = declared(endpoints, /^export const (\w+) = endpoint\(/gm).map(([name]) => name)
    const pairs = declared(file, /^export const (\w+) = contract\(endpoints\.(\w+)/gm)
    return [
      ...pairs.filter(([name, of]) => name !== of).map(([name, of]) => `${file.path}: ${name} is of ${of}`),
      ...names.filter((name) => !pairs.some(([, of]) => of === name)).map((name) => `${path}: ${name} has no contract`),
    ]
  })
  expect(broken).toEqual([])
})

test('the feature map has no cycles: a feature uses only features above it', () => {
  const names = Object.keys(features)
  const broken = names.flatMap((name, at) =>
    (features[name]?.uses ?? [])
      .filter((used) => !names.slice(0, at).includes(used))
      .map((used) => `${name} → ${used}`),
  )
  expect(broken).toEqual([])
})

test('every folder of a feature is in the map', () => {
  const found = new Set(
    files.flatMap((file) => (file.path.startsWith('src/features/') ? [file.path.split('/')[2]] : [])),
  )
  found.delete('feature-map.ts')
  expect([...found].sort()).toEqual(Object.keys(features).sort())
})

test('the server lists the module of every feature with a server once, in the order of the map', () => {
  const served = Object.keys(features).filter((name) =>
    files.some(({ feature, place }) => feature === name && place === 'feature/server'),
  )
  expect(SERVER_FEATURES.map(({ name }) => name)).toEqual(served)
})

test('a feature module has only known fields, and needs only features that the map lets it use', () => {
  const broken = SERVER_FEATURES.flatMap(({ name, needs = {}, open: _, own: __, ...parts }) => [
    ...Object.keys(parts)
      .filter((field) => !FEATURE_FIELDS.includes(field))
      .map((field) => `${name} gives '${field}', which nobody takes`),
    ...Object.values(needs)
      .filter((needed) => !features[name]?.uses.includes(needed.name))
      .map((needed) => `feature-map.ts does not let ${name} use ${needed.name}`),
  ])
  expect(broken).toEqual([])
})

test('app/ imports nothing of a feature’s server but its module', () => {
  const broken = files
    .filter(({ place }) => place === 'app')
    .flatMap(({ path, imports }) =>
      imports
        .filter((target) => locate(target).place === 'feature/server')
        .filter((target) => path !== 'src/app/features.ts' || roleOf(target) !== 'feature')
        .map((target) => `${path} imports ${target}`),
    )
  expect(broken).toEqual([])
})

test('every tag has one owner', () => {
  const owned = Object.values(features).flatMap(({ tags = [] }) => tags)
  expect(owned.toSorted()).toEqual(
    Object.keys(tag)
      .filter((name) => name !== 'subject')
      .toSorted(),
  )
})

test('a feature announces and shows only its own tags and those of features that it may use', () => {
  const owner = new Map(Object.entries(features).flatMap(([name, { tags = [] }]) => tags.map((each) => [each, name])))
  const broken = files.flatMap(({ path, text, feature }) =>
    feature === null
      ? []
      : [...text.matchAll(/(?<![\w.])tag\.(\w+)/g)]
          .map(([, name]) => ({ name, of: owner.get(name as string) }))
          .filter(({ of }) => of !== undefined && of !== feature && !features[feature]?.uses.includes(of))
          .map(({ name, of }) => `${path} has tag.${name}, which belongs to ${of}`),
  )
  expect(broken).toEqual([])
})

test('only one file creates tags', () => {
  const broken = files.filter(({ path, text }) => /\bas Tag\b/.test(text) && path !== 'src/server/tags.ts')
  expect(broken.map(({ path }) => path)).toEqual([])
})

test('database state is passed as an argument, not looked up in a map by the database', () => {
  expect(files.filter(({ text }) => /WeakMap<Db\b/.test(text)).map(({ path }) => path)).toEqual([])
})

test('a table is written only by its owner', () => {
  const owner = new Map(Object.entries(features).flatMap(([name, { writes }]) => writes.map((table) => [table, name])))
  const broken = files
    .filter((file) => !file.path.startsWith('src/db/seed/'))
    .flatMap((file) =>
      [...writtenTables(file.text)]
        .filter((table) => owner.has(table) && owner.get(table) !== file.feature)
        .map((table) => `${file.path} writes ${table}, which belongs to ${owner.get(table)}`),
    )
  expect(broken).toEqual([])
})

test('a write to a computed table name lists its possible tables in the same file', () => {
  const broken = files
    .filter(({ place, text }) => place === 'feature/server' && DYNAMIC_WRITE.test(text) && namedTables(text).size === 0)
    .filter(({ path }) => path !== PUTS_BACK)
    .map(({ path }) => path)
  expect(broken).toEqual([])
})

test('file names end with their role', () => {
  const broken = files.filter(({ path, feature, place }) => {
    const name = posix.basename(path)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)?\.tsx?$/.test(name) || name.startsWith('index.')) return true
    if (FORBIDDEN_NAMES.includes(name.split('.')[0] as string)) return true
    const folder = posix.dirname(path)
    // A feature may have several contracts: the part that every page needs, separate from the parts that few pages
    // need.
    if (place === 'feature/root') return !ROOT_ROLES.some((role) => name.endsWith(`.${role}.ts`))
    if (folder === `src/features/${feature}/server`)
      return !SERVER_ROLES.some((role) => name === `${feature}.${role}.ts`)
    return false
  })
  expect(broken.map((file) => file.path)).toEqual([])
})

/** Opened by its address in development alone, so it is not among the entries. */
const DESIGN_PAGE = 'design'

test('pages/ holds pages alone: one file for each address, and tests of pages', () => {
  const pages = [DESIGN_PAGE, ...PAGE_ENTRIES.map(({ file }) => file)]
  const found = globSync('src/pages/**/*').map((path) => posix.relative('src/pages', path))
  const broken = found.filter((name) => !pages.some((page) => name.startsWith(`${page}.page.`)))
  expect(broken).toEqual([])
  expect(found.filter((name) => name.endsWith('.page.tsx')).length).toBe(pages.length)
})

// What two folders share belongs into a folder of its own, or into the one that the other may use.
test('folders of a feature import each other in one direction', () => {
  const edges = new Map<string, Set<string>>()
  const folderOf = (path: string) => posix.dirname(path).slice('src/features/'.length)
  for (const { path, imports } of files.filter(({ feature }) => feature !== null))
    for (const target of imports.filter((each) => locate(each).feature !== null)) {
      const [from, to] = [folderOf(path), folderOf(target)]
      // A folder and those in it have one subject: its files join what these do, and these use what it says.
      if (from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  const reached = (from: string): Set<string> => {
    const found = new Set<string>()
    const next = [from]
    for (const folder of next)
      for (const to of edges.get(folder) ?? []) {
        if (found.has(to)) continue
        found.add(to)
        next.push(to)
      }
    return found
  }
  const reach = new Map([...edges.keys()].map((folder) => [folder, reached(folder)]))
  const circles = new Set(
    [...reach].flatMap(([folder, found]) => {
      const circle = [...found].filter((each) => reach.get(each)?.has(folder)).toSorted()
      const place = folder.split('/').slice(0, 2).join('/')
      return found.has(folder) ? [`${place}: ${circle.map((each) => each.slice(place.length + 1)).join(' ')}`] : []
    }),
  )
  expect([...circles]).toEqual([])
})

test('features join in the browser only through slots', () => {
  expect(files.filter(({ path }) => /\bseams?\b/.test(posix.basename(path))).map(({ path }) => path)).toEqual([])
})

test('slots are defined in x.slots.ts of their owner, under a unique name that begins with the owner', () => {
  const defined = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdefineSlot<[\s\S]*?>\(\s*'([^']+)'/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(defined.length).toBeGreaterThan(5)
  const ownerOf = (path: string) => camelCase(locate(path).feature ?? locate(path).place)
  const broken = defined.filter(({ path, name }) => roleOf(path) !== 'slots' || !name.startsWith(`${ownerOf(path)}.`))
  expect(broken).toEqual([])
  expect(new Set(defined.map(({ name }) => name)).size).toBe(defined.length)
})

test('a feature fills slots in x.contributions.ts, and only its own, those of src/web and of features that it may use', () => {
  const broken = files.flatMap(({ path, feature, text, imports }) => {
    if (!/import \{[^}]*\bfill\b[^}]*\} from '[^']*\/slots\.tsx'/.test(text)) return []
    if (!feature || !/^[a-z-]+\.contributions\.tsx?$/.test(posix.basename(path))) return [`${path} fills a slot`]
    return imports
      .filter((target) => roleOf(target) === 'slots')
      .filter((target) => {
        const { place, feature: owner } = locate(target)
        return place !== 'web' && owner !== feature && !features[feature]?.uses.includes(owner ?? '')
      })
      .map((target) => `${path} fills a slot of ${target}`)
  })
  expect(broken).toEqual([])
})

test('only app/web-features.ts lists the contributions of the features, each once, in the order of the feature map', () => {
  const names = Object.keys(features)
  const modules = files.filter(({ path }) => roleOf(path) === 'contributions')
  const lists = files.filter(({ imports }) => imports.some((target) => roleOf(target) === 'contributions'))
  expect(lists.map(({ path }) => path)).toEqual(['src/app/web-features.ts'])
  const [list] = lists
  const imported = (list?.imports ?? []).filter((target) => roleOf(target) === 'contributions')
  expect(imported.sort()).toEqual(modules.map(({ path }) => path).sort())
  const listed = [...(list?.text.matchAll(/\.\.\.(\w+)Contributions\b/g) ?? [])].map(([, name]) => name)
  const expected = names.filter((name) => modules.some(({ feature }) => feature === name)).map(camelCase)
  expect(listed).toEqual(expected)
})

test('every export has a name', () => {
  expect(files.filter((file) => /^export (default|\*)/m.test(file.text)).map((file) => file.path)).toEqual([])
})

/** Routes load pages by their address, `admin.page.tsx` those of features, and the server loads the renderer's bundle. */
const LOADED_BY_PATH = /^src\/(?:pages\/|app\/ssr\.tsx$|features\/.*\/admin-[\w-]+-page\.tsx$)/

/** Returns the names that a file uses of a namespace import: `queries.findGame`. Passed as a whole, it uses any ('*'). */
function namesOf(namespace: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|^import .*/gm, '')
  const isWhole = new RegExp(`(?<![.\\w])${namespace}\\b(?![.\\w:])`).test(code)
  return isWhole
    ? ['*']
    : [...code.matchAll(new RegExp(`\\b${namespace}\\.([\\w$]+)`, 'g'))].map(([, name = '']) => name)
}

test('an exported value is imported somewhere; a value that only its own file uses is not exported', () => {
  const imported = new Map<string, Set<string>>()
  const note = (from: string, target: string, names: readonly string[]) => {
    const file = resolveImport(from, target)
    imported.set(file, new Set([...(imported.get(file) ?? []), ...names]))
  }
  for (const path of globSync('{src,tests,bench,scripts}/**/*.{ts,tsx}')) {
    const text = readFileSync(path, 'utf8')
    for (const [, names = '', target = ''] of text.matchAll(
      /^(?:import|export) (?:type )?(\{[^}]*\}|\* as \w+) from '([#.][^']+)'/gm,
    ))
      note(
        path,
        target,
        names.startsWith('*') ? namesOf(names.slice(5), text) : [...names.matchAll(/[\w$]+/g)].map(([name]) => name),
      )
    for (const [, target = ''] of text.matchAll(/import\(\s*'([#.][^']+)'/g)) note(path, target, ['*'])
  }
  const broken = files
    .filter(({ path }) => !LOADED_BY_PATH.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !imported.get(path)?.has(name) && !imported.get(path)?.has('*'))
        .map((name) => `${path} exports ${name}, which no other file imports`),
    )
  expect(broken).toEqual([])
})

test('a transaction is opened in one place', () => {
  const broken = files.filter((file) => /\.transaction\(\)/.test(file.text) && file.path !== 'src/db/transaction.ts')
  expect(broken.map((file) => file.path)).toEqual([])
})

test('names of advisory locks become keys in one place', () => {
  const broken = files.filter(({ path, text }) => /hashtextextended/.test(text) && path !== 'src/db/advisory-lock.ts')
  expect(broken.map(({ path }) => path)).toEqual([])
})

/** Folders with one public file, and who may import which of their files. */
const CLOSED_FOLDERS = [
  { folder: 'src/db/embedded/', public: 'src/db/embedded/embedded-postgres.ts', importers: [] },
  {
    folder: 'src/features/accounts/server/auth/better-auth/',
    public: null,
    importers: ['src/features/accounts/server/auth/authenticator.ts'],
  },
] as const

test('a folder with one public file is entered through it', () => {
  const broken = files.flatMap((file) =>
    file.imports.flatMap((target) =>
      CLOSED_FOLDERS.filter(
        (closed) =>
          target.startsWith(closed.folder) &&
          target !== closed.public &&
          !file.path.startsWith(closed.folder) &&
          !closed.importers.some((path) => path === file.path),
      ).map(() => `${file.path} imports ${target}`),
    ),
  )
  expect(broken).toEqual([])
})

/**
 * better-auth chooses the names of its cookies. Two files outside its folder contain these names: the lookup of
 * sessions, and the list of items that browsers store.
 */
test('only its own folder imports better-auth and names its cookies', () => {
  const folder = 'src/features/accounts/server/auth/better-auth/'
  const namesCookies = ['src/server/session.ts', 'src/shared/browser-storage.ts']
  const cookies = /\b(session_token|session_data|dont_remember|two_factor|trust_device|passkey_challenge)\b/
  const outside = files.filter(({ path }) => !path.startsWith(folder))
  const importers = outside.filter(
    ({ text }) => /from '@?better-auth\b/.test(text) || /import\('@?better-auth/.test(text),
  )
  const naming = outside.filter(({ path, text }) => cookies.test(text) && !namesCookies.includes(path))
  expect({
    importers: importers.map(({ path }) => path),
    naming: naming.map(({ path }) => path),
  }).toEqual({ importers: [], naming: [] })
})

/** With outdated table statistics, PostgreSQL evaluates `in (select …)` again for every row: 23 s for 510 rows. */
test('a limited subselect is evaluated once: = any(array(select …)), not in (select …)', () => {
  const cut = ({ text }: File) =>
    [...text.matchAll(/\bin \(\s*select\b/g)].some(({ index }) => {
      let depth = 0
      let inside = ''
      for (const sign of text.slice(text.indexOf('(', index))) {
        if (sign === '(') depth += 1
        else if (sign === ')') depth -= 1
        else if (depth === 1) inside += sign
        if (depth === 0) break
      }
      return /\b(limit|offset)\b/.test(inside)
    })
  expect(files.filter(cut).map(({ path }) => path)).toEqual([])
})

/** In production the code is one file in dist/main, so its own address leads elsewhere (decision 0092). */
test('files beside the code are found from the project folder, not from the address of the code', () => {
  const relative = /import\.meta\.(?:dirname|filename)|new URL\([^)]*import\.meta\.url/
  expect(files.filter(({ text }) => relative.test(text)).map(({ path }) => path)).toEqual([])
})

test('a comparison answers 0 for equal items, and names the language of its words (shared/order.ts)', () => {
  const neverEqual = /[\w)\]] [<>]=? (?!0\b)[\w.()[\]]+ \? -?1 : -?1\b/
  const languageOfTheMachine = /localeCompare\([^(),]*\)/
  const found = files.filter(({ text }) => neverEqual.test(text) || languageOfTheMachine.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})

/** What gives its errors no codes, and the rules whose words are sentences. */
const READS_SENTENCES: Record<string, string> = {
  'src/features/error-log/web/report-error.ts': 'browsers give no codes',
  'src/features/accounts/accounts.rules.ts': 'R-AUTH-59 to 68 name the words of texts without a code',
  'src/features/activity/activity.rules.ts': 'R-PROG-24 and C65 name the words',
  'src/features/news/news.texts.ts': 'R-NEWS-17 names the words',
}

test('an outcome is recognised by its code, and not by the sentence of an error', () => {
  const compared = /\.message\s*[!=]==|[!=]==\s*[\w.?]+\.message\b|[!=]== [A-Z]+_TEXTS\./
  const searched = /\b(?:message|error)\??\.(?:includes|startsWith|endsWith|match|search|indexOf)\(/
  const matched = /\.(?:test|exec|has)\((?:[\w.()]*\.)?(?:message|error_description|messageOf\(\w+\))\b/
  const reads = ({ text }: File) => [compared, searched, matched].some((pattern) => pattern.test(text))
  const found = files.filter((file) => !/\.test\.tsx?$/.test(file.path) && reads(file)).map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(READS_SENTENCES).toSorted())
})

function read(path: string): File {
  const text = readFileSync(path, 'utf8')
  const targets = (source: string) =>
    [...source.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+\.tsx?)'/g)].map(([, target]) =>
      resolveImport(path, target as string),
    )
  const values = text.replace(/^import type [^']*'[^']*'$/gm, '')
  return { path, text, imports: targets(text), valueImports: targets(values), ...locate(path) }
}

function resolveImport(from: string, target: string): string {
  if (target.startsWith('#tests/')) return target.slice(1)
  return target.startsWith('#') ? `src/${target.slice(1)}` : posix.join(posix.dirname(from), target)
}

function locate(path: string): Place {
  const [, first = '', second = '', third = ''] = path.split('/')
  if (first === 'main.ts') return { place: 'main', feature: null }
  if (first !== 'features') return { place: first, feature: null }
  if (second === 'feature-map.ts') return { place: 'feature/map', feature: null }
  return { place: third === 'server' || third === 'web' ? `feature/${third}` : 'feature/root', feature: second }
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

/** 'contract' of 'reviews.contract.ts', '' of 'review-card.tsx'. */
function roleOf(path: string): string {
  const parts = posix.basename(path).split('.')
  return parts.length > 2 ? (parts.at(-2) as string) : ''
}

/** A widget of another feature needs the query options to share a cache entry. */
function isPublicApi(path: string): boolean {
  return roleOf(path) === 'api'
}

/** `deleteFrom(table)`, or `delete from ${table}` in SQL. */
const DYNAMIC_WRITE =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?!['\s])|(?:insert into|update|delete from|merge into|truncate(?: table)?)\s+\$\{/i

/** Writes the table that its caller names; the caller counts as the writer. */
const PUTS_BACK = 'src/features/catalogue/server/merging/merge-record.queries.ts'

/** For a computed table name, every table that the file names elsewhere counts as a possible target. */
function writtenTables(text: string): Set<string> {
  const builder = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'(\w+)/g)]
  const raw = [
    ...text.matchAll(/(?:insert into|delete from|merge into|truncate(?: table)?)\s+(?:only\s+)?"?(\w+)"?/gi),
    ...text.matchAll(/update\s+(?:only\s+)?"?(\w+)"?(?=\s+(?:(?:as\s+)?\w+\s+)?set\b)/gi),
  ]
  const put = text.matchAll(/\bputBack\([^)]*?'(\w+)'\)/g)
  const named = DYNAMIC_WRITE.test(text) ? namedTables(text) : []
  return new Set([...[...builder, ...raw, ...put].map((match) => match[1] as string), ...named])
}

function namedTables(text: string): Set<string> {
  const tables = new Set(Object.values(features).flatMap(({ writes }) => writes))
  const literals = text.matchAll(/(?<!(?:From|Join|Into|Table)\(\s*)'(\w+)'/g)
  return new Set([...literals].map(([, name]) => name as string)).intersection(tables)
}
