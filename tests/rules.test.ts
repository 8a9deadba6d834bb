import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The ids of rules (`C12`, `G22`) and requirements (`R-LIB-12`) that code, tests and documents cite exist in
 * docs/rules.md and docs/requirements.md. docs/requirements-without-tests.md lists the requirements that no test names.
 */
const read = (path: string) => readFileSync(path, 'utf8')

const RULES = read('docs/rules.md')
const rules = new Set([...RULES.matchAll(/^### ([CG]\d{2})$/gm)].map(([, id]) => id as string))
const requirements = [...read('docs/requirements.md').matchAll(/^(R-[A-Z]+-\d{2}) \| /gm)].map(([, id]) => id as string)

/** All files that cite rules, except this one, whose citations are examples. */
const FILES = globSync(['{src,tests,bench,scripts}/**/*.{ts,tsx,js,sql,css,md}', 'docs/**/*.md', '*.md'])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('node_modules') && path !== 'tests/rules.test.ts')
const TEST_FILES = FILES.filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))

/** The computer Commodore 64, in names of platforms. */
const NO_CITATION = /'C64'|Commodore C64\S*/g
const LINK = String.raw`\s*(?:–|—|\.\.|to)\s*`
/** One id, a range (`C38 to C47`, `C19–C24`), or the first of a list; every later id of a list is found by itself. */
const RULE = new RegExp(String.raw`(?<![#%\w-])([CG])(\d{2})(?:${LINK}\1(\d{2}))?\b(?![/-]|\.\d)`, 'g')
/** `R-LIB-02`, `R-AUTH-23 to 35`, `R-IGDB-02..11`, `R-AUTH-07, 08`, `R-LIB-11 and 12`. */
const REQUIREMENT = new RegExp(
  String.raw`\b(?:R-)?(${areas().join('|')})-(\d{2})((?:(?:,|\s*and|${LINK})\s*(?:R-\1-)?\d{2}\b(?!:))*)`,
  'g',
)

function areas(): string[] {
  return [...new Set(requirements.map((id) => id.split('-')[1] as string))]
}

const two = (number: number) => String(number).padStart(2, '0')

/** Returns every id from the first to the last. */
function span(prefix: string, first: string, last = first): string[] {
  const from = Number(first)
  const length = Math.max(1, Number(last) - from + 1)
  return Array.from({ length }, (_, at) => `${prefix}${two(from + at)}`)
}

function rulesIn(text: string): string[] {
  return [...text.replace(NO_CITATION, '').matchAll(RULE)].flatMap(([, letter, first, last]) =>
    span(letter as string, first as string, last),
  )
}

function requirementsIn(text: string): string[] {
  return [...text.matchAll(REQUIREMENT)].flatMap(([, area, first, rest = '']) => {
    let previous = first as string
    const ids = span(`R-${area}-`, previous)
    for (const [, link = '', next = ''] of rest.matchAll(/(,|and|–|—|\.\.|to)\s*(?:R-[A-Z]+-)?(\d{2})/g)) {
      const isRange = link !== ',' && link !== 'and'
      ids.push(...span(`R-${area}-`, isRange ? two(Number(previous) + 1) : next, next))
      previous = next
    }
    return ids
  })
}

test.each([
  ['(C19–C24)', ['C19', 'C20', 'C21', 'C22', 'C23', 'C24']],
  ['(G28, G29)', ['G28', 'G29']],
  ['(C38 to C40), G22', ['C38', 'C39', 'C40', 'G22']],
  ['G41 widths of 64', ['G41']],
  ['to G20, C51.', ['G20', 'C51']],
  ["'caf%C3%A9', #C12F00, C64/128, 'C64', NGC-12, SG10 and C100", []],
])('reads the rules in %j', (text, ids) => {
  expect(rulesIn(text)).toEqual(ids)
})

test.each([
  ['[R-LIB-02, R-PROG-03]', ['R-LIB-02', 'R-PROG-03']],
  ['R-AUTH-23 to 25, C31', ['R-AUTH-23', 'R-AUTH-24', 'R-AUTH-25']],
  ['(R-IGDB-02..04, C51)', ['R-IGDB-02', 'R-IGDB-03', 'R-IGDB-04']],
  ['R-AUTH-07, 08, G02', ['R-AUTH-07', 'R-AUTH-08']],
  ['R-LIB-11 and 12; it runs', ['R-LIB-11', 'R-LIB-12']],
  ['R-CAT-18 to R-CAT-20)', ['R-CAT-18', 'R-CAT-19', 'R-CAT-20']],
  ['as AUTH-76 says', ['R-AUTH-76']],
  ['UTF-16 and TIC-80', []],
])('reads the requirements in %j', (text, ids) => {
  expect(requirementsIn(text)).toEqual(ids)
})

test('the rules and the requirements exist', () => {
  expect(rules.size).toBeGreaterThan(138)
  expect(requirements).toHaveLength(676)
  expect(new Set(requirements).size).toBe(676)
  expect(FILES.length).toBeGreaterThan(500)
})

test('every cited id has a rule or a requirement', () => {
  const known = new Set([...rules, ...requirements])
  const lost = FILES.flatMap((path) => {
    const text = read(path)
    return [...rulesIn(text), ...requirementsIn(text)].filter((id) => !known.has(id)).map((id) => `${path}: ${id}`)
  })
  expect(lost).toEqual([])
})

test('the links inside rules.md lead to its headings', () => {
  const anchors = new Set(
    [...RULES.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const links = [...RULES.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor as string)
  expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([])
})

const LIST = 'docs/requirements-without-tests.md'

/** A comment that cites a requirement tests nothing. */
const withoutComments = (text: string) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')

/** This also fails for a listed id that a test cites now; remove that id from the list. */
test(`${LIST} lists the requirements that no test names, by area`, () => {
  const named = new Set(TEST_FILES.flatMap((path) => requirementsIn(withoutComments(read(path)))))
  const unnamed = requirements.filter((id) => !named.has(id))
  const rows = [...read(LIST).matchAll(/^\| ([A-Z]+) \| ([^|]+) \|/gm)].filter(([, area]) => area !== 'AREA')
  const listed = rows.flatMap(([, area, ids = '']) =>
    [...ids.matchAll(/(\d{2})(?: to (\d{2}))?/g)].flatMap(([, first = '', last]) => span(`R-${area}-`, first, last)),
  )
  expect(listed.toSorted()).toEqual(unnamed.toSorted())
})
