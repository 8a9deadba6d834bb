import type { Plugin } from 'vite'

const CONTRACT = /\/src\/features\/[^/]+\/[^/]+\.contract\.ts$/
/** Schemas are allowed here too, beside code that both sides use. */
const SHARED = /\/src\/shared\/[^/]+\.ts$/

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/**
 * The browser trusts the server's responses, so of an endpoint it needs only the method and the address. In the build a
 * contract that declares endpoints therefore has those, its constants and no schemas, and zod is loaded only on pages
 * with forms, whose schemas are in contracts without endpoints (decision 0021).
 */
export function contractsForBrowser(): Plugin {
  return {
    name: 'contracts-for-browser',
    enforce: 'pre',
    transform(code, id) {
      const isContract = CONTRACT.test(id) && /\bendpoint\(/.test(code)
      if (!isContract && !(SHARED.test(id) && code.includes('zod/mini'))) return null
      const { body } = this.parse(code, { lang: 'ts' }) as unknown as { body: Node[] }
      return { code: isContract ? withoutShapes(code, body) : withPureShapes(code, body), map: null }
    },
  }
}

interface Declarator {
  id: Node & { name: string }
  init: Node | null
}

function declaratorsOf(statement: Node): Declarator[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement
  return declared?.type === 'VariableDeclaration' ? (declared.declarations as Declarator[]) : []
}

/** Returns the names that a piece of code reads; none for a type. */
function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) namesIn(each, names)
  if (!isNode(node) || node.type.startsWith('TSType')) return names
  if (node.type === 'Identifier') names.add(node.name as string)
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'property' || key === 'key') && !node.computed
    if (!isName) namesIn(value, names)
  }
  return names
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function withoutShapes(code: string, body: readonly Node[]): string {
  const isImport = ({ type }: Node) => type === 'ImportDeclaration'
  let left = body
    .filter((statement) => !isImport(statement))
    .map((statement) => ({
      statement,
      isEndpoint: declaratorsOf(statement).some(({ init }) => init && isEndpoint(init)),
      names: namesIn(declaratorsOf(statement).map(({ init }) => init)),
    }))
  // Removes what is made with zod, then everything that depends on a removed declaration.
  for (let gone = new Set(['z']); gone.size > 0; ) {
    const going = left.filter(({ isEndpoint, names }) => !isEndpoint && !names.isDisjointFrom(gone))
    left = left.filter((each) => !going.includes(each))
    gone = new Set(going.flatMap(({ statement }) => declaratorsOf(statement).map(({ id }) => id.name)))
  }
  const used = new Set(left.flatMap(({ isEndpoint, names }) => (isEndpoint ? [] : [...names])))
  const imports = body.filter(
    (statement) =>
      isImport(statement) &&
      (statement.specifiers as { local: { name: string } }[]).some(({ local }) => used.has(local.name)),
  )
  return [
    ...imports.map(({ start, end }) => code.slice(start, end)),
    ...left.map(({ statement }) => short(code, statement)),
  ].join('\n')
}

const isEndpoint = (init: Node) => init.type === 'CallExpression' && (init.callee as Node).name === 'endpoint'

/** Returns the statement with each call of `endpoint` reduced to `{ method, path }`. */
function short(code: string, statement: Node): string {
  let text = code.slice(statement.start, statement.end)
  for (const { init } of declaratorsOf(statement).reverse()) {
    if (!init || !isEndpoint(init)) continue
    const [spec] = init.arguments as Node[]
    const given = spec?.type === 'ObjectExpression' ? (spec.properties as (Node & { key: Node })[]) : []
    const kept = given.filter(({ type, key }) => type === 'Property' && ['method', 'path'].includes(key.name as string))
    if (kept.length !== 2)
      throw new Error('endpoint() takes an object that is written out, with its method and its path')
    const parts = kept.map(({ start, end }) => code.slice(start, end)).join(', ')
    text = `${text.slice(0, init.start - statement.start)}({ ${parts} })${text.slice(init.end - statement.start)}`
  }
  return text
}

/** Marks schemas as free of side effects, so that the bundler drops unused ones. */
function withPureShapes(code: string, body: readonly Node[]): string {
  const made = new Set(['z'])
  const shapes = body.flatMap(declaratorsOf).flatMap(({ id, init }) => {
    if (!init || namesIn(init).isDisjointFrom(made)) return []
    made.add(id.name)
    return init
  })
  return shapes.reverse().reduce((text, { start, end }) => {
    // Wrapped in a function that is called at once, because the mark applies to one call and a schema consists of many.
    return `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`
  }, code)
}
