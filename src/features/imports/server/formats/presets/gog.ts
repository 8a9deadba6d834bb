import { addTags, newCopy } from '../records/draft.ts'
import { flagIn } from '../records/numbers.ts'
import type { TableFormat } from '../records/table-format.ts'

const FACTS = [
  'originaltitle',
  'sortingtitle',
  'summary',
  'criticsscore',
  'critics score',
  'developers',
  'genres',
  'publishers',
]
const MORE_FACTS = ['themes', 'dlcs', 'oscompatibility', 'backgroundimage', 'squareicon', 'verticalcover']

const columns: TableFormat['columns'] = {
  title: 'title',
  platformlist: 'own',
  'list of platforms': 'own',
  releasedate: 'release',
  'release date': 'release',
  gamemins: 'hours',
  'time played': 'hours',
  tags: 'own',
  ishidden: 'own',
  ...Object.fromEntries([...FACTS, ...MORE_FACTS].map((column) => [column, 'fact' as const])),
}

/** The CSV of the exporter of GOG Galaxy, and that of its first version. Lists are written as sets of Python. */
export const gog: TableFormat = {
  preset: 'gog',
  signature: ['title', 'platformlist'],
  columns,
  writing: { hoursUnit: 'minutes' },
  complete: ({ record, cell }) => {
    for (const store of pythonList(cell('platformlist') || cell('list of platforms')))
      record.copies.push(newCopy({ store, is_physical: false }))
    addTags(record, pythonList(cell('tags')))
    if (flagIn(cell('ishidden') || 'no') === true) addTags(record, ['Hidden'])
  },
}
export const gogFirst: TableFormat = { ...gog, signature: ['title', 'list of platforms'] }

const LONGEST_LIST = 10_000

/** Parses `{'steam', "Assassin's"}`, `['a']`, `set()` and 'a, b'. */
function pythonList(text: string): string[] {
  const typed = text.slice(0, LONGEST_LIST).trim()
  const inside = /^(?:set|frozenset)?\(?\s*[[{](.*)[\]}]\s*\)?$/s.exec(typed)?.[1]
  if (inside === undefined) return /^(?:set\(\)|None)?$/.test(typed) ? [] : typed.split(/[,;]\s*/)
  return [...inside.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  )
}
