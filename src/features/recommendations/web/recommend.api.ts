import { openMemberDialog } from '#features/accounts/web/member-dialogs.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { RECOMMEND_SIGN_IN } from '../recommend.texts.ts'

/** Opens the dialog in which a member recommends a game to a friend. */
export const askToRecommend = (game: Pick<GameCard, 'id' | 'name'>): void =>
  openMemberDialog(() => import('./recommend-dialog.tsx'), 'RecommendDialog', { game }, RECOMMEND_SIGN_IN)
