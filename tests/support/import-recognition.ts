import type { ImportRecognition } from '../../src/features/imports/recognition.contract.ts'

/** What the server says of a table that it did not recognise, for tests of the screens. */
export const NOTHING_RECOGNISED: ImportRecognition = {
  preset: 'mapped',
  signs: [],
  others: [],
  encoding: 'utf-8',
  part: null,
  parts: [],
  columns: [],
  left_out: [],
  questions: [],
  counts: {
    read: 0,
    want_to_play: 0,
    playing: 0,
    completed: 0,
    dropped: 0,
    skipped: 0,
    without_status: 0,
    with_losses: 0,
  },
}
