import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { importsPages } from '../imports.pages.ts'

export const importsContributions: readonly Contribution[] = [fill(featurePages, importsPages)]
