import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './recognition.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getImportTable = endpoint('GET', '/api/imports/:importId/table')
export const previewImportTable = endpoint('POST', '/api/imports/:importId/table')
export const mapImport = endpoint('PUT', '/api/imports/:importId/mapping')
export const getImportRecognition = endpoint('GET', '/api/imports/:importId/recognition')
export const readImportAgain = endpoint('PUT', '/api/imports/:importId/preset')
