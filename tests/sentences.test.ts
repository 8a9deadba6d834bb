import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * G54: each sentence of the interface stands once. A second copy is changed alone sooner or later, and then two screens
 * contradict each other. Not of the interface: tests, summaries of contracts, demo data and the design page.
 */
const NOT_OF_THE_INTERFACE = /\.test\.|\.contract\.ts$|\/demo|\/seed|-conformance|\/design[-.]/
const SOURCES = globSync('src/{features,pages,web,app,shared,server}/**/*.{ts,tsx}').filter(
  (path) => !NOT_OF_THE_INTERFACE.test(path),
)

/** Names of others: a source's name for a genre, in its vocabulary and in the table that shortens it. */
const NAMES = ["Hack and slash/Beat 'em up"]

/** Begins like a sentence, and has at least three words and a final mark, or five words. */
function isSentence(text: string): boolean {
  const isPath = /^M[\d.\s-]/.test(text)
  const enough = text.split(' ').length >= (/[.!?]$/.test(text) ? 3 : 5)
  return /^[A-Z“]/.test(text) && enough && !isPath && !NAMES.includes(text)
}

/** The sentences among the string literals and JSX texts of a source. */
function sentencesOf(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (typeof node === 'object' && node !== null) {
      const { type, value } = node as { type?: unknown; value?: unknown }
      if (type === 'ImportDeclaration') return
      if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') {
        const text = value.replace(/\s+/g, ' ').trim()
        if (isSentence(text)) found.push(text)
      } else for (const each of Object.values(node)) visit(each)
    }
  }
  visit(parseSync(path, source).program)
  return found
}

/** Each sentence that stands more than once, with the files. */
function duplicates(sources: readonly { path: string; source: string }[]): string[] {
  const places = Map.groupBy(
    sources.flatMap(({ path, source }) => sentencesOf(path, source).map((sentence) => ({ sentence, path }))),
    ({ sentence }) => sentence,
  )
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([sentence, found]) => `${sentence} (${found.map(({ path }) => path).join(', ')})`)
}

const read = (path: string) => ({ path, source: readFileSync(path, 'utf8') })

test('there are sentences to check', () => {
  const sentences = SOURCES.map(read).flatMap(({ path, source }) => sentencesOf(path, source))
  expect(sentences.length).toBeGreaterThan(500)
})

test('each sentence of the interface stands once (G54)', () => {
  expect(duplicates(SOURCES.map(read))).toEqual([])
})

test('the check finds a sentence that stands twice, as a literal and as a text of JSX', () => {
  const planted = [
    { path: 'a.ts', source: "export const LOST = 'Nothing is lost.'" },
    { path: 'b.tsx', source: 'export const Lost = () => (\n  <p>\n    Nothing is\n    lost.\n  </p>\n)' },
    { path: 'c.tsx', source: '<path d="M12 1 5 9.5 12 18z" />; <path d="M12 1 5 9.5 12 18z" />' },
  ]
  expect(duplicates(planted)).toEqual(['Nothing is lost. (a.ts, b.tsx)'])
})
