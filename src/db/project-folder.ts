import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder of Savepoint's package.json. Whatever the server reads beside its code starts here, because the code runs from
 * `src` in development and in tests, and from one file in `dist/main` in production.
 */
export const PROJECT_FOLDER = dirname(findPackageJSON('..', import.meta.url) as string)
