import { beforeAll, expect, test } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { DEFAULT_RULES as RULES } from '#features/imports/imports.rules.ts'
import { addAchievements } from './support/fixtures.ts'
import { type Member, PASSWORD, signUp } from './support/members.ts'
import { type Client, useTestApp } from './support/test-app.ts'

const world = useTestApp({ LOG_LEVEL: 'silent' })

/**
 * The expected statuses for a visitor, the owner, another member and an admin. The owner sends last, because the
 * request may delete the owner's data.
 */
type Row = [
  statuses: [visitor: number, owner: number, other: number, admin: number],
  body?: object | undefined,
  path?: string,
]
const member = (status: number): Row[0] => [401, status, status, status]
const anyone = (status: number): Row[0] => [status, status, status, status]
const admin = (status: number): Row[0] => [401, 403, 403, status]

const GAME = 'igdb_1942'
const NOBODY = '019a0000-0000-7000-8000-000000000000'
/** The play log of a game for which the owner has play sessions from the start. */
const OWN_LOG = '/api/user/games/igdb_7346'
let ownThread = ''
let ownPost = ''
const GHOST = '019a0000-0000-7000-8000-000000000001'
let ownActivity = ''
let ownComment = ''
let ownSession = ''
let ownPasskey = ''
let ownRequest = ''
let ownMessage = ''
let challenge = ''
let ownReview = ''
let ownReviewComment = ''
let ownList = ''
let playlist = ''
/** An achievement of a game that only the owner has in the library. */
let achievement = ''
let ownPlaySession = { id: '', playthrough_id: '' }

const MAPPING = { columns: { 0: 'title' }, statuses: {}, rating_max: 5, hours_unit: 'hours', date_order: 'dmy' }

/**
 * Every endpoint of the app. A new endpoint takes one line: `'METHOD /path': [who(status), body?]`, or four statuses if
 * the owner gets another one.
 */
