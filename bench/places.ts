import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
export const RESULTS = join(import.meta.dirname, 'results')
/** The secret of the app under test, shared so that all its processes accept a session that one of them created. */
export const SECRET = 'the bench signs its cookies with this, nobody else does'
export const MAIN_FILE = join(ROOT, 'dist/main/main.js')
