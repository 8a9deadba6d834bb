import { refuse } from '#shared/refusal.ts'
import { IMPORT_FILE_TEXTS, type ImportFileCode } from '../../../import-file.texts.ts'

/** Throws the named refusal of a file. `details` says where in the file, such as the line. */
export function refuseFile(code: ImportFileCode, details?: Record<string, unknown>): never {
  const extras = { ...(details && { details }), ...(code.endsWith('too_large') && { status: 413 as const }) }
  return refuse('invalid', code, IMPORT_FILE_TEXTS[code], extras)
}
