import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { profilePagesPages } from '../profile-pages.pages.ts'

export const profilePagesContributions: readonly Contribution[] = [fill(featurePages, profilePagesPages)]
