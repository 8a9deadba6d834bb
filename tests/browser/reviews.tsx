import type { Review, ReviewSummary } from '#features/reviews/reviews.contract.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { VIEWER } from './fake-server.tsx'

// Reviews for component tests, in the server's format.

export const GAME = { id: 'igdb_113112' as GameId, name: 'Hades' }
export const REVIEW_ID = '0197a1b2-0000-7000-8000-000000000101' as ReviewId
const JUNO = {
  id: '0197a1b2-0000-7000-8000-000000000002' as UserId,
  username: 'juno',
  display_name: 'Juno',
  avatar_url: null,
}

export function review(changes: Partial<Review> = {}): Review {
  return {
    id: REVIEW_ID,
    game_id: GAME.id,
    rating: 4.5,
    review_text: '<p>Glad to die, because somebody at home has something to tell me.</p>',
    isLong: false,
    source_text: null,
    fold: null,
    spoils_to: null,
    is_public: true,
    platform: 'Switch',
    playthrough_id: null,
    run: null,
    before: null,
    hours: 48,
    written_at: 100,
    finish_level: 'main_story',
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    user: JUNO,
    game_details: {
      name: GAME.name,
      cover_url: null,
      developer: 'Supergiant Games',
      release_date: '2020-09-17',
      genres: ['Indie', 'Adventure', 'Role-playing (RPG)', 'Hack and slash', 'Arcade'],
    },
    is_liked: false,
    is_bookmarked: false,
    likes_count: 12,
    bookmarks_count: 0,
    helpfulness_score: 12,
    comments_count: 0,
    isHidden: false,
    hold: null,
    viewerCan: { edit: false, delete: false, like: true },
    ...changes,
  }
}

/** A review by the viewer, with its source. */
export const ownReview = (changes: Partial<Review> = {}): Review =>
  review({
    user: { id: VIEWER.id, username: 'ann', display_name: 'Ann', avatar_url: null },
    source_text: 'Glad to die.',
    viewerCan: { edit: true, delete: true, like: false },
    ...changes,
  })

export const summary = (changes: Partial<ReviewSummary> = {}): ReviewSummary => ({
  average: 4.25,
  ratings: 11,
  total: 8,
  histogram: [0, 0, 0, 0, 0, 1, 1, 2, 3, 1],
  members: { added: 0, playing: 0, finished: 0, dropped: 0 },
  platforms: [],
  mine: null,
  myStars: null,
  friends: [],
  ...changes,
})
