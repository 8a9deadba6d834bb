import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of the old dialect, with the terms of docs/glossary.md that replace them. */
const FORBIDDEN: Record<string, string> = {
  whom: 'who, which member',
  told: 'notified, published, said so',
  kept: 'cached, stored, preserved',
  whoever: 'a person who, anyone who',
  anew: 'again',
  'deeds?': 'audit log entry, action',
  'wish(?:es)?': 'preference, subscription',
  'seams?': 'slot',
  'answers with': 'returns, responds with',
  'taken back|takes? back': 'withdraws, deletes, undoes',
  'let go': 'releases',
  'hears? of': 'is notified of, receives',
  'gone wrong': 'failed',
  surplus: 'what is over the limit',
}
const PATTERNS = Object.entries(FORBIDDEN).map(
  ([word, instead]) => [new RegExp(`\\b(?:${word})\\b`, 'i'), instead] as const,
)

const SOURCES = [...globSync('{src,tests,bench,scripts}/**/*.{ts,tsx,css}')].filter(
  (path) => path !== 'tests/words.test.ts',
)
/** The requirements use the documents' own words, and the rules quote them. The glossary names the old words. */
const QUOTING = ['docs/requirements.md', 'docs/rules.md', 'docs/requirements-without-tests.md', 'docs/glossary.md']
const DOCUMENTS = globSync('{.,docs,docs/decisions,bench,src/**}/*.md').filter((path) => !QUOTING.includes(path))

const CODE = /`[^`]*`/g
const COMMENT = /^\s*(?:\/\/|\/?\*)/
const TITLE = /^\s*(?:test|it|describe)[\w.]*(?:<[^>]*>)?\((['"`].*)/

/** The comments and test titles of a source file, the lines of a document. */
function wordsOf(path: string): { line: number; text: string }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))
    .flatMap(({ line, text }) => {
      if (path.endsWith('.md') || COMMENT.test(text)) return [{ line, text: text.replaceAll(CODE, '') }]
      const [, title] = TITLE.exec(text) ?? []
      return title ? [{ line, text: title }] : []
    })
}

test('there are sources and documents to check', () => {
  expect(SOURCES.length).toBeGreaterThan(500)
  expect(DOCUMENTS.length).toBeGreaterThan(50)
})

test('comments, test titles and documents use the terms of the glossary', () => {
  const found = [...SOURCES, ...DOCUMENTS].flatMap((path) =>
    wordsOf(path).flatMap(({ line, text }) =>
      PATTERNS.filter(([pattern]) => pattern.test(text)).map(
        ([pattern, instead]) => `${path}:${line}: ${pattern.exec(text)?.[0]} → ${instead}: ${text.trim()}`,
      ),
    ),
  )
  expect(found).toEqual([])
})

/** Decisions name files that existed when they were written, and `x.rules.ts` stands for a file of any feature. */
const NAMED_FILE = /`([\w./-]+\.(?:tsx?|css|sql|md))`/g
const isPlaceholder = (name: string) => /(?:^|\/)x\./.test(name)

test('every source file and document that a document names exists', () => {
  const files = globSync('{.,src/**,tests/**,bench/**,scripts/**,docs/**}/*.{ts,tsx,css,sql,md}').map(
    (path) => `/${path}`,
  )
  const documents = DOCUMENTS.filter((path) => !path.startsWith('docs/decisions/'))
  const missing = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(NAMED_FILE)]
      .map(([, name = '']) => name)
      .filter((name) => !isPlaceholder(name) && !files.some((file) => file.endsWith(`/${name.replace(/^\.\//, '')}`)))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** Names of the old dialect in code, with the field's terms that replace them. */
const FORBIDDEN_NAMES: Record<string, string> = {
  '\\w*[sS]urplus\\w*': 'overLimit',
  '(?:shelf|Shelf|has|is|report)Room': 'mayAdd, MemberShelves',
  'placeByCreation|\\w*(?:Keyset|Session|Count)Place\\w*': 'keyset',
  'rest(?:After|InTurn|sUntil)': 'pause',
  '(?:[rR]elease|[nN]ewThread|Threads|[nN]ews|[aA]dminNews|[lL]ists|Statistics)Place(?:Of)?':
    'what an address says: params',
  placeOfRedirect: 'hostOfRedirect',
  spreadMs: 'jitterMs',
  'MOST_(?!HELPFUL|PLAYED_SHOWN)\\w+': 'MAX_',
  'remarks?(?:Of|In|Last)|(?:has|is|without)Remark\\w*|(?:\\w+_)?REMARK': 'losses, comment',
  '(?:const|let) room': 'remaining',
  '(?:Row|Shelf|Rank|Ranked|Feed|Text)Place': 'RowsParams, ShelfPage, keyset, position',
}

test('names in code use the terms of the field', () => {
  const found = SOURCES.flatMap((path) =>
    Object.entries(FORBIDDEN_NAMES).flatMap(([name, instead]) =>
      [...readFileSync(path, 'utf8').matchAll(new RegExp(`\\b(?:${name})\\b`, 'g'))].map(
        ([word]) => `${path}: ${word} → ${instead}`,
      ),
    ),
  )
  expect(found).toEqual([])
})
