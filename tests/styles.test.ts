import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type CssNode, ident, parse, walk } from 'css-tree'
import { expect, test } from 'vitest'
import { FEATURES } from '../src/features/feature-map.ts'

const SHEETS = globSync('src/**/*.css').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
/** The document contains the faces of the fonts; the few pages without React have a stylesheet of their own. */
const APART = ['src/web/ui/fonts.css', 'src/web/ui/plain.css', 'src/features/public-api/web/docs.css']
const LIST = 'src/app/styles.css'

const featureOf = (path: string): string | null => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null

function classesOf(text: string): Set<string> {
  const classes = new Set<string>()
  walk(parse(text), (node: CssNode) => {
    if (node.type === 'ClassSelector') classes.add(ident.decode(node.name))
  })
  return classes
}

/** The words of the strings of each source: among them the classes that it gives its elements. */
const WORDS = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$|^src\/db\//.test(path))
  .map((path) => ({
    path,
    words: new Set(
      [...readFileSync(path, 'utf8').matchAll(/(['"`])((?:(?!\1)[^\n\\]|\\.)*)\1/g)].flatMap(([, , text = '']) =>
        text.split(/[^\w-]+/),
      ),
    ),
  }))

/** The files that use a class. */
const usersOf = (name: string): string[] => WORDS.filter(({ words }) => words.has(name)).map(({ path }) => path)

/** Returns whether the design system builds a class from its kind, as in `btn-${kind}`. */
const isOfKind = (name: string): boolean =>
  WORDS.some(({ path, words }) => path.startsWith('src/web/ui/') && words.has(name.replace(/[^-]+$/, '')))

test('a stylesheet stands beside the components of the design system or of one feature, and the app lists each once', () => {
  const places = /^src\/(?:web\/ui|features\/[^/]+\/web)\//
  const paths = SHEETS.map(({ path }) => path).filter((path) => path !== LIST)
  expect(paths.filter((path) => !places.test(path))).toEqual([])
  const list = readFileSync(LIST, 'utf8')
  const listed = [...list.matchAll(/@import "(\.[^"]+)"/g)].map(([, to = '']) => posix.join('src/app', to))
  expect(listed.toSorted()).toEqual(paths.filter((path) => !APART.includes(path)).toSorted())
})

test('the stylesheets of the design system have no class that one feature alone uses (decision 0007)', () => {
  const broken = SHEETS.filter(({ path }) => path.startsWith('src/web/')).flatMap(({ path, text }) =>
    [...classesOf(text)].flatMap((name) => {
      const users = usersOf(name)
      const features = new Set(users.map(featureOf))
      return users.length > 0 && features.size === 1 && !features.has(null) && !isOfKind(name)
        ? [`${path}: ${name} belongs to ${[...features][0]}`]
        : []
    }),
  )
  expect(broken).toEqual([])
})

test('a class of a feature is used by it and by features that may use it (decision 0007)', () => {
  const shared = new Set(
    SHEETS.filter(({ path }) => path.startsWith('src/web/')).flatMap(({ text }) => [...classesOf(text)]),
  )
  const features: Record<string, { uses: readonly string[] }> = FEATURES
  const owners = new Map<string, (string | null)[]>()
  for (const { path, text } of SHEETS)
    for (const name of classesOf(text)) owners.set(name, [...(owners.get(name) ?? []), featureOf(path)])
  // A single word also names other things than a class, and `bg-…` is a utility of Tailwind.
  const own = [...owners].filter(([name]) => name.includes('-') && !shared.has(name) && !/^bg-/.test(name))
  const broken = own.flatMap(([name, of]) =>
    usersOf(name)
      .filter((user) => /^src\/(?:web|features\/[^/]+\/web)\//.test(user))
      .filter((user) => {
        const feature = featureOf(user) ?? ''
        return !of.some((owner) => owner === feature || features[feature]?.uses.includes(owner ?? ''))
      })
      .map((user) => `${user} uses ${name} of ${of}`),
  )
  expect(broken).toEqual([])
})

test('the layout follows the width in letters, so that larger letters get the layout of a smaller window', () => {
  const inPixels = globSync('src/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*width[^{]*\dpx[^{]*/g)].map(
      ([query]) => `${file}: ${query.trim()}`,
    ),
  )
  expect(inPixels).toEqual([])
})
