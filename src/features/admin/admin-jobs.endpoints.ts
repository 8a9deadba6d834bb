import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './admin-jobs.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listJobs = endpoint('GET', '/api/admin/jobs')
export const runJob = endpoint('POST', '/api/admin/jobs/:name/runs')
