import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { createStore } from '#web/store.ts'
import type { MenuItem } from '#web/ui/menu-entries.ts'
import { MUTE_ENTRIES } from '../mute-entries.texts.ts'
import type { FeedKind } from '../mutes.rules.ts'

/** What a dialog is asked for: what of a thing should be muted, or which kinds of a member's activities one sees. */
export type MuteRequest =
  | {
      for: 'mute'
      member?: PublicProfile | undefined
      feedKind?: FeedKind | undefined
      game?: Pick<GameCard, 'id' | 'name'> | undefined
    }
  | { for: 'kinds'; member: PublicProfile }

/** Every menu opens the same dialogs; null while they are closed. */
export const muteRequests = createStore<MuteRequest | null>(null)

/** The entry of a game's menu. */
export const muteGameEntry = (game: Pick<GameCard, 'id' | 'name'>): MenuItem => ({
  label: MUTE_ENTRIES.muteGame,
  icon: 'eye-off',
  onSelect: () => muteRequests.set({ for: 'mute', game }),
})
