import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './imports.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listImports = endpoint('GET', '/api/imports')
export const uploadImport = endpoint('POST', '/api/imports')
export const getImport = endpoint('GET', '/api/imports/:importId')
export const discardImport = endpoint('DELETE', '/api/imports/:importId')
export const setImportRules = endpoint('PUT', '/api/imports/:importId/rules')
export const listImportRows = endpoint('GET', '/api/imports/:importId/rows')
export const decideImportRow = endpoint('PUT', '/api/imports/:importId/rows/:n')
export const decideImportRows = endpoint('PUT', '/api/imports/:importId/rows')
export const applyImport = endpoint('POST', '/api/imports/:importId/apply')
export const cancelImport = endpoint('POST', '/api/imports/:importId/cancel')
export const undoImport = endpoint('POST', '/api/imports/:importId/undo')
export const undoImportRow = endpoint('POST', '/api/imports/:importId/rows/:n/undo')

/** The address of the report of an import, a table with every row. */
export const reportPath = (importId: string): string => `/api/imports/${importId}/report.csv`
