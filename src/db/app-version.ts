import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER } from './project-folder.ts'

const read = (file: string) => readFileSync(join(PROJECT_FOLDER, file), 'utf8')

/** The release, as `CHANGELOG.md` names it: '0.1.0'. */
export const APP_VERSION: string = (JSON.parse(read('package.json')) as { version: string }).version

/** The commit that was built, in seven digits; null where the build knew none, and in development. */
export const APP_COMMIT: string | null = commitOfBuild()

/** Both, for people: '0.1.0 (1f2e3d4)'. */
export const APP_VERSION_TEXT = APP_COMMIT === null ? APP_VERSION : `${APP_VERSION} (${APP_COMMIT})`

/** Reads what `scripts/build.ts` has written. */
function commitOfBuild(): string | null {
  if (process.env.NODE_ENV !== 'production') return null
  try {
    return read('dist/commit').trim() || null
  } catch {
    return null
  }
}
