import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './admin-backups.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listBackups = endpoint('GET', '/api/admin/backups')
export const openBackup = endpoint('POST', '/api/admin/backups/:name/downloads')

/** The address of the file itself, which `openBackup` completes for some minutes. */
export const BACKUP_FILE_PATH = '/api/admin/backups/:name/file'
