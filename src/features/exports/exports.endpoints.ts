import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './exports.contract.ts'
import type { ExportFile } from './exports.rules.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listExports = endpoint('GET', '/api/exports')
export const startExport = endpoint('POST', '/api/exports')
export const discardExport = endpoint('DELETE', '/api/exports/:exportId')

/** The address of a file of an export, for its owner alone. */
export const exportFilePath = (exportId: string, file: ExportFile): string => `/api/exports/${exportId}/files/${file}`

/** Where everybody finds the JSON Schema of the export. */
export const EXPORT_SCHEMA_PATH = '/api/exports/schema.json'
