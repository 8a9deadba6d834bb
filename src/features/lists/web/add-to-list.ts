import { openMemberDialog } from '#features/accounts/web/member-dialogs.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { ListId } from '#shared/ids.ts'
import { createStore } from '#web/store.ts'
import { ADD_TO_LIST_SIGN_IN } from '../list-menu.texts.ts'

/** Opens the dialog that shows on which of the viewer's lists a game is. */
export const askForLists = (game: GameCard): void =>
  openMemberDialog(() => import('./add-to-list-dialog.tsx'), 'AddToListDialog', { game }, ADD_TO_LIST_SIGN_IN)

/** The list of the viewer whose editor opens with the dialog that adds games; null when nobody has asked for it. */
export const addGamesRequests = createStore<ListId | null>(null)
