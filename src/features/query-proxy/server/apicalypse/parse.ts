import {
  type Comparison,
  type Condition,
  EVERYTHING,
  type Path,
  type Quantity,
  type Query,
  QuerySyntaxError,
} from './query.ts'
import { type Token, tokensOf } from './tokens.ts'

/** C51. */
const MAX_QUERY_BYTES = 4096
/** The largest depth of nested parentheses. */
const MAX_DEPTH = 16
/** The largest number of field names in one path. */
const MAX_PATH = 8

const STATEMENTS: Record<string, string> = { f: 'fields', x: 'exclude', w: 'where', s: 'sort', l: 'limit', o: 'offset' }
const LISTS: Record<string, { quantity: Quantity; end: string }> = {
  '[': { quantity: 'every', end: ']' },
  '(': { quantity: 'some', end: ')' },
  '{': { quantity: 'exactly', end: '}' },
}
const LITERALS: Record<string, boolean | null> = { true: true, t: true, false: false, f: false, null: null, n: null }

export interface ParseOptions {
  maxBytes?: number
  /** Accepts a game's id with its prefix as a value: `where id = igdb_1942`; it is parsed as a string. */
  mayNameGames?: boolean
  /** Called for each access to a token, so that a test can count the work. */
  onStep?: () => void
}

/**
 * Parses a query: statements in any order, each at most once, in long or short form. Throws QuerySyntaxError and
 * nothing else. With one token of lookahead and limited depth, the work is linear in the length of the text.
 */
