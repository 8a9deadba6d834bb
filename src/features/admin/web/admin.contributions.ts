import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { adminPages } from '../admin.pages.ts'

export const adminContributions: readonly Contribution[] = [fill(featurePages, adminPages)]
