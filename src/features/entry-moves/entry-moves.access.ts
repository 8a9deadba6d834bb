import { type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'

// No game has this id.
const NO_GAME = 'igdb_999999991'

export const entryMovesAccess: FeatureAccess = {
  rows: {
    'GET /api/library/moves': [member(404), undefined, `/api/library/moves?from=${NO_GAME}`],
    'POST /api/library/moves': [member(404), { from: [NO_GAME], to: null }],
    'POST /api/library/moves/undo': [member(404), { undo_ids: [NOBODY] }],
  },
  readsOwnData: ['GET /api/library/moves'],
}
