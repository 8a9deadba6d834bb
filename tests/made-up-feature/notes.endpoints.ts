import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './notes.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listNotes = endpoint('GET', '/api/notes')
export const writeNote = endpoint('POST', '/api/notes')
