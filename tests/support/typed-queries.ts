import { readFileSync } from 'node:fs'

/** A text as somebody types it, with the game that is meant: it must come first, or with 3 among the first three. */
export interface TypedQuery {
  kind: string
  query: string
  id: string
  within: 1 | 3
}

const [, ...lines] = readFileSync(new URL('./typed-queries.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

/**
 * More labelled texts beside `LABELLED_QUERIES`, a thousand with them: half written by hand, half names of known games with what people
 * do to them. Ids that begin with `local_9` are games of the list from Steam.
 */
export const TYPED_QUERIES: readonly TypedQuery[] = lines.map((line) => {
  const [kind = '', query = '', id = '', within] = line.split('\t')
  return { kind, query, id, within: within === '3' ? 3 : 1 }
})
