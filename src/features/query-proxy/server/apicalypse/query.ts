/** A parsed query of IGDB's language. Paths are field names from the outside in: `cover.image_id`. */
export interface Query {
  /** Null without the statement: then the result has only ids. The last part of a path may be `*`. */
  fields: readonly Path[] | null
  exclude: readonly Path[]
  where: Condition | null
  sort: Sort | null
  /** At least 1. The evaluator applies its own maximum. */
  limit: number | null
  offset: number | null
  search: string | null
}

export type Path = readonly string[]

/** A row as IGDB returns it: references are objects or bare ids, absent facts are missing. */
export type Row = Readonly<Record<string, unknown>>

export interface Sort {
  path: Path
  direction: 'asc' | 'desc'
}

export type Condition =
  /** `&`: all of at least two. */
  | { kind: 'all'; of: readonly Condition[] }
  /** `|`: any of at least two. */
  | { kind: 'any'; of: readonly Condition[] }
  | Comparison

export type Comparison =
  /** `= 5`, `!= true`, `= null`. */
  | { kind: 'value'; path: Path; isNegated: boolean; value: number | boolean | null }
  | { kind: 'order'; path: Path; operator: '>' | '>=' | '<' | '<='; value: number }
  /** `= "abc"*` compares letter case, `~ "abc"*` does not. */
  | { kind: 'text'; path: Path; isNegated: boolean; isExact: boolean; position: TextPosition; value: string }
  /** `[1,2]` all of them, `(1,2)` at least one, `{1,2}` exactly these. */
  | { kind: 'list'; path: Path; isNegated: boolean; quantity: Quantity; values: readonly (number | string)[] }

export type TextPosition = 'whole' | 'prefix' | 'suffix' | 'infix'
export type Quantity = 'every' | 'some' | 'exactly'

/** IGDB's own limits. */
export const DEFAULT_LIMIT = 10
export const MAX_LIMIT = 500

export const EVERYTHING = '*'

/** A syntax error: one sentence that ends with the position. Lines and columns count from 1. */
export class QuerySyntaxError extends Error {
  override name = 'QuerySyntaxError'
  readonly line: number
  readonly column: number

  constructor(sentence: string, text: string, at: number) {
    const before = text.slice(0, at).split('\n')
    const line = before.length
    const column = (before.at(-1) as string).length + 1
    super(`${sentence} at line ${line}, column ${column}`)
    this.line = line
    this.column = column
  }
}
