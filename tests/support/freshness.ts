import { loadDeclared } from './declared.ts'
import type { Member } from './members.ts'
import type { Answer, TestApp } from './test-app.ts'

/** The games of the tests of fresh pages. */
export const [ONE, TWO, THREE] = ['igdb_101', 'igdb_102', 'igdb_103'] as const
/** The games of the tests of cached answers. */
export const A = 'igdb_490001'
export const B = 'igdb_490002'

type Write = () => Promise<{ status: number }>

/** Members on an app with a page cache, and what they do. `mara` is playing the first game. */
export interface FreshPages {
  app: TestApp
  mara: Member
  juno: Member
  root: Member
  /** Caches a page that shows what the endpoint answers, writes, and expects that visitors then get another page. */
  expectFresh: (endpoint: string, params: Record<string, string>, write: Write) => Promise<void>
  share: (member: Member, game?: string) => Promise<Answer>
  /** Returns the id of the activity. */
  shared: (member: Member, game?: string) => Promise<string>
  /** Between `mara` and `juno`. */
  befriend: () => Promise<Answer>
  follow: () => Promise<Answer>
  disable: (member: Member) => Promise<Answer>
}

/** Members on two nodes with caches of their own. `ann` reads. */
export interface CachedAnswers {
  ann: Member
  ben: Member
  root: Member
  db: TestApp['db']
  /** The ids of what the writes before have made. */
  made: Record<string, string>
}
type NamedWrite = [what: string, write: () => Promise<unknown>]

/** What changes cached pages and answers of a feature: `x.freshness.ts` beside its contract. */
export interface FeatureFreshness {
  /** Defines tests of the feature's answers in cached pages (`tests/fresh-pages.test.ts`). */
  pages?: (fresh: FreshPages) => void
  /** Addresses whose answers are cached for a member; `:me` is the member. */
  cachedPaths?: readonly string[]
  /** Writes that change these answers, each with a name. They run one after the other, in the order of the feature map. */
  writes?: (cached: CachedAnswers) => NamedWrite[]
  /** Writes that change or remove what the features below have written about. They run after all others. */
  lastWrites?: (cached: CachedAnswers) => NamedWrite[]
}

export const loadFreshness = () => loadDeclared<FeatureFreshness>('freshness')

/** Returns the body; throws if the request is refused. */
export async function ok(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}
