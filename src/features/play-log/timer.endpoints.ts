import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './timer.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getTimer = endpoint('GET', '/api/user/timer')
export const startTimer = endpoint('POST', '/api/user/timer')
export const changeTimer = endpoint('PATCH', '/api/user/timer')
export const stopTimer = endpoint('POST', '/api/user/timer/stop')
export const discardTimer = endpoint('DELETE', '/api/user/timer')
