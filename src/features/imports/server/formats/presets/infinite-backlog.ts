import type { TableFormat } from '../records/table-format.ts'

/**
 * The CSV of Infinite Backlog. Only these columns are known; the others are guessed by their names, as in a table that
 * nothing recognises.
 */
export const infiniteBacklog: TableFormat = {
  preset: 'infinite-backlog',
  signature: ['game name', 'igdb id', 'status', 'completion'],
  columns: {
    'game name': 'title',
    'igdb id': 'igdb_id',
    platform: 'platform',
    status: 'status',
    completion: 'level',
    'game release date': 'release',
    publisher: 'fact',
    'progress notes': 'notes',
    'collection notes': 'notes',
  },
  // How far the member came, which comes after the status.
  levels: {
    unfinished: 'unfinished',
    beaten: 'main_story',
    completed: 'completionist',
    'campaign completed': 'main_story',
    continuous: 'endless',
  },
}
