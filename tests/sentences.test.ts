import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * G54: each sentence of the interface stands once, in a texts file. A second copy is changed alone sooner or later, and
 * then two screens contradict each other. Not of the interface: tests, summaries of contracts, demo data and the design
 * page.
 */
const NOT_OF_THE_INTERFACE = /\.test\.|\.(?:contract|access|freshness)\.ts$|\/demo|\/seed|-conformance|\/design[-.]/
const SOURCES = globSync('src/{features,pages,web,app,shared,server}/**/*.{ts,tsx}').filter(
  (path) => !NOT_OF_THE_INTERFACE.test(path),
)

/**
 * Where sentences stand: `x.texts.ts` of a feature or another folder, what a feature registers with its words, and the
 * sentences that several of them say.
 */
const TEXTS_FILES = /[.-]texts\.ts$|\.(?:notifications|pages)\.ts$|^src\/shared\/sentences\.ts$/
/** Files for operators and programmers: commands, metrics, the description of the API with its examples. */
const FOR_OPERATORS = /\/command\/|\/metrics\.ts$|\/openapi\.ts$|\/api-(?:examples|parts|shapes)\.schemas\.ts$/
/** Files with names and formats of others: genres, systems, the columns of a table. */
const NAMES_OF_OTHERS = /\/(?:names\.rules|vocabulary|libretro-systems|files\/tables)\.ts$/
/** Calls whose texts only operators and programmers read, and the split of a list of words. */
const CALLS_FOR_OPERATORS = /^(?:log|console)\.|#fail$|\.describe$|\.split$/
/** An error is for programmers; a `Refusal` is for people. */
const ERRORS = /(?:Error|Timeout|ForbiddenAddress)$/

/** Names of others: a source's name for a genre, in its vocabulary and in the table that shortens it. */
const NAMES = ["Hack and slash/Beat 'em up"]

interface Source {
  path: string
  source: string
}
type Node = { type?: unknown; [key: string]: unknown }

/** A text of a source. `isPart`: it stands between the placeholders of a template literal. */
interface Text {
  text: string
  isPart: boolean
}

/** Calls `see` with each node of the source's code, until it returns false for one. */
function walk(node: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(node)) for (const each of node) walk(each, see)
  else if (typeof node === 'object' && node !== null && see(node as Node))
    for (const each of Object.values(node)) walk(each, see)
}

const programs = new Map<string, unknown>()

/** Parses a source once for all tests. */
function programOf({ path, source }: Source): unknown {
  const parsed = programs.get(path + source) ?? parseSync(path, source).program
  programs.set(path + source, parsed)
  return parsed
}

/**
 * The string literals, JSX texts and parts of template literals of a source, in nodes for which `isSeen` returns true.
 * Tagged templates are SQL.
 */
function textsOf(source: Source, isSeen: (node: Node) => boolean = () => true): Text[] {
  const found: Text[] = []
  const add = (text: string, isPart: boolean) => found.push({ text: text.replace(/\s+/g, ' ').trim(), isPart })
  walk(programOf(source), (node) => {
    if (node.type === 'ImportDeclaration' || node.type === 'TaggedTemplateExpression' || !isSeen(node)) return false
    if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') add(node.value, false)
    if (node.type === 'TemplateElement') add((node.value as { cooked: string }).cooked, true)
    return true
  })
  return found
}

const countWords = (text: string) => text.split(' ').filter((word) => /\p{L}/u.test(word)).length

