import type { SessionUser } from '#features/accounts/session.contract.ts'
import { isModerator } from '#shared/roles.ts'
import type { IconName } from '#web/ui/icon.tsx'

type Viewer = Pick<SessionUser, 'role'> | null

/** Which viewers a place is for. An admin is also a moderator. */
const IS_FOR = {
  everybody: () => true,
  visitors: (viewer: Viewer) => viewer === null,
  members: (viewer: Viewer) => viewer !== null,
  moderators: (viewer: Viewer) => isModerator(viewer),
  admins: (viewer: Viewer) => viewer?.role === 'admin',
}

/** A page of the app with a fixed address, or something that one does there. */
export interface Place {
  path: string
  label: string
  /** Its place in the app or its purpose, in a few words. */
  about?: string
  /** Further words that find it, phrases separated by commas. */
  words: string
  icon: IconName
  for: keyof typeof IS_FOR
  /** Offered before something is typed. */
  isOffered?: true
}

export const isForViewer = (place: Place, viewer: Viewer): boolean => IS_FOR[place.for](viewer)
