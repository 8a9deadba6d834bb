import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './error-log.contract.ts'

export const LEVELS = ['error', 'warning', 'info'] as const
export type Level = (typeof LEVELS)[number]

const endpoint = endpointsOf<typeof contracts>()

export const reportError = endpoint('POST', '/api/error-log')
