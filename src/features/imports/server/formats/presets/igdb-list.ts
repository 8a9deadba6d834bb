import { addTags } from '../records/draft.ts'
import type { TableFormat } from '../records/table-format.ts'
import { meaningOf } from '../words/status-words.ts'

const FACTS = ['category', 'release_date', 'platforms', 'genres', 'themes', 'companies', 'description', 'rating']

/** The CSV of one list of IGDB. The name of the file says which list it is: a status, or a tag. */
export const igdbList: TableFormat = {
  preset: 'igdb-list',
  signature: ['id', 'game'],
  columns: {
    id: 'igdb_id',
    game: 'title',
    url: 'igdb_slug',
    ...Object.fromEntries(FACTS.map((column) => [column, 'fact' as const])),
    release_date: 'release',
  },
}

/** Returns the format for a list with this file name. */
export function igdbListOf(fileName: string): TableFormat {
  const list = fileName
    .slice(-200)
    .replace(/\.\w+$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s*\(\d+\)$/, '')
    .trim()
  const meaning = meaningOf(list)
  return {
    ...igdbList,
    complete: (draft) => {
      if (meaning) draft.meaning = { meaning, word: list }
      else addTags(draft.record, [list])
    },
  }
}
