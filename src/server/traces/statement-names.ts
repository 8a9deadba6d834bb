const MAX_STATEMENTS = 2_000
const MAX_CHARACTERS = 2_000
const described = new Map<string, { name: string; text: string }>()

/**
 * Returns the operation of a statement (`select games`) and its text. Values are parameters and not in the text; literals in it are
 * replaced too, so that no value reaches a span.
 */
export function describeStatement(sql: string): { name: string; text: string } {
  const known = described.get(sql)
  if (known) return known
  const text = sql
    .slice(0, MAX_CHARACTERS)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
  const [, operation = 'statement'] = /^(?:\/\*.*?\*\/\s*)?(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text) ?? []
  const name = [operation.toLowerCase(), ...(table ? [table] : [])].join(' ')
  if (described.size >= MAX_STATEMENTS) described.clear()
  const result = { name, text }
  described.set(sql, result)
  return result
}