const TABLE: Record<string, Row> = {
  'GET /api/library/own-games/:gameId': [member(404), undefined, '/api/library/own-games/local_1000000000009'],
  'PUT /api/library/own-games/:gameId': [
    member(404),
    { name: 'Mine', platform: null, year: null },
    '/api/library/own-games/local_1000000000009',
  ],
  'POST /api/library/own-games/:gameId/join': [
    member(404),
    { game_id: GAME },
    '/api/library/own-games/local_1000000000009/join',
  ],
  'GET /api/tokens': [member(200)],
  'POST /api/tokens': [member(201), { name: 'A script', scopes: ['read:library'], days: null }],
  'DELETE /api/tokens/:tokenId': [member(404), undefined, `/api/tokens/${NOBODY}`],
  'GET /api/apps': [member(200)],
  'POST /api/apps': [member(201), { name: 'An app', kind: 'public', redirect_uris: ['https://deck.example.org/back'] }],
  'PATCH /api/apps/:appId': [
    member(404),
    { name: 'An app', redirect_uris: ['https://deck.example.org/back'] },
    `/api/apps/${NOBODY}`,
  ],
  'DELETE /api/apps/:appId': [member(404), undefined, `/api/apps/${NOBODY}`],
  'GET /api/apps/request': [member(200)],
  'POST /api/apps/request': [member(400), { signed: 'client_id=nobody', allow: true }],
  'GET /api/webhooks': [member(200)],
  'POST /api/webhooks': [member(201), { url: 'https://example.org/hook', events: ['list.changed'] }],
  'PUT /api/webhooks/:webhookId': [
    member(404),
    { url: 'https://example.org/hook', events: ['list.changed'] },
    `/api/webhooks/${NOBODY}`,
  ],
  'DELETE /api/webhooks/:webhookId': [member(404), undefined, `/api/webhooks/${NOBODY}`],
  'POST /api/webhooks/:webhookId/resume': [member(404), undefined, `/api/webhooks/${NOBODY}/resume`],
  'POST /api/webhooks/:webhookId/test': [member(404), undefined, `/api/webhooks/${NOBODY}/test`],
  'GET /api/webhooks/:webhookId/deliveries': [member(404), undefined, `/api/webhooks/${NOBODY}/deliveries`],
  'POST /api/webhooks/:webhookId/deliveries/:deliveryId/resend': [
    member(404),
    undefined,
    `/api/webhooks/${NOBODY}/deliveries/${NOBODY}/resend`,
  ],
  // Cookies open nothing of the public API; tokens are in features/public-api/server/v1/every-endpoint.test.ts.
  'GET /api/v1/me': [anyone(401)],
  'GET /api/v1/games': [anyone(401)],
  'GET /api/v1/games/:gameId': [anyone(401)],
  'GET /api/v1/games/steam/:appId': [anyone(401)],
  'GET /api/v1/games/igdb/:igdbId': [anyone(401)],
  'GET /api/v1/games/:gameId/reviews': [anyone(401)],
  'GET /api/v1/webhooks': [anyone(401)],
  'POST /api/v1/webhooks': [anyone(401), { url: 'https://example.org/hook', events: ['list.changed'] }],
  'GET /api/v1/webhooks/:webhookId': [anyone(401)],
  'PUT /api/v1/webhooks/:webhookId': [anyone(401), { url: 'https://example.org/hook', events: ['list.changed'] }],
  'DELETE /api/v1/webhooks/:webhookId': [anyone(401)],
  'POST /api/v1/webhooks/:webhookId/resume': [anyone(401)],
  'POST /api/v1/webhooks/:webhookId/test': [anyone(401)],
  'GET /api/v1/webhooks/:webhookId/deliveries': [anyone(401)],
  'POST /api/v1/webhooks/:webhookId/deliveries/:deliveryId/resend': [anyone(401)],
  'GET /api/v1/library': [anyone(401)],
  'GET /api/v1/library/:gameId': [anyone(401)],
  'PUT /api/v1/library/:gameId': [anyone(401), { status: 'playing' }],
  'DELETE /api/v1/library/:gameId': [anyone(401)],
  'GET /api/v1/library/:gameId/sessions': [anyone(401)],
  'POST /api/v1/library/:gameId/sessions': [anyone(401), { minutes: 30 }],
  'GET /api/v1/journal': [anyone(401)],
  'GET /api/v1/journal/:entryId': [anyone(401)],
  'GET /api/v1/feed': [anyone(401)],
  'GET /api/v1/profiles/:handle': [anyone(401)],
  'GET /api/v1/profiles/:handle/reviews': [anyone(401)],
  'GET /api/v1/profiles/:handle/lists': [anyone(401)],
  'GET /api/v1/reviews/:reviewId': [anyone(401)],
  'GET /api/v1/lists/:listId': [anyone(401)],
  'GET /api/v1/lists/:listId/games': [anyone(401)],
  'POST /api/v1/reviews': [anyone(401), {}],
  'PUT /api/v1/reviews/:reviewId': [anyone(401), {}],
  'DELETE /api/v1/reviews/:reviewId': [anyone(401)],
  'POST /api/v1/lists': [anyone(401), {}],
  'PUT /api/v1/lists/:listId': [anyone(401), {}],
  'DELETE /api/v1/lists/:listId': [anyone(401)],
  'PUT /api/v1/lists/:listId/games/:gameId': [anyone(401), {}],
  'DELETE /api/v1/lists/:listId/games/:gameId': [anyone(401)],
  'POST /api/v1/journal': [anyone(401), {}],
  'PUT /api/v1/journal/:entryId': [anyone(401), {}],
  'DELETE /api/v1/journal/:entryId': [anyone(401)],
  'GET /api/health': [anyone(200)],
  'GET /api/auth/csrf': [anyone(200)],
  'GET /api/auth/session': [anyone(200)],
  'GET /api/auth/user': [member(200)],
  'POST /api/auth/check-username': [anyone(200), { username: 'somebody' }],
  'POST /api/auth/check-email': [anyone(200), { email: 'somebody@example.org' }],
  'POST /api/rpc/check_user_exists': [anyone(200), { user_email: 'somebody@example.org' }],
  'POST /api/rpc/create_user_profile_safe': [[401, 403, 403, 403], { user_id: NOBODY }],
  'GET /api/auth/providers': [anyone(200)],
  'POST /api/auth/oauth/google': [anyone(503), {}],
  'POST /api/auth/link/google': [member(503), {}],
  'DELETE /api/auth/link/google': [member(404)],
  'GET /api/auth/ways': [member(200)],
  'POST /api/auth/forgot-password': [anyone(200), { email: 'somebody@example.org' }],
  'POST /api/auth/resend-confirmation': [anyone(200), { email: 'somebody@example.org' }],
  'POST /api/auth/update-password': [anyone(400), { password: PASSWORD }],
  'POST /api/auth/change-email': [member(401), { email: 'moved@example.org', password: 'Wrong-horse-1' }],
  'POST /api/auth/refresh': [member(200), {}],
  'GET /api/auth/sessions': [member(200)],
  'DELETE /api/auth/sessions/:sessionId': [[401, 200, 404, 404]],
  'DELETE /api/auth/sessions': [member(200)],
  'GET /api/user/export': [member(200)],
  'DELETE /api/user/account': [member(400), { username: 'somebody-else', password: PASSWORD }],
  'POST /api/auth/signin': [anyone(401), { email: 'nobody@example.org', password: PASSWORD }],
  'POST /api/auth/signin/second-step': [anyone(401), { code: '123456' }],
  'GET /api/auth/two-factor': [member(200)],
  'POST /api/auth/two-factor': [member(401), { password: 'Wrong-horse-1' }],
  'POST /api/auth/two-factor/confirm': [member(409), { code: '123456' }],
  'POST /api/auth/two-factor/recovery-codes': [member(409), { password: PASSWORD }],
  'POST /api/auth/two-factor/off': [member(409), { password: PASSWORD }],
  'POST /api/auth/passkeys/challenge': [anyone(200), {}],
  'POST /api/auth/passkeys/sign-in': [anyone(400), {}],
  'GET /api/auth/passkeys': [member(200)],
  'POST /api/auth/passkeys/new': [member(200), { password: PASSWORD }],
  'POST /api/auth/passkeys': [member(400), {}],
  'PATCH /api/auth/passkeys/:passkeyId': [[401, 200, 404, 404], { name: 'Phone' }],
  'DELETE /api/auth/passkeys/:passkeyId': [[401, 200, 404, 404]],
  'POST /api/auth/signup': [anyone(400), {}],
  'POST /api/auth/logout': [anyone(200), {}],
  'GET /api/admin/outbox': [admin(200)],
  'GET /api/user/preferences': [member(200)],
  'PUT /api/user/preferences': [member(200), { theme: 'light' }],
  'POST /api/page-views': [anyone(403), { page: '/' }],
  'GET /api/admin/page-counts': [admin(200)],
  'GET /api/games': [anyone(200)],
  'GET /api/games/metadata': [anyone(200)],
  'GET /api/games/search': [anyone(200), undefined, '/api/games/search?query=witcher'],
  'GET /api/games/suggestions': [anyone(200), undefined, '/api/games/suggestions?query=witcher'],
  'GET /api/games/:gameId': [anyone(200)],
  'GET /api/games/:gameId/related': [anyone(200)],
  'GET /api/games/:gameId/picture': [anyone(200)],
  'GET /api/games/:gameId/achievements': [anyone(200)],
  'GET /api/games/:gameId/validate': [anyone(200)],
  'POST /api/games/bulk': [anyone(200), { ids: [GAME] }],
  'POST /api/games/ensure': [member(200), { game_id: GAME }],
  'POST /api/igdb-proxy': [anyone(200), { endpoint: 'games', query: 'fields name; limit 1;' }],
  // 503, because RAWG has no key here and the starter catalogue has no RAWG games.
  'GET /api/rawg/games': [anyone(503)],
  'GET /api/rawg/games/:handle': [anyone(503), undefined, '/api/rawg/games/3498'],
  'GET /api/rawg/games/:handle/screenshots': [anyone(503), undefined, '/api/rawg/games/3498/screenshots'],
  'GET /api/rawg/games/:handle/stores': [anyone(503), undefined, '/api/rawg/games/3498/stores'],
  'GET /api/games/:gameId/activities': [anyone(200)],
  'GET /api/profiles/me': [member(200)],
  // A member may change only their own data.
  'PATCH /api/profiles/:handle': [[401, 200, 403, 403], { bio: 'Plays slowly.' }],
  'POST /api/profiles/me/avatar': [member(400), {}],
  'DELETE /api/profiles/me/avatar': [member(200)],
  'GET /api/profiles/:handle': [anyone(200)],
  'GET /api/profiles/:handle/stats': [anyone(200)],
  'GET /api/profiles/:handle/friends': [anyone(200)],
  'GET /api/profiles/:handle/followers': [anyone(200)],
  'GET /api/profiles/:handle/following': [anyone(200)],
  'GET /api/profiles/:handle/games': [anyone(200)],
  'GET /api/profiles/:handle/games/facets': [anyone(200)],
  'GET /api/profiles/:handle/activities': [anyone(200)],
  'GET /api/profiles/:handle/pins': [anyone(200)],
  'PUT /api/profiles/me/pins': [member(200), { items: [] }],
  'GET /api/challenges': [anyone(200)],
  'GET /api/challenges/mine': [member(200)],
  'GET /api/challenges/:challengeId': [anyone(200)],
  'GET /api/challenges/:challengeId/participants': [anyone(200)],
  'GET /api/challenges/:challengeId/picture': [anyone(200)],
  'GET /api/profiles/:handle/challenges': [anyone(200)],
  'POST /api/challenges/:challengeId/progress': [[401, 200, 403, 403], {}],
  'POST /api/challenges/:challengeId/join': [[401, 200, 201, 201], {}],
  'DELETE /api/challenges/:challengeId/join': [member(204)],
  'GET /api/badges': [anyone(200)],
  'GET /api/profiles/:handle/badges': [anyone(200)],
  'GET /api/journal': [member(200)],
  'GET /api/journal/games': [member(200)],
  'GET /api/journal/month': [member(200), undefined, '/api/journal/month?month=2026-11'],
  'GET /api/journal/year': [member(200), undefined, '/api/journal/year?year=2026'],
  'GET /api/journal/on-this-day': [member(200), undefined, '/api/journal/on-this-day?date=2026-11-22'],
  'POST /api/journal': [member(201), { type: 'daily', content: 'Rain.' }],
  'PUT /api/journal/:entryId': [member(404), { type: 'daily', content: 'Rain.' }, `/api/journal/${NOBODY}`],
  'DELETE /api/journal/:entryId': [member(404), undefined, `/api/journal/${NOBODY}`],
  'POST /api/achievements/batch': [[401, 403, 403, 200], { game_id: GAME, achievements: [{ name: 'Landfall' }] }],
  'GET /api/achievements': [member(200)],
  'GET /api/achievements/games': [member(200)],
  'GET /api/achievements/totals': [member(200)],
  'PUT /api/achievements/:achievementId/unlock': [[401, 200, 404, 404], {}],
  'DELETE /api/achievements/:achievementId/unlock': [[401, 200, 404, 404]],
  'GET /api/games/:gameId/achievements/members': [anyone(200)],
  'GET /api/profiles/:handle/achievements': [anyone(200)],
  'GET /api/profiles/:handle/lists': [anyone(200)],
  'GET /api/profiles/:handle/statistics': [anyone(200)],
  'GET /api/profiles/:handle/years/:year': [anyone(200)],
  'GET /api/profiles/:handle/years/:year/picture': [anyone(200)],
  'GET /api/lists': [anyone(200)],
  'GET /api/lists/mine': [member(200)],
  'POST /api/lists': [member(201), { title: 'Rainy days' }],
  'GET /api/lists/:listId': [anyone(200)],
  'GET /api/lists/:listId/games': [anyone(200)],
  'GET /api/lists/:listId/picture': [anyone(200)],
  'GET /api/lists/talk': [anyone(200), undefined, `/api/lists/talk?ids=${NOBODY}`],
  'POST /api/lists/:listId/reactions': [[401, 200, 200, 200], { emoji: 'heart' }],
  'DELETE /api/lists/:listId/reactions': [member(204)],
  'GET /api/lists/:listId/comments': [anyone(200)],
  'POST /api/lists/:listId/comments': [member(201), { content: 'Nice' }],
  'GET /api/lists/comments/:commentId': [anyone(404), undefined, `/api/lists/comments/${NOBODY}`],
  'DELETE /api/lists/comments/:commentId': [member(404), undefined, `/api/lists/comments/${NOBODY}`],
  'POST /api/lists/:listId/like': [[401, 403, 200, 200], {}],
  'POST /api/lists/:listId/clone': [member(201), {}],
  'PUT /api/lists/:listId': [[401, 200, 404, 404], { title: 'Sunny days', is_shared: true }],
  'POST /api/lists/:listId/games': [[401, 201, 404, 404], { game_id: GAME }],
  'PUT /api/lists/:listId/games/:gameId': [[401, 200, 404, 404], { note: 'First' }],
  'PUT /api/lists/:listId/order': [[401, 200, 404, 404], { game_id: GAME, after: null }],
  'DELETE /api/lists/:listId/games/:gameId': [[401, 204, 404, 404]],
  'DELETE /api/lists/:listId': [[401, 204, 404, 404]],
  'GET /api/admin/challenges': [admin(200)],
  'POST /api/admin/challenges': [admin(400), {}],
  'PUT /api/admin/challenges/:challengeId': [admin(400), {}],
  'DELETE /api/admin/challenges/:challengeId': [admin(404), undefined, `/api/admin/challenges/${NOBODY}`],
  'GET /api/admin/badges': [admin(200)],
  'POST /api/admin/badges': [admin(400), {}],
  'PUT /api/admin/badges/:badgeId': [
    admin(404),
    { name: 'Other', description: 'Other' },
    `/api/admin/badges/${NOBODY}`,
  ],
  'GET /api/admin/badges/:badgeId/members': [admin(404), undefined, `/api/admin/badges/${NOBODY}/members`],
  'PUT /api/admin/badges/:badgeId/members/:handle': [
    admin(404),
    undefined,
    `/api/admin/badges/${NOBODY}/members/nobody-here`,
  ],
  'DELETE /api/admin/badges/:badgeId/members/:handle': [
    admin(404),
    undefined,
    `/api/admin/badges/${NOBODY}/members/nobody-here`,
  ],
  'GET /api/playlists': [anyone(200)],
  'GET /api/playlists/featured': [anyone(200)],
  'GET /api/playlists/:playlist': [anyone(200)],
  'GET /api/playlists/:playlist/picture': [anyone(200)],
  'GET /api/playlists/:playlist/progress': [member(200)],
  'POST /api/playlists': [admin(201), { title: 'Rainy days' }],
  'PUT /api/playlists/:playlist': [admin(200), { title: 'Sunny days', isPublished: true }],
  'PUT /api/playlists/:playlist/published': [admin(200), { isPublished: true }],
  'DELETE /api/playlists/:playlist': [admin(404), undefined, `/api/playlists/${NOBODY}`],
  'POST /api/playlists/:playlist/restore': [admin(404), {}],
  'PATCH /api/playlists/order': [admin(404), { ids: [NOBODY] }],
  'GET /api/admin/playlists': [admin(200)],
  'POST /api/cache/invalidate': [admin(200), { type: 'playlists' }],
  'POST /api/rpc/get_user_profile_stats': [anyone(404), { user_uuid: '01900000-0000-7000-8000-000000000000' }],
  'PUT /api/profiles/me/favourites': [member(200), { game_ids: [GAME] }],
  'POST /api/library': [member(201), { game_id: GAME, status: 'playing' }],
  'GET /api/library': [member(200)],
  'GET /api/library/marks': [member(200), undefined, `/api/library/marks?ids=${GAME}`],
  'GET /api/library/stats': [member(200)],
  'GET /api/user/stats': [member(200)],
  'GET /api/user/dashboard': [member(200)],
  'GET /api/library/:gameId': [member(200)],
  'GET /api/library/:gameId/history': [member(200)],
  'GET /api/library/:gameId/progress': [member(200)],
  'PUT /api/library/:gameId/progress': [member(200), { play_time: 1, completion_percentage: 5 }],
  'PATCH /api/library/:gameId': [member(200), { is_liked: true }],
  'PATCH /api/library/:gameId/status': [member(200), { status: 'completed' }],
  'POST /api/library/bulk/add': [member(200), { game_ids: [GAME] }],
  'POST /api/library/bulk/add/undo': [member(404), { undo_id: NOBODY }],
  'POST /api/library/bulk/status': [member(200), { game_ids: [GAME], status: 'completed' }],
  'POST /api/library/bulk/undo': [member(404), { undo_id: NOBODY }],
  'POST /api/library/bulk/shelf': [member(404), { game_ids: [GAME], shelf_id: NOBODY, is_on: true }],
  'POST /api/library/bulk/rating': [member(200), { game_ids: [GAME], user_rating: 8 }],
  'POST /api/library/bulk/playthrough': [member(200), { game_ids: [GAME], platform: 'PC' }],
  'GET /api/library/queue': [member(200)],
  'PUT /api/library/queue/order': [member(404), { game_id: GAME, after: null }],
  'GET /api/library/shelves': [member(200)],
  'POST /api/library/shelves': [member(201), { name: 'Co-op', color: 'blue' }],
  'PUT /api/library/shelves/order': [member(404), { shelf_ids: [NOBODY] }],
  'PATCH /api/library/shelves/:shelfId': [member(404), { name: 'Alone' }, `/api/library/shelves/${NOBODY}`],
  'DELETE /api/library/shelves/:shelfId': [member(404), undefined, `/api/library/shelves/${NOBODY}`],
  'GET /api/library/copies': [member(200)],
  'GET /api/library/:gameId/copies': [member(200)],
  'POST /api/library/:gameId/copies': [member(201), { is_physical: true }],
  'PUT /api/library/:gameId/copies/:copyId': [
    member(404),
    { is_physical: false },
    `/api/library/${GAME}/copies/${NOBODY}`,
  ],
  'DELETE /api/library/:gameId/copies/:copyId': [member(404), undefined, `/api/library/${GAME}/copies/${NOBODY}`],
  'POST /api/library/bulk/remove': [member(404), { game_ids: ['igdb_7'] }],
  'GET /api/user/games/:gameId/play-log': [member(200)],
  'GET /api/user/games/:gameId/sessions': [member(200)],
  'POST /api/user/games/:gameId/playthroughs': [member(201), { platform: 'PC' }],
  'PATCH /api/user/games/:gameId/playthroughs/:playthroughId': [
    [401, 200, 404, 404],
    { platform: 'Switch' },
    `${OWN_LOG}/playthroughs/:playthroughId`,
  ],
  'POST /api/user/games/:gameId/sessions': [member(201), { minutes: 30 }],
  'PATCH /api/user/games/:gameId/sessions/:playSessionId': [
    [401, 200, 404, 404],
    { minutes: 45 },
    `${OWN_LOG}/sessions/:playSessionId`,
  ],
  'POST /api/user/games/:gameId/sessions/merge': [member(404), { session_ids: [NOBODY, GHOST] }],
  'POST /api/user/games/:gameId/sessions/merge/undo': [member(404), { undo_id: GHOST }],
  'DELETE /api/user/games/:gameId/sessions/:playSessionId': [
    [401, 200, 404, 404],
    undefined,
    `${OWN_LOG}/sessions/:playSessionId`,
  ],
  'DELETE /api/user/games/:gameId/playthroughs/:playthroughId': [
    [401, 204, 404, 404],
    undefined,
    `${OWN_LOG}/playthroughs/:playthroughId`,
  ],
  'GET /api/user/timer': [member(200)],
  'POST /api/user/timer': [member(201), { game_id: GAME }],
  'PATCH /api/user/timer': [member(200), { isRunning: false }],
  'POST /api/user/timer/stop': [member(200), {}],
  'DELETE /api/user/timer': [member(204)],
  'DELETE /api/library/:gameId': [member(204)],
  'POST /api/friends/activities/create': [
    member(201),
    { activity_type: 'progress', game_id: GAME, details: { progress: 30 } },
  ],
  'GET /api/activities/mine': [member(200)],
  'GET /api/activities/news': [member(200), undefined, `/api/activities/news?from=circle&ids=${NOBODY}`],
  'GET /api/activities/talk': [anyone(200), undefined, `/api/activities/talk?ids=${NOBODY}`],
  'GET /api/activities/:activityId': [anyone(200)],
  'POST /api/activities/:activityId/reactions': [member(200), { emoji: '🏆' }],
  'DELETE /api/activities/:activityId/reactions': [member(204)],
  'GET /api/activities/:activityId/comments': [anyone(200)],
  'POST /api/activities/:activityId/comments': [member(201), { content: 'Well played.' }],
  'GET /api/activities/comments/:commentId': [anyone(200)],
  'DELETE /api/activities/comments/:commentId': [[401, 204, 403, 403]],
  'DELETE /api/activities/:activityId': [[401, 204, 403, 403]],
  'GET /api/social/activity-feed': [anyone(200)],
  'GET /api/social/circle': [member(200)],
  'GET /api/games/:gameId/reviews': [anyone(200)],
  'GET /api/games/:gameId/reviews/summary': [anyone(200)],
  'GET /api/profiles/:handle/reviews': [anyone(200)],
  'GET /api/reviews': [anyone(200), undefined, `/api/reviews?game_id=${GAME}`],
  'POST /api/reviews': [member(201), { game_id: GAME, rating: 4, review_text: 'A fine game.' }],
  'GET /api/reviews/talk': [anyone(200), undefined, `/api/reviews/talk?ids=${NOBODY}`],
  'GET /api/reviews/:reviewId': [anyone(200)],
  'PUT /api/reviews/:reviewId': [[401, 200, 404, 404], { rating: 2, review_text: 'Not so fine.' }],
  // Nobody likes their own review.
  'POST /api/reviews/:reviewId/like': [[401, 403, 200, 200]],
  'POST /api/reviews/:reviewId/bookmark': [member(200)],
  'POST /api/reviews/:reviewId/reactions': [member(200), { emoji: '🏆' }],
  'DELETE /api/reviews/:reviewId/reactions': [member(204)],
  'GET /api/reviews/:reviewId/comments': [anyone(200)],
  'POST /api/reviews/:reviewId/comments': [member(201), { content: 'Well said.' }],
  'GET /api/reviews/comments/:commentId': [anyone(200), undefined, '/api/reviews/comments/:reviewCommentId'],
  'DELETE /api/reviews/comments/:commentId': [
    [401, 204, 403, 403],
    undefined,
    '/api/reviews/comments/:reviewCommentId',
  ],
  'DELETE /api/reviews/:reviewId': [[401, 204, 404, 404]],
  'POST /api/error-log': [anyone(202), { message: 'It broke' }],
  'GET /api/info/:page': [anyone(200), undefined, '/api/info/terms'],
  'POST /api/contact': [
    anyone(200),
    { name: 'Ada', email: 'ada@example.org', topic: 'Other', message: 'A message to the operator' },
  ],
  'GET /api/admin/playlists/cover': [
    admin(200),
    undefined,
    '/api/admin/playlists/cover?url=https://pictures.example/a.jpg',
  ],
  'GET /api/releases': [anyone(200)],
  'GET /api/releases/groups/:group': [anyone(200), undefined, '/api/releases/groups/2026-12-07?after=50.igdb_1'],
  'GET /api/releases/platforms': [anyone(200)],
  'GET /api/releases/mine': [member(200)],
  'GET /api/releases/calendar': [member(200)],
  'POST /api/releases/calendar': [member(200), {}],
  'DELETE /api/releases/calendar': [member(204)],
  'GET /api/exports': [member(200)],
  'POST /api/exports': [member(201), {}],
  'DELETE /api/exports/:exportId': [member(404), undefined, `/api/exports/${NOBODY}`],
  'GET /api/imports': [member(200)],
  'POST /api/imports': [member(400), undefined, '/api/imports?name=games.csv'],
  'POST /api/imports/steam': [member(404), { profile: 'somebody' }],
  'GET /api/steam': [member(200)],
  'POST /api/steam/link': [member(404), { profile: 'somebody' }],
  'PATCH /api/steam/link': [member(404), { is_daily: true }],
  'DELETE /api/steam/link': [member(404)],
  'POST /api/steam/sync': [member(404), {}],
  'GET /api/steam/games': [member(200)],
  'PUT /api/steam/games/:appId': [member(404), { is_ignored: true }, '/api/steam/games/20'],
  'GET /api/admin/steam': [admin(200)],
  'GET /api/imports/:importId': [member(404), undefined, `/api/imports/${NOBODY}`],
  'GET /api/imports/:importId/table': [member(404), undefined, `/api/imports/${NOBODY}/table`],
  'POST /api/imports/:importId/table': [member(404), MAPPING, `/api/imports/${NOBODY}/table`],
  'PUT /api/imports/:importId/mapping': [member(404), MAPPING, `/api/imports/${NOBODY}/mapping`],
  'GET /api/imports/:importId/recognition': [member(404), undefined, `/api/imports/${NOBODY}/recognition`],
  'PUT /api/imports/:importId/preset': [member(404), { preset: 'mapped' }, `/api/imports/${NOBODY}/preset`],
  'PUT /api/imports/:importId/rules': [member(404), RULES, `/api/imports/${NOBODY}/rules`],
  'GET /api/imports/:importId/rows': [member(404), undefined, `/api/imports/${NOBODY}/rows`],
  'POST /api/imports/:importId/own-games': [member(404), {}, `/api/imports/${NOBODY}/own-games`],
  'POST /api/imports/:importId/apply': [member(404), {}, `/api/imports/${NOBODY}/apply`],
  'POST /api/imports/:importId/cancel': [member(404), {}, `/api/imports/${NOBODY}/cancel`],
  'POST /api/imports/:importId/undo': [member(404), {}, `/api/imports/${NOBODY}/undo`],
  'DELETE /api/imports/:importId': [member(404), undefined, `/api/imports/${NOBODY}`],
  'PUT /api/imports/:importId/rows/:n': [member(404), { game_id: null }, `/api/imports/${NOBODY}/rows/1`],
  'POST /api/imports/:importId/rows/:n/undo': [member(404), {}, `/api/imports/${NOBODY}/rows/1/undo`],
  'GET /api/news': [anyone(200)],
  'GET /api/news/:idOrSlug': [anyone(404), undefined, '/api/news/nothing'],
  'GET /api/news/:idOrSlug/picture': [anyone(404), undefined, '/api/news/nothing/picture'],
  'POST /api/news': [admin(201), { title: 'Hello', category: 'Announcement' }],
  'PUT /api/news/:idOrSlug': [admin(404), { title: 'Hello' }, `/api/news/${NOBODY}`],
  'DELETE /api/news/:idOrSlug': [admin(404), undefined, `/api/news/${NOBODY}`],
  'GET /api/admin/news/:newsId': [admin(404), undefined, `/api/admin/news/${NOBODY}`],
  'POST /api/admin/news/preview': [admin(200), { content: '*Hello*' }],
  'GET /api/admin/contact': [admin(200)],
  'PUT /api/admin/contact/:messageId': [admin(404), { status: 'closed' }, `/api/admin/contact/${NOBODY}`],
  'GET /api/admin/stats': [admin(200)],
  'GET /api/admin/pages': [admin(200)],
  'GET /api/admin/audit-log': [admin(200)],
  'GET /api/admin/catalogue': [admin(200)],
  'GET /api/admin/jobs': [admin(200)],
  'POST /api/admin/jobs/:name/runs': [admin(202), {}, '/api/admin/jobs/divide-sitemap/runs'],
  'GET /api/admin/users': [admin(200)],
  // No member has this id.
  'PUT /api/admin/users/:userId/standing': [admin(404), { disabled: false }, `/api/admin/users/${NOBODY}/standing`],
  'PUT /api/admin/users/:userId/role': [admin(404), { role: 'user' }, `/api/admin/users/${NOBODY}/role`],
  'POST /api/reports': [member(404), { item_type: 'profile', item_id: NOBODY, reason: 'spam' }],
  'GET /api/forum/categories': [anyone(200)],
  'GET /api/forum/threads': [anyone(200), undefined, '/api/forum/threads?category=general'],
  'GET /api/forum/threads/:threadId': [anyone(404), undefined, `/api/forum/threads/${NOBODY}`],
  'GET /api/forum/threads/:threadId/posts': [anyone(404), undefined, `/api/forum/threads/${NOBODY}/posts`],
  'GET /api/forum/posts/:postId': [anyone(404), undefined, `/api/forum/posts/${NOBODY}`],
  'POST /api/forum/threads': [member(400), { category: 'general', title: 'x', body: 'x' }],
  'POST /api/forum/threads/:threadId/posts': [member(404), { content: 'Hi' }, `/api/forum/threads/${NOBODY}/posts`],
  'PATCH /api/forum/threads/:threadId': [[401, 200, 403, 403], { title: 'Another title' }],
  'PATCH /api/forum/posts/:postId': [[401, 200, 403, 403], { content: 'Other words' }],
  'DELETE /api/forum/posts/:postId': [member(404), undefined, `/api/forum/posts/${NOBODY}`],
  'DELETE /api/forum/threads/:threadId': [member(404), undefined, `/api/forum/threads/${NOBODY}`],
  'GET /api/forum/threads/:threadId/versions': [[401, 200, 403, 200]],
  'GET /api/forum/posts/:postId/versions': [[401, 200, 403, 200]],
  'POST /api/forum/likes': [member(404), { type: 'thread', id: NOBODY }],
  'PUT /api/forum/threads/:threadId/read': [member(200), { number: 1 }],
  'POST /api/forum/read': [member(204), {}],
  'PUT /api/forum/threads/:threadId/subscription': [member(200)],
  'DELETE /api/forum/threads/:threadId/subscription': [member(200)],
  'GET /api/admin/forum': [admin(200)],
  'POST /api/admin/forum/held': [admin(404), { type: 'thread', id: NOBODY, decision: 'approve' }],
  'GET /api/admin/reports': [admin(200)],
  'POST /api/admin/reports/:itemType/:itemId/put-back': [
    admin(409),
    {},
    `/api/admin/reports/profile/${NOBODY}/put-back`,
  ],
  'PUT /api/admin/reports/:itemType/:itemId': [admin(409), { action: 'keep' }, `/api/admin/reports/profile/${NOBODY}`],
  'GET /api/admin/errors': [admin(200)],
  'GET /api/admin/errors/:groupId': [admin(404), undefined, `/api/admin/errors/${NOBODY}`],
  'PUT /api/admin/errors/:groupId': [admin(404), { status: 'resolved' }, `/api/admin/errors/${NOBODY}`],
  'GET /api/search': [anyone(200), undefined, '/api/search?q=somebody'],
  'GET /api/profiles': [anyone(200), undefined, '/api/profiles?search=somebody'],
  'GET /api/profiles/suggestions': [member(200)],
  'GET /api/profiles/:userId/relationship': [member(200)],
  'GET /api/followers': [member(200)],
  'POST /api/followers': [member(404), { following_id: NOBODY }],
  'DELETE /api/followers/:userId': [member(204)],
  'POST /api/rpc/is_user_following': [anyone(403), { follower_uuid: NOBODY, following_uuid: NOBODY }],
  'GET /api/friends': [member(200)],
  'GET /api/friends/requests': [member(200)],
  'POST /api/friends': [member(404), { friend_id: NOBODY }],
  'PATCH /api/friends/:id': [[401, 200, 403, 403], { status: 'accepted' }],
  'DELETE /api/friends/:id': [[401, 204, 403, 403]],
  'POST /api/rpc/are_users_friends': [anyone(403), { user1_uuid: NOBODY, user2_uuid: NOBODY }],
  'GET /api/notifications': [member(200)],
  'GET /api/notifications/unread': [member(200)],
  'POST /api/notifications/read': [member(200), {}],
  'GET /api/notifications/switches': [member(200)],
  'PATCH /api/notifications/switches': [member(200), { reaction: false }],
  'GET /api/messages/conversations': [member(200)],
  'GET /api/messages/unread': [member(200)],
  'GET /api/messages': [member(404), undefined, `/api/messages?userId=${NOBODY}`],
  'POST /api/messages': [member(404), { userId: NOBODY, content: 'Hello' }],
  'POST /api/messages/read': [member(200), { userId: NOBODY }],
  'DELETE /api/messages/:messageId': [[401, 204, 404, 404]],
  'GET /api/blocks': [member(200)],
  'POST /api/blocks': [member(404), { user_id: NOBODY }],
  'DELETE /api/blocks/:userId': [member(204)],
}

