import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** A function is read in one look. */
const MAX_LINES = 60

type Node = { type?: unknown; start?: number; end?: number; [key: string]: unknown }

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Returns the name that a function has, or gets from the variable, the property or the call that it is written in. */
function nameOf(node: Node, parents: readonly Node[]): string {
  const named = [node, ...parents].find(({ id, key, callee }) => [id, key, callee].some((each) => textOf(each) !== ''))
  return [named?.id, named?.key, named?.callee].map(textOf).find((text) => text !== '') ?? ''
}

function textOf(node: unknown): string {
  const { name, property } = (node ?? {}) as { name?: unknown; property?: { name?: unknown } }
  return String(name ?? property?.name ?? '')
}

/** Returns the functions of a file that are too long, as 'path: name'. */
function longFunctionsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const found: string[] = []
  if (source.split('\n').length <= MAX_LINES) return found
  const linesOf = ({ start, end }: Node) => source.slice(start, end).split('\n').length
  const visit = (value: unknown, parents: readonly Node[]): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, parents)
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node
      if (FUNCTIONS.includes(String(node.type)) && linesOf(node) > MAX_LINES)
        found.push(`${path}: ${nameOf(node, parents)}`)
      const inside = typeof node.type === 'string' ? [node, ...parents] : parents
      for (const each of Object.values(node)) if (typeof each === 'object') visit(each, inside)
    }
  }
  visit(parseSync(path, source).program, [])
  return found
}

/** The functions that are longer. The list may only shrink. */
const LONGER = [
  'src/app/server.ts: assemble',
  'src/app/server.ts: open',
  'src/db/db.ts: openDatabase',
  'src/db/pool.ts: createGuardedPool',
  'src/db/seed/demo-sessions.ts: makeSessions',
  'src/db/seed/demo-world.ts: fill',
  'src/features/accounts/server/accounts.routes.ts: accountsRoutes',
  'src/features/accounts/server/auth/authenticator.ts: providerAuthenticatorOf',
  'src/features/accounts/server/auth/authenticator.ts: secondFactorOf',
  'src/features/accounts/web/auth-form.tsx: PasswordAuthForm',
  'src/features/activity/server/lists/feed-circle.queries.ts: compiledOnce',
  'src/features/activity/web/news.ts: createNews',
  'src/features/catalogue-files/server/import/import-batch.ts: readKnown',
  'src/features/catalogue/server/sources/igdb/igdb-token.ts: igdbTokens',
  'src/features/catalogue/server/sources/igdb/igdb.source.ts: igdbSource',
  'src/features/catalogue/server/sources/live-answers/live-answers.ts: createLiveAnswers',
  'src/features/catalogue/server/sources/rawg/rawg.source.ts: rawgSource',
  'src/features/catalogue/server/stored-games/imported-games.queries.ts: fillGames',
  'src/features/catalogue/server/validity-and-refresh/bulk.ts: createBulk',
  'src/features/catalogue/server/validity-and-refresh/refresher.ts: createRefresher',
  'src/features/catalogue/web/choice-finder.tsx: ChoiceFinder',
  'src/features/catalogue/web/filter-bar.tsx: FilterBar',
  'src/features/catalogue/web/game-cache.api.ts: startGameCache',
  'src/features/challenges/web/challenge-dialog.tsx: ChallengeDialog',
  'src/features/copies/web/copy-form.tsx: CopyForm',
  'src/features/forum/server/forum.routes.ts: forumRoutes',
  'src/features/forum/web/edit-text.tsx: EditForm',
  'src/features/forum/web/new-thread.tsx: NewThread',
  'src/features/forum/web/text-box.tsx: TextBox',
  'src/features/forum/web/thread-posts.tsx: LoadedPosts',
  'src/features/friends/server/people/suggestions.queries.ts: listSuggestedIds',
  'src/features/imported-games/server/imported/undo-imported.ts: undoImported',
  'src/features/imported-games/server/imported/write-imported.ts: writeImported',
  'src/features/imports/web/review-queue.tsx: ReviewQueue',
  'src/features/journal/web/journal-dialog.tsx: EntryForm',
  'src/features/messages/web/thread.tsx: Loaded',
  'src/features/news/web/news-editor.tsx: NewsEditor',
  'src/features/play-log/server/progress/progress.service.ts: writeLog',
  'src/features/play-log/web/find-game.tsx: FindGame',
  'src/features/play-log/web/play-sessions/play-session-form.tsx: PlaySessionForm',
  'src/features/play-log/web/play-sessions/play-session-list.tsx: PlaySessionList',
  'src/features/play-log/web/play-sessions/playthrough-form.tsx: PlaythroughForm',
  'src/features/play-log/web/progress-dialog.widgets.tsx: LogForm',
  'src/features/playlists/web/editor/cover-field.tsx: CoverField',
  'src/features/playlists/web/editor/game-search.tsx: GameSearch',
  'src/features/playlists/web/editor/playlist-editor.tsx: PlaylistEditor',
  'src/features/public-api/server/v1/writing.routes.ts: writingRoutes',
  'src/features/reviews/web/review-dialog.tsx: ReviewForm',
  'src/features/search/web/palette.tsx: PaletteBody',
  'src/features/search/web/search-opener.tsx: SearchOpener',
  'src/features/welcome/web/welcome-profile.tsx: ProfileStep',
  'src/server/app.ts: createApp',
  'src/server/backups.ts: openBackups',
  'src/server/changes.ts: listenForChanges',
  'src/server/failure-watch.ts: createFailureWatch',
  'src/server/feature.ts: openFeatures',
  'src/server/images-disk.ts: createDisk',
  'src/server/images.ts: createImages',
  'src/server/jobs.ts: openJobs',
  'src/server/metrics.ts: createMetrics',
  'src/server/realtime/hub.ts: createHub',
  'src/server/realtime/sse-endpoint.ts: sseEndpoint',
  'src/server/realtime/topics.ts: createTopics',
  'src/server/row-cache.ts: cacheValues',
  'src/server/tagged-cache.ts: createTaggedCache',
  'src/server/token-api.ts: registerTokenApi',
  'src/server/upstream-circuit.ts: createCircuit',
  'src/server/upstream-slots.ts: sharedSlots',
  'src/server/upstream.ts: openUpstream',
  'src/shared/contract.ts: contract',
  'src/web/live/live-stream.ts: startLive',
  'src/web/network/detail-queue.ts: createDetailQueue',
  'src/web/ui/lightbox.tsx: Lightbox',
]

test('a function has at most 60 lines, also a component', () => {
  const long = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !/\.(?:test\.tsx?|(?:access|freshness)\.ts)$/.test(path))
    .flatMap(longFunctionsOf)
  expect([...new Set(long)].toSorted()).toEqual(LONGER)
})
