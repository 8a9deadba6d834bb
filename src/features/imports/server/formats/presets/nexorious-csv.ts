import { newCopy } from '../records/draft.ts'
import type { TableFormat } from '../records/table-format.ts'
import { platformOfSlug } from './nexorious-words.ts'

/** The CSV of nexorious, with lists divided by semicolons. */
export const nexoriousCsv: TableFormat = {
  preset: 'nexorious-csv',
  signature: ['title', 'igdb_id', 'play_status', 'personal_rating', 'is_loved'],
  columns: {
    title: 'title',
    igdb_id: 'igdb_id',
    play_status: 'status',
    personal_rating: 'rating',
    is_loved: 'liked',
    hours_played: 'hours',
    personal_notes: 'notes',
    platforms: 'own',
    tags: 'tags',
    created_at: 'added',
    updated_at: 'fact',
  },
  separator: /;/,
  complete: ({ record, cell }) => {
    for (const slug of cell('platforms').split(';')) {
      if (slug.trim() === '') continue
      const platform = platformOfSlug(slug.trim())
      record.platforms.push(platform)
      record.copies.push(newCopy({ platform }))
    }
  },
}