export function parseQuery(text: string, options: ParseOptions = {}): Query {
  const { maxBytes = MAX_QUERY_BYTES } = options
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes)
    throw new QuerySyntaxError(`The query is longer than ${maxBytes} bytes and was not read; it begins`, text, 0)
  return new Parser(text, options).query()
}

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #options: ParseOptions
  #at = 0

  constructor(text: string, options: ParseOptions) {
    this.#text = text
    this.#tokens = tokensOf(text)
    this.#options = options
  }

  query(): Query {
    const seen = new Set<string>()
    const query: { -readonly [K in keyof Query]: Query[K] } = {
      fields: null,
      exclude: [],
      where: null,
      sort: null,
      limit: null,
      offset: null,
      search: null,
    }
    while (this.#peek().kind !== 'end') {
      const token = this.#peek()
      const name = Object.hasOwn(STATEMENTS, token.text) ? (STATEMENTS[token.text] as string) : token.text
      if (seen.has(name)) this.#fail(`The statement ${name} stands twice, the second time`)
      seen.add(name)
      if (token.kind !== 'word') this.#expected('a statement')
      this.#at += 1
      if (name === 'fields') query.fields = this.#paths(true)
      else if (name === 'exclude') query.exclude = this.#paths(false)
      else if (name === 'where') query.where = this.#any(0)
      else if (name === 'sort') query.sort = this.#sort()
      else if (name === 'limit') query.limit = this.#count(1)
      else if (name === 'offset') query.offset = this.#count(0)
      else if (name === 'search') query.search = this.#string()
      else {
        this.#at -= 1
        this.#expected('a statement')
      }
      if (query.search !== null && query.sort !== null)
        this.#fail('Search has an order of its own and takes no sort, as')
      this.#take(';')
    }
    return query
  }

  #paths(mayBeAll: boolean): Path[] {
    const paths = [this.#path(mayBeAll)]
    while (this.#takeIf(',')) paths.push(this.#path(mayBeAll))
    return paths
  }

  #path(mayBeAll: boolean): Path {
    const names: string[] = []
    do {
      if (names.length === MAX_PATH) this.#fail(`A path has at most ${MAX_PATH} names, unlike the one`)
      if (mayBeAll && this.#takeIf(EVERYTHING)) return [...names, EVERYTHING]
      const token = this.#peek()
      if (token.kind !== 'word') this.#expected('a field name')
      this.#at += 1
      names.push(token.text)
    } while (this.#takeIf('.'))
    return names
  }

  #sort(): NonNullable<Query['sort']> {
    const path = this.#path(false)
    const direction = this.#peek().text
    if (direction !== 'asc' && direction !== 'desc') return { path, direction: 'asc' }
    this.#at += 1
    return { path, direction }
  }

  #count(least: number): number {
    const token = this.#peek()
    if (token.kind !== 'number' || !Number.isInteger(token.value) || token.value < least)
      return this.#expected(`a whole number from ${least} on`)
    this.#at += 1
    return token.value
  }

  #string(): string {
    const token = this.#peek()
    if (token.kind !== 'string') return this.#expected('a string in double quotes')
    this.#at += 1
    return token.value
  }

  /** `|` binds less tightly than `&`. */
  #any(depth: number): Condition {
    const of = [this.#all(depth)]
    while (this.#takeIf('|')) of.push(this.#all(depth))
    return joined('any', of)
  }

  #all(depth: number): Condition {
    const of = [this.#term(depth)]
    while (this.#takeIf('&')) of.push(this.#term(depth))
    return joined('all', of)
  }

  #term(depth: number): Condition {
    if (!this.#takeIf('(')) return this.#comparison()
    if (depth === MAX_DEPTH) this.#fail(`Parentheses stand at most ${MAX_DEPTH} deep, unlike`)
    const inner = this.#any(depth + 1)
    this.#take(')')
    return inner
  }

  #comparison(): Comparison {
    const path = this.#path(false)
    const operator = this.#peek().text
    if (this.#takeIf('~')) return this.#textMatch(path, false, false)
    if (this.#takeIf('=')) return this.#equals(path, false)
    if (this.#takeIf('!=')) return this.#equals(path, true)
    if (operator !== '>' && operator !== '>=' && operator !== '<' && operator !== '<=')
      return this.#expected('one of = != > >= < <= ~')
    this.#at += 1
    const token = this.#peek()
    if (token.kind !== 'number') return this.#expected(`a number after ${operator}`)
    this.#at += 1
    return { kind: 'order', path, operator, value: token.value }
  }

  #equals(path: Path, isNegated: boolean): Comparison {
    const token = this.#peek()
    if (token.kind === 'number') {
      this.#at += 1
      return { kind: 'value', path, isNegated, value: token.value }
    }
    if (token.kind === 'word') return this.#word(path, isNegated, token.text)
    if (token.kind === 'string' || token.text === '*') return this.#textMatch(path, isNegated, true)
    if (!isNegated && this.#takeIf('!')) {
      // Only 'not all of' and 'none of' are documented.
      if (this.#peek().text !== '[' && this.#peek().text !== '(') this.#expected("'[' or '(' after !")
      return this.#list(path, true)
    }
    return Object.hasOwn(LISTS, token.text) ? this.#list(path, isNegated) : this.#expected('a value')
  }

  #word(path: Path, isNegated: boolean, word: string): Comparison {
    if (Object.hasOwn(LITERALS, word)) {
      this.#at += 1
      return { kind: 'value', path, isNegated, value: LITERALS[word] as boolean | null }
    }
    const value = this.#gameId()
    if (value === null) return this.#expected('a value, with texts in double quotes,')
    return { kind: 'text', path, isNegated, isExact: true, position: 'whole', value }
  }

  #textMatch(path: Path, isNegated: boolean, isExact: boolean): Comparison {
    const isOpenBefore = this.#takeIf('*')
    const value = this.#string()
    const isOpenAfter = this.#takeIf('*')
    const position = isOpenBefore ? (isOpenAfter ? 'infix' : 'suffix') : isOpenAfter ? 'prefix' : 'whole'
    return { kind: 'text', path, isNegated, isExact, position, value }
  }

  #list(path: Path, isNegated: boolean): Comparison {
    const { quantity, end } = LISTS[this.#peek().text] as { quantity: Quantity; end: string }
    this.#at += 1
    const values: (number | string)[] = []
    do {
      const token = this.#peek()
      const named = this.#gameId()
      if (named !== null) values.push(named)
      else if (token.kind === 'number' || token.kind === 'string') {
        values.push(token.value)
        this.#at += 1
      } else this.#expected('a number or a string in double quotes')
    } while (this.#takeIf(','))
    this.#take(end)
    return { kind: 'list', path, isNegated, quantity, values }
  }

  #gameId(): string | null {
    const token = this.#peek()
    if (!this.#options.mayNameGames || token.kind !== 'word' || !/^(igdb|rawg)_/.test(token.text)) return null
    this.#at += 1
    return token.text
  }

  #peek(): Token {
    this.#options.onStep?.()
    return this.#tokens[this.#at] as Token
  }

  #takeIf(mark: string): boolean {
    const token = this.#peek()
    if (token.kind !== 'mark' || token.text !== mark) return false
    this.#at += 1
    return true
  }

  #take(mark: string): void {
    if (!this.#takeIf(mark)) this.#expected(`'${mark}'`)
  }

  #expected(what: string): never {
    const { text } = this.#peek()
    const found = text === '' ? 'the end' : text.length > 24 ? `${text.slice(0, 24).toWellFormed()}…` : text
    return this.#fail(`Expecting ${what} and not ${found}`)
  }

  #fail(sentence: string): never {
    throw new QuerySyntaxError(sentence, this.#text, this.#peek().at)
  }
}

/** Flattens nested conditions of one kind. */
function joined(kind: 'all' | 'any', parts: readonly Condition[]): Condition {
  if (parts.length === 1) return parts[0] as Condition
  return { kind, of: parts.flatMap((part) => (part.kind === kind ? part.of : [part])) }
}
