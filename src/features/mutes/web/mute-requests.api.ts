import { openMemberDialog } from '#features/accounts/web/member-dialogs.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import type { MenuItem } from '#web/ui/menu-entries.ts'
import { MUTE_ENTRIES } from '../mute-entries.texts.ts'
import type { FeedKind } from '../mutes.rules.ts'

/** What should be muted: some of an activity, or a member or a game. */
export interface MuteRequest {
  member?: PublicProfile | undefined
  feedKind?: FeedKind | undefined
  game?: Pick<GameCard, 'id' | 'name'> | undefined
}

/** Opens the dialog in which a member says what should be muted, and for how long. */
export const askToMute = (about: MuteRequest): void =>
  openMemberDialog(() => import('./mute-dialog.tsx'), 'MuteDialog', about, MUTE_ENTRIES.signIn)

/** Opens the switches for the kinds of a member's activities. */
export const askForKinds = (member: PublicProfile): void =>
  openMemberDialog(() => import('./kinds-dialog.tsx'), 'KindsDialog', { member }, MUTE_ENTRIES.signIn)

/** The entry of a game's menu. */
export const muteGameEntry = (game: Pick<GameCard, 'id' | 'name'>): MenuItem => ({
  label: MUTE_ENTRIES.muteGame,
  icon: 'eye-off',
  onSelect: () => askToMute({ game }),
})
