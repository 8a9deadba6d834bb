import { isAskedFor, type Job } from '#server/jobs.ts'
import { KEEP_SMART_LISTS_JOB } from '../../smart-lists.texts.ts'
import type { ListsDeps } from '../lists.service.ts'
import { keepSmartLists } from './smart-lists.service.ts'

export const smartListsJobs = (deps: ListsDeps): Job[] => [
  {
    name: 'keep-smart-lists',
    about: KEEP_SMART_LISTS_JOB,
    schedule: '20 * * * *',
    run: (data) => keepSmartLists(deps, isAskedFor(data)),
  },
]
