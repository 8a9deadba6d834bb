import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
export const RESULTS = join(import.meta.dirname, 'results')
/** Of the app under test, so that a session made by one of its processes is known to the others. */
export const SECRET = 'the bench signs its cookies with this, nobody else does'
export const MAIN_FILE = join(ROOT, 'src/main.ts')
