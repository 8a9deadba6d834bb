import { setIgdbId } from '../records/draft.ts'
import type { TableFormat } from '../records/table-format.ts'

/** The CSV of Yamtrack, in three generations, and of Floppy. Each row of a game is a playthrough. */
export const yamtrack: TableFormat = {
  preset: 'yamtrack',
  signature: ['media_id', 'source', 'media_type', 'title', 'score', 'progress', 'status'],
  columns: {
    media_id: 'own',
    source: 'own',
    media_type: 'own',
    title: 'title',
    image: 'fact',
    season_number: 'fact',
    episode_number: 'fact',
    score: 'rating',
    progress: 'playthrough_hours',
    status: 'status',
    repeats: 'replays',
    start_date: 'started',
    end_date: 'finished',
    notes: 'notes',
    watch_date: 'fact',
    progress_changed: 'last_played',
    progressed_at: 'last_played',
    created_at: 'added',
  },
  writing: { ratingMax: 10, hoursUnit: 'minutes' },
  isPlaythrough: true,
  skips: (cell) => (cell('media_type').toLowerCase() === 'game' ? null : 'not-a-game'),
  complete: ({ record, cell }) => {
    if (cell('source').toLowerCase() === 'igdb') setIgdbId(record, 'media_id', cell('media_id'))
  },
}
