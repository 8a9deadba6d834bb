import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages } from '#web/web.slots.ts'
import { playlistsPages } from '../playlists.pages.ts'

export const playlistsContributions: readonly Contribution[] = [fill(featurePages, playlistsPages)]
