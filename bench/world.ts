import type { PageBundle } from '../src/app/page-bundle.ts'
import type { AppProcess } from './app/app-process.ts'
import type { InProcess } from './app/in-process.ts'
import type { Visitor } from './app/visitor.ts'
import type { DataSet } from './data-set/data-set.ts'
import type { Kind } from './data-set/data-set-tables.ts'
import type { Statements } from './database/statements.ts'
import type { Options } from './options.ts'

export interface Actor {
  id: string
  username: string
  visitor: Visitor
}

/** The environment of each workload: the data set, the built app as a separate process, and the app in this process. */
export interface World {
  options: Options
  dataSet: DataSet
  app: AppProcess
  inProcess: InProcess
  /** The built pages with their renderer. */
  bundle: PageBundle
  statements: Statements
  /** Cookie headers of signed-in members with large libraries and circles. */
  cookies: readonly string[]
  /** The members who signed in for the social workload, by kind. */
  cast: Record<Kind, readonly Actor[]>
  /** Game ids, drawn evenly from the best known to the unknown. */
  gameIds: readonly string[]
  /** The names of these games, in the same order. */
  gameNames: readonly string[]
  /** Ids of listed reviews, drawn evenly from the newest to the oldest. */
  reviewIds: readonly string[]
  /** Ids of published playlists, drawn evenly from the newest to the oldest. */
  playlistIds: readonly string[]
  /** Ids of listed threads. The first one is the long one, and the last ones have few posts. */
  threadIds: readonly string[]
}