/** Has words and their marks, not code: no class names, addresses or column names. */
const isProse = (text: string) => /^[\p{L}\d’'“”(),.:;!?… -]+$/u.test(text) && !/\b(grid|flex|from|select)\b/.test(text)

/** Begins like a sentence, and has at least three words and a final mark, or five words. */
const isSentence = (text: string) =>
  /^[A-Z“]/.test(text) && !/^M[\d.\s-]/.test(text) && countWords(text) >= (/[.!?:…]$/.test(text) ? 3 : 5)

/**
 * Returns the sentences of a text without their final marks, so a sentence is found inside a longer text too. There it
 * has at least four words: "Nothing is lost." and "Please try again." end many documented texts. Of a template literal it
 * also returns the other parts with at least three words.
 */
function sentencesOf({ text, isPart }: Text): string[] {
  const whole = text.replace(/^[\s,.:;!?…”)]+/, '')
  return whole
    .split(/(?<=[.!?:…]) (?=[A-Z“])/)
    .filter((part) =>
      part !== whole && isSentence(part)
        ? countWords(part) >= 4
        : isSentence(part) || (isPart && countWords(part) >= 3 && isProse(part)),
    )
    .map((part) => part.replace(/[\s,.:;!?…“(]+$/, ''))
    .filter((part) => !NAMES.includes(part))
}

/** Each sentence that stands more than once, with the files. */
function duplicates(sources: readonly Source[]): string[] {
  const all = sources.flatMap((source) =>
    textsOf(source).flatMap((text) => sentencesOf(text).map((sentence) => ({ sentence, path: source.path }))),
  )
  return [...Map.groupBy(all, ({ sentence }) => sentence)]
    .filter(([, found]) => found.length > 1)
    .map(([sentence, found]) => `${sentence} (${found.map(({ path }) => path).join(', ')})`)
}

/**
 * Keys whose texts programmers and operators read: of an OAuth error, of an endpoint in the description of the API, and of a job
 * in docs/retention.md.
 */
const KEYS_FOR_PROGRAMMERS = ['error_description', 'summary', 'deletes']

/** Returns whether the texts of a node are for operators and programmers, such as a thrown error or a log line. */
function isForOperators({ type, callee, key }: Record<string, Node | unknown>, source: string): boolean {
  const { start, end } = (callee ?? {}) as Node
  const called = source.slice(start as number, end as number)
  if (type === 'NewExpression') return ERRORS.test(called)
  if (type === 'CallExpression') return CALLS_FOR_OPERATORS.test(called)
  return type === 'Property' && KEYS_FOR_PROGRAMMERS.includes(String((key as Node).name))
}

/**
 * The texts of a source with their values: template literals, and texts and values side by side in JSX. A value is a
 * number here, which is no word; the first one begins the sentence.
 */
function textsWithValues(source: Source, isSeen: (node: Node) => boolean): string[] {
  const found: string[] = []
  const add = (text: string) => found.push(text.replace(/\s+/g, ' ').trim().replace(/^5/, '“5'))
  walk(programOf(source), (node) => {
    const { type, quasis, children } = node as Record<string, Node & Node[]>
    if (type === ('TaggedTemplateExpression' as never) || !isSeen(node)) return false
    if (type === ('TemplateLiteral' as never))
      add((quasis ?? []).map(({ value }) => (value as { cooked: string }).cooked).join('5'))
    if (Array.isArray(children))
      for (const run of children
        .map((child) => textInJsx(child, source.source))
        .join('')
        .split(BREAK))
        add(run)
    return true
  })
  return found
}

/** Stands for an element, which ends the text before it. */
const BREAK = '\0'

function textInJsx({ type, value, expression, start, end }: Node, source: string): string {
  if (type === 'JSXText') return String(value)
  const { type: kind, value: literal } = (expression ?? {}) as Node
  if (kind === 'JSXEmptyExpression') return ''
  if (kind === 'Literal') return String(literal)
  const isValue = type === 'JSXExpressionContainer' && !/<|&&/.test(source.slice(start as number, end as number))
  return isValue ? '5' : BREAK
}

/** HTML and class names. */
const CODE = /<\/?\w|\b(?:grid|flex)\b/

/** Each sentence of the interface that stands outside of the texts files. */
function sentencesElsewhere({ path, source }: Source): string[] {
  if ([TEXTS_FILES, FOR_OPERATORS, NAMES_OF_OTHERS].some((files) => files.test(path))) return []
  const isSeen = (node: Node) => !isForOperators(node, source)
  const texts = textsOf({ path, source }, isSeen).map(({ text }) => text)
  return [...new Set([...texts, ...textsWithValues({ path, source }, isSeen)])]
    .filter((text) => isSentence(text) && !CODE.test(text))
    .map((text) => `${path}: ${text}`)
}

/** Each choice between two texts by a comparison with 1: `plural` of shared/counted.ts makes it. */
function ownPlurals({ path, source }: Source): string[] {
  const isText = (node: unknown) => {
    const { type, value } = node as Node
    return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
  }
  const found: string[] = []
  walk(programOf({ path, source }), (node) => {
    const { type, test: condition, consequent, alternate } = node
    if (type !== 'ConditionalExpression' || !isText(consequent) || !isText(alternate)) return true
    const { operator, right } = condition as Node
    if (/^[!=]==$/.test(String(operator)) && (right as Node).value === 1)
      found.push(`${path}: ${source.slice(node.start as number, node.end as number)}`)
    return true
  })
  return found
}

/** Nouns in the plural that follow a number somewhere in the interface. */
const PLURALS =
  /^ (badges|comments|days|friends|games|hours|likes|lists|members|minutes|people|posts|replies|results|reviews|seconds|sessions|stars|threads|updates|votes)\b/
/** Numbers that are never 1: constants, numbers with decimals, choices of a form, and counts of at least two. */
const IS_NEVER_ONE = /^[A-Z_]+$|toFixed|^(most|days|step|seconds \/ (60|DAY)|(activities|picked|rows)\.length)$/

/**
 * Each number that is followed by a noun in the plural, outside of `plural` and `counted`: for 1 it reads '1 games'. It
 * looks at template literals and at JSX.
 */
function lonePlurals({ path, source }: Source): string[] {
  const found: string[] = []
  const textOf = ({ start, end }: Node) => source.slice(start as number, end as number)
  const check = (value: Node, next: unknown) => {
    if (typeof next !== 'string' || !PLURALS.test(next)) return
    const text = textOf(value).replace(/^\{|\}$/g, '')
    if (!IS_NEVER_ONE.test(text)) found.push(`${path}: ${text}${next.trimEnd()}`)
  }
  walk(programOf({ path, source }), (node) => {
    const { type, callee, quasis, expressions, children } = node as Record<string, Node & Node[]>
    if (type === ('CallExpression' as never) && ['plural', 'counted'].includes(String(callee?.name))) return false
    if (type === ('TaggedTemplateExpression' as never)) return false
    if (type === ('TemplateLiteral' as never))
      for (const [at, value] of (expressions ?? []).entries())
        check(value, (quasis?.[at + 1]?.value as { cooked?: string } | undefined)?.cooked)
    if (Array.isArray(children))
      for (const [at, value] of children.entries())
        if (value.type === 'JSXExpressionContainer' && children[at + 1]?.type === 'JSXText')
          check(value, children[at + 1]?.value)
    return true
  })
  return found
}

const read = (path: string): Source => ({ path, source: readFileSync(path, 'utf8') })

test('there are sentences to check', () => {
  const sentences = SOURCES.map(read).flatMap((source) => textsOf(source).flatMap(sentencesOf))
  expect(sentences.length).toBeGreaterThan(1000)
})

test('each sentence of the interface stands once (G54)', () => {
  expect(duplicates(SOURCES.map(read))).toEqual([])
})

test('each sentence of the interface stands in a texts file (G54)', () => {
  expect(SOURCES.map(read).flatMap(sentencesElsewhere)).toEqual([])
})

test('only counted.ts decides between singular and plural', () => {
  expect(SOURCES.map(read).flatMap(ownPlurals)).toEqual([])
})

test('a noun in the plural follows no number that may be 1', () => {
  expect(SOURCES.map(read).flatMap(lonePlurals)).toEqual([])
})

test('the check finds a lone plural in a template literal and in JSX', () => {
  const source = `const a = (n) => \`\${n} games\`; const b = (n) => counted(n, \`x \${n} games\`); <p>{n} posts</p>`
  expect(lonePlurals({ path: 'a.tsx', source })).toEqual(['a.tsx: n games', 'a.tsx: n posts'])
})

test('the check finds a sentence that stands twice, as a literal and as a text of JSX', () => {
  const planted = [
    { path: 'a.ts', source: "export const LOST = 'Nothing is lost.'" },
    { path: 'b.tsx', source: 'export const Lost = () => (\n  <p>\n    Nothing is\n    lost.\n  </p>\n)' },
    { path: 'c.tsx', source: '<path d="M12 1 5 9.5 12 18z" />; <path d="M12 1 5 9.5 12 18z" />' },
  ]
  expect(duplicates(planted)).toEqual(['Nothing is lost (a.ts, b.tsx)'])
})

test('the check finds a sentence outside of the texts files, and leaves those for operators', () => {
  const source = `<p title="Nothing is lost.">Your library is safe.</p>; refuse('invalid', \`At most \${n} of these games.\`);
    throw new Refusal('invalid', 'x', 'This game does not exist'); throw new ConfigError('Set the address of the site.');
    log.warn('A source was left out.'); 'Game ID and name'; \`<p>\${n}</p> <b>Some words of a page</b>\`;
    \`\${name} has no games.\`; (<p>{name} follows <b>nobody</b> so far. They have {games} here.</p>)`
  expect(sentencesElsewhere({ path: 'src/pages/a.tsx', source })).toEqual([
    'src/pages/a.tsx: Nothing is lost.',
    'src/pages/a.tsx: Your library is safe.',
    'src/pages/a.tsx: This game does not exist',
    'src/pages/a.tsx: At most 5 of these games.',
    'src/pages/a.tsx: “5 has no games.',
  ])
  expect(sentencesElsewhere({ path: 'src/pages/a.texts.ts', source: "const A = 'Nothing is lost.'" })).toEqual([])
})

test('the check finds a sentence inside another text, and the same part of two template literals', () => {
  const planted = [
    { path: 'a.ts', source: "export const SAFE = 'The list could not be loaded. Your library is safe.'" },
    { path: 'b.ts', source: "export const SAFE = 'Your library is safe: Nothing is lost.'" },
    { path: 'c.ts', source: `export const much = (n) => \`\${n} characters or less\`` },
    {
      path: 'd.ts',
      source: `export const more = (n) => \`At most \${n} characters or less.\`; sql\`select \${n} from a b\``,
    },
    { path: 'e.ts', source: `export const row = (n) => \`\${n} grid gap-3 items\`; sql\`select \${n} from a b\`` },
  ]
  expect(duplicates(planted)).toEqual(['Your library is safe (a.ts, b.ts)', 'characters or less (c.ts, d.ts)'])
})

test('the check finds a plural of its own', () => {
  const source = `const a = (n) => n === 1 ? 'game' : \`\${n} games\`; const b = (n) => (n === 1 ? first : 'rest')`
  expect(ownPlurals({ path: 'a.ts', source })).toEqual([`a.ts: n === 1 ? 'game' : \`\${n} games\``])
})
