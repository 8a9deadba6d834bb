import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { newsPages } from '../news.pages.ts'

export const newsContributions: readonly Contribution[] = [fill(featurePages, newsPages)]