const roles = {} as { visitor: Client; owner: Member; other: Member; admin: Member }

beforeAll(async () => {
  roles.visitor = world.visitor()
  roles.owner = await signUp(world)
  roles.other = await signUp(world)
  roles.admin = await signUp(world, { becomeAdmin: true })
  await loadStarterCatalogue(world.db)
  const sharing = { activity_type: 'want_to_play', game_id: GAME }
  ownActivity = (await roles.owner.post('/api/friends/activities/create', sharing)).body.activity.id
  const comments = `/api/activities/${ownActivity}/comments`
  ownComment = (await roles.owner.post(comments, { content: 'Mine' })).body.comment.id
  const review = { game_id: 'igdb_7346', rating: 4, review_text: 'Mine' }
  ownReview = (await roles.owner.post('/api/reviews', review)).body.review.id
  ownReviewComment = (await roles.owner.post(`/api/reviews/${ownReview}/comments`, { content: 'Mine' })).body.comment.id
  // A friend request that the owner may accept, from a member who appears nowhere else.
  const asking = await signUp(world)
  ownRequest = (await asking.post('/api/friends', { friend_id: roles.owner.user.id })).body.id
  // The same member receives a message.
  const letter = { userId: asking.user.id, content: 'Hello' }
  ownMessage = (await roles.owner.post('/api/messages', letter)).body.message.id
  // A second session of the owner, which the owner may end.
  const phone = world.visitor()
  await phone.post('/api/auth/signin', { email: roles.owner.user.email, password: PASSWORD })
  const { sessions } = (await phone.get('/api/auth/sessions')).body
  ownSession = sessions[0].id
  ownPlaySession = (await roles.owner.post(`${OWN_LOG}/sessions`, { minutes: 30 })).body.session
  const span = { starts_at: new Date(0), ends_at: new Date(Date.now() + 3_600_000) }
  const made = world.db
    .insertInto('challenges')
    .values({ title: 'Together', ...span })
    .returning('id')
  challenge = (await made.executeTakeFirstOrThrow()).id
  await roles.owner.post(`/api/challenges/${challenge}/join`)
  const started = { category: 'general', title: 'A thread', body: 'Words of the owner' }
  ownThread = (await roles.owner.post('/api/forum/threads', started)).body.thread.id
  ownPost = (await roles.owner.post(`/api/forum/threads/${ownThread}/posts`, { content: 'Mine' })).body.post.id
  ownList = (await roles.owner.post('/api/lists', { title: 'Rainy days', is_shared: true })).body.list.id
  const draft = { title: 'Rainy days', isPublished: true, gameIds: [GAME] }
  playlist = (await roles.admin.post('/api/playlists', draft)).body.playlist.id
  achievement = (await addAchievements(world, 'igdb_7346', ['Landfall']))[0] as string
  const passkey = { publicKey: 'x', credentialID: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
  const row = { userId: roles.owner.user.id, ...passkey }
  ownPasskey = (await world.db.insertInto('passkey').values(row).returning('id').executeTakeFirstOrThrow()).id
})

test('the table contains exactly the endpoints of the app', () => {
  const all = world.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(Object.keys(TABLE).sort()).toEqual(all.sort())
})

test('the table expects the access that the contract declares', () => {
  for (const { endpoint } of world.routes) {
    const [statuses] = TABLE[`${endpoint.method} ${endpoint.path}`] ?? [[]]
    const [visitor, owner] = statuses
    const kind = visitor !== 401 || owner === 401 ? 'anyone' : owner === 403 ? 'admin' : 'member'
    const isMemberWhoIsDeclined = endpoint.access === 'member' && visitor === 401
    // The table has no moderator: a member is declined, and an admin is not.
    const access = endpoint.access === 'moderator' ? 'admin' : endpoint.access
    if (!isMemberWhoIsDeclined) expect([endpoint.path, kind]).toEqual([endpoint.path, access])
  }
})

/** The public API takes no cookie, so another site cannot use one. */
const WRITES = Object.keys(TABLE).filter((name) => !name.startsWith('GET ') && !name.includes(' /api/v1/'))
/** Failing pages send these without a CSRF token (G51). The server refuses them from another site like all others. */
const BEACONS = ['POST /api/error-log']

test('only the documented beacons need no CSRF token', () => {
  const beacons = world.routes.filter(({ endpoint }) => endpoint.isBeacon)
  expect(beacons.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual(BEACONS)
})

test.each(Object.entries(TABLE))(
  '%s answers each kind of viewer as the table says',
  async (name, [statuses, body, given]) => {
    const [method = '', path = ''] = name.split(' ')
    const address = () =>
      (given ?? path)
        .replace(':gameId', GAME)
        .replace(':activityId', ownActivity)
        .replace(':commentId', ownComment)
        .replace(':reviewId', ownReview)
        .replace(':reviewCommentId', ownReviewComment)
        .replace(':messageId', ownMessage)
        .replace(':challengeId', challenge)
        .replace(':listId', ownList)
        .replace(':threadId', ownThread)
        .replace(':postId', ownPost)
        .replace(':playlist', playlist)
        .replace(':achievementId', achievement)
        .replace(':sessionId', ownSession)
        .replace(':passkeyId', ownPasskey)
        .replace(':playSessionId', ownPlaySession.id)
        .replace(':playthroughId', ownPlaySession.playthrough_id)
        .replace(':handle', roles.owner.user.id)
        .replace(':userId', roles.owner.user.id)
        .replace(':year', String(world.time.now.getUTCFullYear()))
        .replace(':id', ownRequest)
    const answered: Record<string, number> = {}
    for (const role of ['visitor', 'other', 'admin', 'owner'] as const) {
      const client = roles[role]
      // An earlier row may have signed the member out.
      if (role !== 'visitor' && !client.cookies.has('savepoint.session_token'))
        await client.post('/api/auth/signin', { email: roles[role].user.email, password: PASSWORD })
      answered[role] = (await client[method.toLowerCase() as 'post'](address(), body)).status
    }
    const [visitor, owner, other, admin] = statuses
    expect(answered).toEqual({ visitor, owner, other, admin })
  },
)

test.each(WRITES)('%s is refused without the CSRF token, and from another site [R-SESS-19]', async (name) => {
  const [method = '', path = ''] = name.split(' ')
  const cookie = [...roles.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const { csrfToken } = (await roles.owner.get('/api/auth/csrf')).body
  const fromElsewhere = { cookie, 'x-csrf-token': csrfToken, origin: 'https://evil.example' }
  for (const headers of BEACONS.includes(name) ? [fromElsewhere] : [{ cookie }, fromElsewhere]) {
    const answer = await world.app.request(`http://localhost:3000${path.replace(/:\w+/g, GAME)}`, {
      method,
      headers: headers as Record<string, string>,
      body: '{}',
    })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'csrf_invalid'])
  }
})
