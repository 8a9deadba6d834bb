import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { accountsPages } from '../accounts.pages.ts'

export const accountsContributions: readonly Contribution[] = [fill(featurePages, accountsPages)]
