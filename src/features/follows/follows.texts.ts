/** Of refused writes. */
export const FOLLOW_REFUSALS = {
  notYourself: 'You can only follow as yourself',
  blocked: "You can't follow this member",
} as const
