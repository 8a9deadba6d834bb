import type { GameStatus } from '#features/catalogue/game-facts.contract.ts'

/** 'released' says nothing on the page of a game that is out. */
export const STATUS_TEXTS: Record<GameStatus, string | null> = {
  released: null,
  alpha: 'Alpha',
  beta: 'Beta',
  early_access: 'Early access',
  offline: 'Offline for good',
  cancelled: 'Cancelled',
  rumored: 'Rumored',
  delisted: 'No longer sold',
}
