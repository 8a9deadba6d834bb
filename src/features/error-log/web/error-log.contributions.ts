import { type Contribution, fill } from '#web/slots.tsx'
import { quietError } from '#web/web.slots.ts'
import { reportLazily } from './report-lazily.ts'

export const errorLogContributions: readonly Contribution[] = [
  fill(quietError, (error) => reportLazily(error, { level: 'warning', isQuiet: true })),
]
