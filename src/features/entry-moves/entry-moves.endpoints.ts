import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './entry-moves.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const previewMoves = endpoint('GET', '/api/library/moves')
export const moveGames = endpoint('POST', '/api/library/moves')
export const undoMovedGames = endpoint('POST', '/api/library/moves/undo')
