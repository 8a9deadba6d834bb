import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const SUMMARY_MAX = 140
const LINES_MAX = 40

interface Decision {
  number: string
  file: string
  title: string
  /** How later decisions change this one, with their numbers: 'amended by 0047'. */
  changedBy: string[]
  /** The numbers of the decisions that this one changes. */
  changes: string[]
}

interface IndexRow {
  number: string
  title: string
  file: string
  summary: string
  status: string
}

const decisions = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-/.test(file))
  .sort()
  .map(readDecision)
const numbers = new Set(decisions.map(({ number }) => number))
const index = readIndex()

test('decision files are numbered without gaps and named after their topic', () => {
  const expected = decisions.map((_, at) => String(at + 1).padStart(4, '0'))
  expect(decisions.map(({ number }) => number)).toEqual(expected)
  expect(decisions.filter(({ file }) => !/^\d{4}(-[a-z0-9]+)+\.md$/.test(file)).map(({ file }) => file)).toEqual([])
})

test(`a decision has at most ${LINES_MAX} lines`, () => {
  const linesOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8').trimEnd().split('\n').length
  expect(decisions.filter(({ file }) => linesOf(file) > LINES_MAX).map(({ number }) => number)).toEqual([])
})

test('the index lists every decision with its title', () => {
  const listed = index.map(({ number, title, file }) => ({ number, title, file }))
  expect(listed).toEqual(decisions.map(({ number, title, file }) => ({ number, title, file })))
})

test(`every summary in the index has 1 to ${SUMMARY_MAX} characters`, () => {
  expect(index.filter(({ summary }) => summary.length < 1 || summary.length > SUMMARY_MAX)).toEqual([])
})

test('the status in the index equals the status in the decision', () => {
  const inIndex = index.map(({ number, status }) => ({ number, changedBy: changesIn(status).sort() }))
  expect(inIndex).toEqual(decisions.map(({ number, changedBy }) => ({ number, changedBy: [...changedBy].sort() })))
  expect(index.filter(({ status }) => status !== 'in force' && changesIn(status).length === 0)).toEqual([])
})

test('an amended or superseded decision names the later one, and the later one names it', () => {
  const fromEarlier = decisions.flatMap(({ number, changedBy }) =>
    changedBy.map((change) => `${change.slice(-4)} changes ${number}`),
  )
  const fromLater = decisions.flatMap(({ number, changes }) => changes.map((earlier) => `${number} changes ${earlier}`))
  expect(fromLater.sort()).toEqual(fromEarlier.sort())
  expect(decisions.filter(({ number, changes }) => changes.some((earlier) => earlier >= number))).toEqual([])
})

test('every decision that sources, tests and documents cite exists', () => {
  const paths = globSync(['src/**/*.{ts,tsx,css,sql}', 'tests/**/*.{ts,tsx}', 'docs/**/*.md', '*.md'])
  const broken = paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [...citedNumbers(text), ...(path.startsWith(FOLDER) ? numbersInParentheses(text) : [])]
      .filter((number) => !numbers.has(number))
      .map((number) => `${path} cites decision ${number}`)
  })
  expect(broken).toEqual([])
})

test('every link to a decision file leads to an existing file', () => {
  const files = new Set(decisions.map(({ file }) => file))
  const broken = globSync(['docs/**/*.md', '*.md']).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\((?:[^()\s]*\/)?(\d{4}-[^()\s/]*\.md)(?:#[^()\s]*)?\)/g)]
      .filter(([, file]) => !files.has(file as string))
      .map(([link]) => `${path} links to ${link}`),
  )
  expect(broken).toEqual([])
})

function readDecision(file: string): Decision {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8')
  const number = file.slice(0, 4)
  const heading = text.split('\n', 1)[0] as string
  expect(heading, file).toMatch(new RegExp(`^# ${number} .`))
  const paragraphs = text.split(/\n\n+/).map((paragraph) => paragraph.replaceAll('\n', ' '))
  return {
    number,
    file,
    title: heading.slice('# 0000 '.length),
    changedBy: paragraphs.filter((text) => /^(Amended|Superseded) /.test(text)).flatMap(changesIn),
    changes: paragraphs.filter((text) => /^(Amends|Supersedes) /.test(text)).flatMap(linkedNumbers),
  }
}

/** Returns the changes in a text, such as 'amended by 0040'; one phrase may name several decisions. */
function changesIn(text: string): string[] {
  const phrases = text.matchAll(
    /(amended|superseded(?: in part)?) by(.*?)(?=(?:amended|superseded(?: in part)?) by|$)/gi,
  )
  return [...phrases].flatMap(([, verb, rest]) => {
    const named = linkedNumbers(rest as string)
    const all = named.length > 0 ? named : ((rest as string).match(/\b\d{4}\b/g) ?? [])
    return all.map((number) => `${(verb as string).toLowerCase()} by ${number}`)
  })
}

function linkedNumbers(text: string): string[] {
  return [...text.matchAll(/\[(\d{4})\]\(\1-/g)].map(([, number]) => number as string)
}

function readIndex(): IndexRow[] {
  const rows = readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(
    /^\| (\d{4}) \| \[(.+)\]\((\S+\.md)\) \| (.*) \| (.*) \|$/gm,
  )
  return [...rows].map(
    ([, number, title, file, summary, status]) => ({ number, title, file, summary, status }) as IndexRow,
  )
}

/** The numbers in 'decision 0029', 'decisions 0016 and 0051' and 'docs/decisions/0018'. */
function citedNumbers(text: string): string[] {
  const lists = text.matchAll(/\bdecisions?[\s/*]+\[?(\d{4}\b(?:(?:,|,? and|,? or| to)\s+\d{4}\b)*)/gi)
  return [...lists].flatMap(([, list]) => (list as string).match(/\d{4}/g) ?? [])
}

/** Decisions cite one another as '(0030)'. */
function numbersInParentheses(text: string): string[] {
  return [...text.matchAll(/\((0\d{3})\)/g)].map(([, number]) => number as string)
}
