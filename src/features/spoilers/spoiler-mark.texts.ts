export const MARK_TEXTS = {
  label: 'Up to which share of the game?',
  hint: 'Folded for everybody who has not come that far.',
} as const
